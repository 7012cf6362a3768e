// What the standard style writes for the values of a table, as a list of steps.
//
// A key is joined with the brackets before it, and the members of a structure within a structure are steps of the outer one, so that
// such objects cost a step and not a call. The list is made when a value of the table's type is first written.

/// One step of the writing of an object.
///
/// SAFETY: steps are never released, and not changed after their initialization.
@safe
struct WritingStep {
  enum Code: UInt8 {
    /// Text and no value.
    case text
    case bool, int, double, string, ints, strings, table, tables
    /// Values that have no member if they are nil: then the text is not written either.
    case boolOrNil, intOrNil, doubleOrNil, stringOrNil, tableOrNil, tablesOrNil
    /// A field of any other kind. Its key is not in the text.
    case other
    /// The next steps write a part of a case. Its place is at the offset.
    case part
    /// The end of a structure within the structure, without text.
    case close
    /// The end of the structure, without text.
    case end
  }

  /// The brackets and the key before the value, 32 bytes at most.
  let text: (SixteenBytes, SixteenBytes)
  let field: UnsafePointer<__TableField>
  /// The place in the outermost structure, in bytes.
  let offset: UInt32
  let textCount: UInt8
  let code: Code
}

extension __Table {
  /// The steps of this table, or nil before they were made. Those of a type whose values are composed are never made.
  var knownSteps: UnsafePointer<WritingStep>? {
    @inline(__always) get { unsafe contents.pointee.steps.memory }
  }

  @inline(never)
  func makeSteps() -> UnsafePointer<WritingStep> {
    if let steps = unsafe knownSteps { return unsafe steps }
    var list = WritingStepList(of: self)
    list.append(text: "{")
    list.appendMembers(of: self, at: 0)
    list.end()
    return unsafe contents.pointee.steps.keep(list.steps) { unsafe $0.deallocate() }
  }
}

extension UnsafePointer<ComposedCases> {
  /// The steps that write a value of a case, or nil if it is written in another way.
  @inline(__always)
  func steps(of index: Int, beside names: FieldTable) -> UnsafePointer<WritingStep>? {
    unsafe at(index).pointee.steps.decision ?? makeSteps(of: index, beside: names)
  }

  @inline(never)
  func makeSteps(of index: Int, beside names: FieldTable) -> UnsafePointer<WritingStep>? {
    let steps = unsafe at(index).pointee.steps
    guard let table = unsafe tableOfSteps(of: index, beside: names) else {
      steps.storeNone()
      return nil
    }
    let (key, hasPlaces) = unsafe (at(index).pointee.key, at(index).pointee.hasPlaces)
    var list = WritingStepList(of: table)
    list.append(text: "{")
    switch unsafe pointee.form {
    case .only, .untagged, .string: list.appendMembers(of: table, hasPlaces: hasPlaces)
    case .key:
      list.append(text: key)
      list.appendObject(of: table, hasPlaces: hasPlaces)
    case .tag(let tag):
      list.append(text: tag)
      list.append(nameInKey: key)
      list.appendMembers(of: table, hasPlaces: hasPlaces)
    case .tagAndContent(let tag, let content):
      list.append(text: tag)
      list.append(nameInKey: key)
      if table.count > 0 {
        list.append(text: content)
        list.appendObject(of: table, hasPlaces: hasPlaces)
      }
    }
    list.end()
    return unsafe steps.keep(list.steps) { unsafe $0.deallocate() }
  }

  /// The table of the parts of a case, if they are written by steps: those of the case, or of its content.
  private func tableOfSteps(of index: Int, beside names: FieldTable) -> __Table? {
    let found = unsafe at(index)
    switch unsafe pointee.form {
    case .string: return nil
    case .untagged where unsafe found.pointee.table.count == 0: return nil
    case .only, .key: break
    case .tag, .tagAndContent, .untagged:
      guard unsafe found.pointee.isContent else { break }
      if unsafe index == pointee.unknown { return nil }
      if case .tag = unsafe pointee.form { return unsafe found.tableBesideTag(names) }
      let content = unsafe found.pointee.table.field(at: 0)
      guard unsafe content.pointee.code == .table, unsafe content.nestedTable.cases == nil else { return nil }
      return unsafe content.nestedTable
    }
    return unsafe index == pointee.unknown && found.pointee.isContent ? nil : found.pointee.table
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
  /// What a step refers to that is not the value of a field.
  private let noField: UnsafePointer<__TableField>
  /// Text that the next step writes first.
  private var text = (SixteenBytes(.zero), SixteenBytes(.zero))
  private var textCount = 0

  /// The number of steps after which a structure within the structure is written by its own table, because structures that contain
  /// others several times could be very large.
  private static let longestOfOneTable = 256

  init(of table: __Table) {
    capacity = table.count + 8
    unsafe steps = .allocate(capacity: capacity)
    unsafe noField = table.field(at: table.count)
  }

  /// Ends the last object.
  mutating func end() { unsafe end(.end, noField) }

  /// Ends a structure by a step without text.
  private mutating func end(_ code: WritingStep.Code, _ field: UnsafePointer<__TableField>) {
    if textCount > 0 { unsafe append(.text, field, at: 0) }
    unsafe append(code, field, at: 0)
  }

  mutating func appendMembers(of table: __Table, at offset: Int) {
    for index in 0..<table.count {
      let field = unsafe table.field(at: index)
      unsafe append(field, at: offset + Int(field.pointee.offset))
    }
  }

  private mutating func append(_ field: UnsafePointer<__TableField>, at offset: Int) {
    if unsafe field.pointee.code == .table, count < Self.longestOfOneTable, unsafe field.nestedTable.cases == nil {
      unsafe append(text: field.pointee.details.pointee.key)
      append(text: "{")
      unsafe appendMembers(of: field.nestedTable, at: offset)
      return unsafe end(.close, field)
    }
    let (code, isAlwaysWritten) = unsafe field.pointee.details.pointee.writingCode
    if !isAlwaysWritten, textCount > 0 { unsafe append(.text, field, at: 0) }
    if code != .other { unsafe append(text: field.pointee.details.pointee.key) }
    unsafe append(code, field, at: offset)
  }

  /// Appends the parts of a case.
  mutating func appendMembers(of table: __Table, hasPlaces: Bool) {
    guard hasPlaces else { return appendMembers(of: table, at: 0) }
    for index in 0..<table.count {
      appendPart(at: index)
      unsafe append(table.field(at: index), at: 0)
    }
  }

  /// Appends a step that writes no text.
  private mutating func appendPart(at index: Int) {
    let (text, textCount) = (text, textCount)
    self.textCount = 0
    unsafe append(.part, noField, at: index * MemoryLayout<UnsafeRawPointer>.stride)
    (self.text, self.textCount) = (text, textCount)
  }

  mutating func appendObject(of table: __Table, hasPlaces: Bool) {
    append(text: "{")
    appendMembers(of: table, hasPlaces: hasPlaces)
    unsafe end(.close, noField)
  }

  /// Appends a name as a value. A key without its colon is the name as a JSON string.
  mutating func append(nameInKey key: StaticString) {
    unsafe append(text: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount - 1))
    append(text: ",")
  }

  mutating func append(text: StaticString) {
    unsafe append(text: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends text, and steps for what does not fit into the next one.
  private mutating func append(text: UnsafeBufferPointer<UInt8>) {
    var rest = unsafe text[...]
    while unsafe !rest.isEmpty {
      if textCount == __TableField.longestShortKey { unsafe append(.text, noField, at: 0) }
      let part = unsafe rest.prefix(__TableField.longestShortKey - textCount)
      unsafe withUnsafeMutableBytes(of: &self.text) { [textCount] target in
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[textCount...])
          .copyMemory(from: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: part)))
      }
      textCount += unsafe part.count
      unsafe rest = unsafe rest[part.endIndex...]
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
    case (.table, .value): return (.table, true)
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
