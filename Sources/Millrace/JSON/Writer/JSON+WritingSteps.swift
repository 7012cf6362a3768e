import CAtomicPointer

// What the standard style writes for the values of a table, as a list of steps.
//
// A key is joined with the brackets before it, and the members of a structure within a structure are steps of the outer one, so that
// such objects cost a step and not a call. The list is made when a value of the table's type is first written.

/// One step of the writing of an object.
///
/// SAFETY: steps are never released, and not changed after their initialization.
@usableFromInline
@safe
struct WritingStep {
  @usableFromInline
  enum Code: UInt8 {
    /// Text and no value.
    case text
    case bool, int, double, string, ints, strings, tables
    /// Values that have no member if they are nil: then the text is not written either.
    case boolOrNil, intOrNil, doubleOrNil, stringOrNil, tableOrNil, tablesOrNil
    /// A field of any other kind. Its key is not in the text.
    case other
    /// The end of a structure within the structure.
    case close
    /// The end of the structure.
    case end
  }

  /// The brackets and the key before the value, 32 bytes at most.
  @usableFromInline let text: (SixteenBytes, SixteenBytes)
  @usableFromInline let field: UnsafePointer<__TableField>
  /// The place in the outermost structure, in bytes.
  @usableFromInline let offset: UInt32
  @usableFromInline let textCount: UInt8
  @usableFromInline let code: Code
}

extension __Table {
  /// The steps of this table.
  @usableFromInline var steps: UnsafePointer<WritingStep> {
    @inline(__always) get {
      if let steps = unsafe millrace_load_acquiring(contents.pointee.steps) {
        // SAFETY: `makeSteps` stored the address.
        return unsafe UnsafePointer(steps.assumingMemoryBound(to: WritingStep.self))
      }
      return unsafe makeSteps()
    }
  }

  @inline(never)
  private func makeSteps() -> UnsafePointer<WritingStep> {
    var list = WritingStepList(capacity: count + 8)
    list.appendMembers(of: self, at: 0)
    unsafe list.append(.end, field(at: count), at: 0)
    guard unsafe millrace_give_releasing(contents.pointee.steps, list.steps) else {
      // Another thread was faster.
      unsafe list.steps.deallocate()
      return unsafe steps
    }
    return unsafe UnsafePointer(list.steps)
  }
}

/// The list while it is made.
///
/// SAFETY: who made the list deallocates it, or stores it forever.
@safe
private struct WritingStepList {
  private(set) var steps: UnsafeMutablePointer<WritingStep>
  private var count = 0
  private var capacity: Int
  /// Text that the next step writes first.
  private var text = (SixteenBytes(.zero), SixteenBytes(.zero))
  private var textCount = 0

  /// The number of steps after which a structure within the structure is written by its own table, because structures that contain
  /// others several times could be very large.
  private static let longestOfOneTable = 256

  init(capacity: Int) {
    self.capacity = capacity
    unsafe steps = .allocate(capacity: capacity)
  }

  mutating func appendMembers(of table: __Table, at offset: Int) {
    unsafe append(text: "{", before: table.field(at: 0))
    for index in 0..<table.count {
      let field = unsafe table.field(at: index)
      unsafe append(field, at: offset + Int(field.pointee.offset))
    }
  }

  private mutating func append(_ field: UnsafePointer<__TableField>, at offset: Int) {
    if unsafe field.pointee.code == .table, count < Self.longestOfOneTable {
      unsafe append(text: field.pointee.details.pointee.key, before: field)
      unsafe appendMembers(of: field.nestedTable, at: offset)
      return unsafe append(.close, field, at: offset)
    }
    let (code, isAlwaysWritten) = unsafe field.pointee.details.pointee.writingCode
    if !isAlwaysWritten, textCount > 0 { unsafe append(.text, field, at: 0) }
    if code != .other { unsafe append(text: field.pointee.details.pointee.key, before: field) }
    unsafe append(code, field, at: offset)
  }

  /// Appends text, and steps for what does not fit into the next one.
  private mutating func append(text: StaticString, before field: UnsafePointer<__TableField>) {
    var start = unsafe text.utf8Start
    var rest = text.utf8CodeUnitCount
    while rest > 0 {
      if textCount == __TableField.longestShortKey { unsafe append(.text, field, at: 0) }
      let part = min(rest, __TableField.longestShortKey - textCount)
      unsafe withUnsafeMutableBytes(of: &self.text) { [textCount] target in
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[textCount...])
          .copyMemory(from: UnsafeRawBufferPointer(start: start, count: part))
      }
      textCount += part
      unsafe start += part
      rest -= part
    }
  }

  /// Appends a step with the text before it.
  mutating func append(_ code: WritingStep.Code, _ field: UnsafePointer<__TableField>, at offset: Int) {
    if count == capacity { grow() }
    unsafe (steps + count).initialize(
      to: WritingStep(text: text, field: field, offset: UInt32(offset), textCount: UInt8(textCount), code: code))
    count += 1
    textCount = 0
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<WritingStep>.allocate(capacity: 2 * capacity)
    unsafe larger.moveInitialize(from: steps, count: count)
    unsafe steps.deallocate()
    unsafe steps = larger
    capacity *= 2
  }
}

extension __TableField.Details {
  /// How a field is written, and whether its key is, whatever the value.
  fileprivate var writingCode: (WritingStep.Code, isAlwaysWritten: Bool) {
    let isShort = key.utf8CodeUnitCount <= __TableField.longestShortKey
    if unsafe isOmitted != nil { return (.other, false) }
    switch (content, shape) {
    case (.bool, .value): return (.bool, true)
    case (.int, .value): return (.int, true)
    case (.int64, .value) where Int.bitWidth == Int64.bitWidth: return (.int, true)
    case (.double, .value): return (.double, true)
    case (.string, .value): return (.string, true)
    case (.int, .array): return (.ints, true)
    case (.string, .array): return (.strings, true)
    case (.table, .array): return (.tables, true)
    case (_, _) where !omitsNil || !isShort: return (.other, false)
    case (.bool, .optional): return (.boolOrNil, false)
    case (.int, .optional): return (.intOrNil, false)
    case (.int64, .optional) where Int.bitWidth == Int64.bitWidth: return (.intOrNil, false)
    case (.double, .optional): return (.doubleOrNil, false)
    case (.string, .optional): return (.stringOrNil, false)
    case (.table, .optional) where isInPlace: return (.tableOrNil, false)
    case (.table, .optionalArray) where isInPlace: return (.tablesOrNil, false)
    default: return (.other, false)
    }
  }
}
