// A type as data: the places, kinds and defaults of its fields. The library reads and writes the values of all such types with one
// loop for each format, so that a type costs the compiler little more than its declaration.
//
// A table is made once for each type, when it is first used, and never released. It refers to the types of fields, and to their tables
// only after they were used, because a type may contain itself.

/// A type with a table of its fields. The macros generate the conformance.
///
/// Each requirement is a function that the compiler makes and optimizes for each type, so there are as few as possible.
public protocol __TableType {
  /// Makes the table. The library calls it once for a type, and keeps the table.
  static func __makeTable() -> __Table

  /// Does what the loops of the library cannot do without knowing the type. The default is specialized for each type, in its module: code
  /// for any type would look for the metadata of `Self?` at each call.
  ///
  /// - Parameters:
  ///   - place: The place of the optional that the operation is for.
  ///   - source: The place of the value that is moved.
  /// - Returns: Whether the optional is nil, if the operation determines it.
  static func __perform(
    _ operation: __MemoryOperation, at place: UnsafeMutableRawPointer, moving source: UnsafeMutableRawPointer
  ) -> Bool
}

/// A type that is read by its table. It may be written in another way.
public protocol __ReadByTable: __TableType, Readable {}

/// A type that is written by its table.
public protocol __WrittenByTable: __TableType, Writable {}

/// What ``__TableType/__perform(_:at:moving:)`` does.
public enum __MemoryOperation {
  /// Initializes an optional with nil.
  case setNil
  /// Moves a value into an optional.
  case initializeOptional
  /// Determines whether an optional is nil.
  case findNil
}

extension __TableType {
  /// The table.
  public static var __fields: __Table {
    tableCache.table(of: ObjectIdentifier(Self.self)) ?? tableCache.addTable(of: Self.self)
  }

  @inlinable
  public static func __perform(
    _ operation: __MemoryOperation, at place: UnsafeMutableRawPointer, moving source: UnsafeMutableRawPointer
  ) -> Bool {
    switch operation {
    case .setNil: unsafe Self?.setNil(at: place)
    case .initializeOptional: unsafe Self?.initialize(at: place, moving: source)
    case .findNil: return unsafe Self?.isNil(at: place)
    }
    return false
  }
}

extension __TableType {
  @inlinable @inline(__always)
  static func setNil(optionalAt place: UnsafeMutableRawPointer) {
    _ = unsafe __perform(.setNil, at: place, moving: place)
  }

  @inlinable @inline(__always)
  static func initialize(optionalAt place: UnsafeMutableRawPointer, moving value: UnsafeMutableRawPointer) {
    _ = unsafe __perform(.initializeOptional, at: place, moving: value)
  }

  @inlinable @inline(__always)
  static func isNil(optionalAt place: UnsafeRawPointer) -> Bool {
    let place = unsafe UnsafeMutableRawPointer(mutating: place)
    return unsafe __perform(.findNil, at: place, moving: place)
  }
}

/// The fields of a structure.
///
/// SAFETY: the memory is never released, and not changed after its initialization. The offsets are those of the properties of the
/// only type whose values are read and written by this table.
@safe
public struct __Table: @unchecked Sendable {
  /// SAFETY: as for the table.
  @usableFromInline
  @safe
  struct Contents {
    @usableFromInline let names: FieldTable
    /// The fields, and after them one without a key.
    @usableFromInline let fields: UnsafePointer<__TableField>
    @usableFromInline let count: Int
    /// The steps of the standard style of JSON, made when a value is first written.
    let steps: MadeOnce<WritingStep>
    /// The bytes of missing members, made when one is first missing.
    let absent: MadeOnce<AbsentFields>
    /// What makes arrays of the type, made when one is first read.
    let arrays: MadeOnce<ArrayMemory>
    /// A bit for each field, of the first 64.
    @usableFromInline let all: UInt64
    /// A bit for each field that must not be missing, of the first 64.
    @usableFromInline let required: UInt64
    /// The same in words of 64 fields, if there are more.
    let requiredInWords: UnsafePointer<UInt64>?
    /// Whether the fields are neither of cases nor more than 64.
    @usableFromInline let isPlain: Bool
    /// The indices of the fields of the other names, which follow those of all fields.
    @usableFromInline let fieldsOfAliases: [Int]
    /// Checks a value that was read.
    @usableFromInline let validate: ((UnsafeRawPointer) throws -> Void)?
    @usableFromInline let isValidated: Bool
    /// The cases of a type whose values are composed. There are no fields then.
    @usableFromInline let cases: UnsafePointer<ComposedCases>?
  }

  @usableFromInline let contents: UnsafePointer<Contents>

  @inlinable
  init(contents: UnsafePointer<Contents>) { unsafe self.contents = contents }

  @inlinable var names: FieldTable { unsafe contents.pointee.names }
  @inlinable var count: Int { unsafe contents.pointee.count }
  @inlinable var all: UInt64 { unsafe contents.pointee.all }

  /// - Parameters:
  ///   - names: The names of the fields, and after them their other names, in the same order.
  ///   - builder: The fields in the same order.
  public init(_ names: FieldTable, _ builder: __TableBuilder) {
    unsafe self.init(
      names, builder, fields: 0..<builder.count, aliases: builder.fieldsOfAliases, validate: builder.validate)
  }

  /// - Parameters:
  ///   - fields: The indices of the fields among those that were added.
  ///   - aliases: The indices of the fields of the other names, or -1 for a name whose member is skipped.
  init(
    _ names: FieldTable, _ builder: borrowing __TableBuilder, fields indices: Range<Int>, aliases: [Int] = [],
    validate: ((UnsafeRawPointer) throws -> Void)?, cases: ComposedCases? = nil
  ) {
    let count = indices.count
    let memory = unsafe PermanentMemory.allocate(
      byteCount: (count + 1) * MemoryLayout<__TableField>.stride, alignment: 64)
    let fields = unsafe memory.bindMemory(to: __TableField.self, capacity: count + 1)
    // One for each field, one for the steps, one for missing members and one for arrays.
    let nested = unsafe PermanentMemory.allocate(UnsafeMutableRawPointer?.self, count: count + 3)
    unsafe nested.initialize(repeating: nil, count: count + 3)
    var bits: (all: UInt64, required: UInt64) = (0, 0)
    for index in 0..<count {
      let details = unsafe builder.fields + indices.lowerBound + index
      unsafe (fields + index).initialize(to: __TableField(details, at: index, nested: MadeOnce(at: nested + index)))
      // Zero after the first 64.
      let bit: UInt64 = 1 << UInt64(index)
      bits.all |= bit
      if unsafe details.pointee.isRequired { bits.required |= bit }
    }
    unsafe (fields + count).initialize(to: __TableField(afterLast: count))
    unsafe contents = PermanentMemory.keep(
      Contents(
        names: names, fields: UnsafePointer(fields), count: count, steps: MadeOnce(at: nested + count),
        absent: MadeOnce(at: nested + count + 1), arrays: MadeOnce(at: nested + count + 2),
        all: bits.all, required: bits.required,
        requiredInWords: Self.requiredInWords(builder, indices),
        isPlain: count <= 64 && cases == nil, fieldsOfAliases: aliases,
        validate: validate, isValidated: validate != nil, cases: cases.map { unsafe PermanentMemory.keep($0) }))
  }

  private static func requiredInWords(
    _ builder: borrowing __TableBuilder, _ indices: Range<Int>
  ) -> UnsafePointer<UInt64>? {
    guard indices.count > 64 else { return nil }
    let words = unsafe PermanentMemory.allocate(UInt64.self, count: (indices.count + 63) / 64)
    unsafe words.initialize(repeating: 0, count: (indices.count + 63) / 64)
    for (place, index) in indices.enumerated() where unsafe (builder.fields + index).pointee.isRequired {
      unsafe words[place / 64].insert(place % 64)
    }
    return unsafe UnsafePointer(words)
  }

  @inlinable func field(at index: Int) -> UnsafePointer<__TableField> { unsafe contents.pointee.fields + index }
}

// MARK: - Values in memory

extension __Table {
  /// Deinitializes the fields that are initialized.
  @usableFromInline @inline(never)
  func deinitialize(_ found: some FieldSet, in memory: UnsafeMutableRawPointer) {
    for index in 0..<count where found.contains(index) {
      unsafe field(at: index).pointee.deinitialize(in: memory)
    }
  }
}

extension UnsafePointer<__TableField> {
  /// Deinitializes the field of the value in some memory if it is in a set, and removes it from the set.
  @inlinable @inline(__always)
  func deinitialize(ifIn found: inout some FieldSet, _ memory: UnsafeMutableRawPointer) {
    let index = unsafe Int(pointee.index)
    if _slowPath(found.contains(index)) {
      found.remove(index)
      unsafe pointee.deinitialize(in: memory)
    }
  }
}

extension __TableField {
  /// Deinitializes the field of the value in some memory.
  @usableFromInline @inline(never)
  func deinitialize(in memory: UnsafeMutableRawPointer) {
    let place = unsafe memory + Int(offset)
    if let optionalType = unsafe details.pointee.optionalType {
      unsafe optionalType.deinitialize(at: place)
    } else if let arrayType = unsafe details.pointee.arrayType {
      unsafe arrayType.deinitialize(at: place)
    } else {
      unsafe deinitialize(details.pointee.type, place)
    }
  }

  private func deinitialize<Content>(_ type: Content.Type, _ place: UnsafeMutableRawPointer) {
    unsafe place.assumingMemoryBound(to: Content.self).deinitialize(count: 1)
  }
}
