import CAtomicPointer

// A type as data: the places, kinds and defaults of its fields. The library reads and writes the values of all such types with one
// loop for each format, so that a type costs the compiler little more than its declaration.
//
// A table is made once for each type, when it is first used, and never released. It refers to the types of fields, not to their
// tables, because a type may contain itself.

/// A type that is read and written by a table of its fields. `@Serializable(.compact)` generates the conformance.
public protocol __TableType: Readable, Writable {
  static var __fields: __Table { get }

  // What the loops of the library cannot do without knowing the type. The defaults are specialized for each type, in its module: code
  // for any type would look for the metadata of `Self?` and of arrays at each call.

  static func __setNil(optionalAt place: UnsafeMutableRawPointer)
  /// Moves a value into an optional.
  static func __initialize(optionalAt place: UnsafeMutableRawPointer, moving value: UnsafeMutableRawPointer)
  static func __isNil(optionalAt place: UnsafeRawPointer) -> Bool
  static func __isNil(optionalArrayAt place: UnsafeRawPointer) -> Bool
  /// Moves values into an array.
  static func __initialize(arrayAt place: UnsafeMutableRawPointer, moving elements: UnsafeMutableRawPointer, count: Int)
  /// Where the elements of an array are, as long as it is not changed.
  static func __elements(ofArrayAt place: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int)
}

extension __TableType {
  @inlinable
  public static func __setNil(optionalAt place: UnsafeMutableRawPointer) { unsafe Self?.setNil(at: place) }

  @inlinable
  public static func __initialize(
    optionalAt place: UnsafeMutableRawPointer, moving value: UnsafeMutableRawPointer
  ) {
    unsafe Self?.initialize(at: place, moving: value)
  }

  @inlinable
  public static func __isNil(optionalAt place: UnsafeRawPointer) -> Bool { unsafe Self?.isNil(at: place) }

  @inlinable
  public static func __isNil(optionalArrayAt place: UnsafeRawPointer) -> Bool { unsafe [Self]?.isNil(at: place) }

  @inlinable
  public static func __initialize(
    arrayAt place: UnsafeMutableRawPointer, moving elements: UnsafeMutableRawPointer, count: Int
  ) {
    unsafe [Self].initialize(at: place, moving: elements, count: count)
  }

  @inlinable
  public static func __elements(ofArrayAt place: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int) {
    unsafe [Self].elements(at: place)
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
    /// A bit for each field.
    @usableFromInline let all: UInt64
    /// A bit for each field that must not be missing.
    @usableFromInline let required: UInt64
    /// A bit for each field with references.
    @usableFromInline let owning: UInt64
    /// The indices of the fields of the other names, which follow those of all fields.
    @usableFromInline let fieldsOfAliases: [Int]
    /// Checks a value that was read.
    @usableFromInline let validate: ((UnsafeRawPointer) throws -> Void)?
    @usableFromInline let isValidated: Bool
  }

  @usableFromInline let contents: UnsafePointer<Contents>

  @inlinable
  init(contents: UnsafePointer<Contents>) { unsafe self.contents = contents }

  @inlinable var names: FieldTable { unsafe contents.pointee.names }
  @inlinable var count: Int { unsafe contents.pointee.count }
  @inlinable var all: UInt64 { unsafe contents.pointee.all }

  /// - Parameters:
  ///   - names: the names of the fields, and after them their other names, in the same order.
  ///   - addFields: adds the fields in the same order, 64 at most.
  public init(_ names: FieldTable, _ addFields: (inout __TableBuilder) -> Void) {
    var builder = __TableBuilder()
    addFields(&builder)
    let count = builder.fields.count
    precondition(count <= 64, "a table has a bit for each field")
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: (count + 1) * MemoryLayout<__TableField>.stride, alignment: 64)
    let fields = unsafe memory.bindMemory(to: __TableField.self, capacity: count + 1)
    var bits: (all: UInt64, required: UInt64, owning: UInt64) = (0, 0, 0)
    for (index, field) in builder.fields.enumerated() {
      unsafe (fields + index).initialize(to: __TableField(field, at: index))
      let bit: UInt64 = 1 << UInt64(index)
      bits.all |= bit
      if field.isRequired { bits.required |= bit }
      if !field.isTrivial { bits.owning |= bit }
    }
    unsafe (fields + count).initialize(to: __TableField(afterLast: count))
    let contents = UnsafeMutablePointer<Contents>.allocate(capacity: 1)
    unsafe contents.initialize(
      to: Contents(
        names: names, fields: UnsafePointer(fields), count: count, all: bits.all, required: bits.required,
        owning: bits.owning, fieldsOfAliases: builder.fieldsOfAliases, validate: builder.validate,
        isValidated: builder.validate != nil))
    unsafe self.contents = UnsafePointer(contents)
  }

  @inlinable func field(at index: Int) -> UnsafePointer<__TableField> { unsafe contents.pointee.fields + index }
}

/// What the loops do for a field.
@usableFromInline
enum FieldCode: UInt8 {
  /// Scalars whose key has at most 32 bytes, and whose nil has no member.
  case bool, int, double, string, boolOrNil, intOrNil, doubleOrNil, stringOrNil
  case ints, strings
  /// Of a type with a table. The value of an optional begins where the optional does, and a nil has no member.
  case table, tableOrNil, tables, tablesOrNil
  /// One of the types of `FieldContent`.
  case known
  case other

  fileprivate var isOptionalTable: Bool { self == .tableOrNil || self == .tablesOrNil }

  fileprivate var isScalar: Bool { rawValue <= Self.stringOrNil.rawValue }
}

/// What a field, or each element of its array, is.
@usableFromInline
enum FieldContent: UInt8, Sendable {
  case bool, int, int32, int64, uint64, double, float, string
  case strings, ints, doubles, listsOfDoubles, stringsByKey, intsByKey, doublesByKey
  /// A value of a type with a table.
  case table
  /// A value that reads and writes itself.
  case other

  init(of type: Any.Type) { self = Self.known.first { $0.type == type }?.content ?? .other }

  private static let known: [(type: Any.Type, content: FieldContent)] = [
    (String.self, .string), (Int.self, .int), (Double.self, .double), (Bool.self, .bool), (Int64.self, .int64),
    (Int32.self, .int32), (UInt64.self, .uint64), (Float.self, .float), ([Double].self, .doubles),
    ([[Double]].self, .listsOfDoubles), ([Int].self, .ints), ([String].self, .strings),
    ([String: String].self, .stringsByKey), ([String: Int].self, .intsByKey), ([String: Double].self, .doublesByKey),
  ]
}

extension FieldCode {
  fileprivate init(_ content: FieldContent, _ shape: FieldShape) {
    self =
      switch (content, shape) {
      case (.bool, .value): .bool
      case (.int, .value): .int
      case (.double, .value): .double
      case (.string, .value): .string
      case (.bool, .optional): .boolOrNil
      case (.int, .optional): .intOrNil
      case (.double, .optional): .doubleOrNil
      case (.string, .optional): .stringOrNil
      case (.int, .array): .ints
      case (.string, .array): .strings
      case (.table, .value): .table
      case (.table, .optional): .tableOrNil
      case (.table, .array): .tables
      case (.table, .optionalArray): .tablesOrNil
      case (.other, _): .other
      default: .known
      }
  }
}

@usableFromInline
enum FieldShape: UInt8 {
  case value, optional, array, optionalArray

  @inlinable var isOptional: Bool { self == .optional || self == .optionalArray }
}

/// A field in a table: what the loops need for each member, in 64 bytes, which are a line of the processor's cache.
///
/// SAFETY: fields are never released, and not changed after the initialization of their table.
@safe
public struct __TableField {
  /// The name as a JSON key with quotes and colon, if it has at most 32 bytes.
  @usableFromInline let key: (SixteenBytes, SixteenBytes)
  /// Where the contents of the table of the content's type are, after they were used first. It is accessed atomically only.
  @usableFromInline let nested: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  @usableFromInline let details: UnsafePointer<Details>
  /// The place in the structure, in bytes.
  @usableFromInline let offset: UInt32
  /// A bit for each of 32 bytes that are not the key's.
  @usableFromInline let ignored: UInt32
  /// The number of bytes of the key, or 0 if there are more than 32.
  @usableFromInline let keyCount: UInt8
  @usableFromInline let index: UInt8
  @usableFromInline let code: FieldCode

  /// What is needed less often.
  ///
  /// SAFETY: its functions are called with memory of the type of the property, which the builder's functions state.
  @usableFromInline
  @safe
  struct Details {
    @usableFromInline let key: StaticString
    fileprivate let offset: Int
    @usableFromInline let content: FieldContent
    @usableFromInline let shape: FieldShape
    /// Whether a nil has no member.
    @usableFromInline fileprivate(set) var omitsNil: Bool
    /// Whether the value of an optional begins where the optional does.
    @usableFromInline let isInPlace: Bool
    /// The size of the content in an array, and its alignment.
    @usableFromInline let stride: Int
    @usableFromInline let alignment: Int
    /// The number of elements of an array that are read into memory of the stack.
    @usableFromInline let elementsInScratch: Int
    /// The type of the content.
    @usableFromInline let type: any Serializable.Type
    /// The type of the content, if it has a table.
    @usableFromInline let tableType: (any __TableType.Type)?
    /// The type of arrays of the content, if there are any.
    @usableFromInline let arrayType: (any FieldArray.Type)?
    /// The type of the property, if it is an optional.
    @usableFromInline let optionalType: (any FieldOptional.Type)?
    /// Initializes the place with the value that stands for a missing member.
    @usableFromInline fileprivate(set) var setDefault: ((UnsafeMutableRawPointer) -> Void)?
  }
}

extension __TableField.Details {
  fileprivate init<Content: Serializable>(
    _ key: StaticString, _ type: Content.Type, tableType: (any __TableType.Type)?, _ offset: Int?,
    array: (any FieldArray.Type)? = nil, optional: (any FieldOptional.Type)? = nil
  ) {
    // Only properties with storage of their own are added.
    guard let offset else { preconditionFailure("a property without a place") }
    self.key = key
    self.offset = offset
    content = tableType == nil ? FieldContent(of: type) : .table
    shape = optional == nil ? (array == nil ? .value : .array) : array == nil ? .optional : .optionalArray
    omitsNil = optional != nil
    isInPlace = optional != nil && tableType != nil && optionalsBeginWithValues
    stride = MemoryLayout<Content>.stride
    alignment = MemoryLayout<Content>.alignment
    elementsInScratch = alignment <= 16 ? Self.scratchSize / max(stride, 1) : 0
    self.type = type
    self.tableType = tableType
    arrayType = array
    optionalType = optional
    unsafe setDefault = nil
  }

  /// The size of the memory on the stack for the first elements of an array, in bytes.
  @inlinable static var scratchSize: Int { 512 }

  fileprivate var hasDefault: Bool { unsafe setDefault != nil }

  fileprivate var isRequired: Bool { !shape.isOptional && !hasDefault }

  fileprivate var isTrivial: Bool {
    (shape == .value || shape == .optional) && content.rawValue < FieldContent.string.rawValue
  }

  fileprivate var code: FieldCode {
    let code = FieldCode(content, shape)
    let isCommon = key.utf8CodeUnitCount <= __TableField.longestShortKey && (omitsNil || !shape.isOptional)
    if code.isScalar, !isCommon { return .known }
    return code.isOptionalTable && !(isInPlace && omitsNil) ? .other : code
  }
}

extension __TableField {
  fileprivate static var longestShortKey: Int { 32 }

  fileprivate init(_ details: Details, at index: Int) {
    let count = details.key.utf8CodeUnitCount
    let isShort = count <= Self.longestShortKey
    var bytes = [UInt8](repeating: 0, count: Self.longestShortKey)
    if isShort { for place in 0..<count { bytes[place] = unsafe details.key.utf8Start[place] } }
    key = unsafe bytes.withUnsafeBufferPointer { bytes in
      // SAFETY: there are 32 bytes.
      let start = unsafe bytes.baseAddress.unsafelyUnwrapped
      return unsafe (SixteenBytes(at: start), SixteenBytes(at: start + 16))
    }
    ignored = isShort && count < 32 ? ~0 &<< UInt32(count) : 0
    keyCount = isShort ? UInt8(count) : 0
    if details.tableType == nil {
      unsafe nested = nil
    } else {
      unsafe nested = .allocate(capacity: 1)
      unsafe nested?.initialize(to: nil)
    }
    offset = UInt32(details.offset)
    self.index = UInt8(index)
    code = details.code
    let place = UnsafeMutablePointer<Details>.allocate(capacity: 1)
    unsafe place.initialize(to: details)
    unsafe self.details = UnsafePointer(place)
  }

  /// What stands after the last field. No key is equal to its.
  fileprivate init(afterLast index: Int) {
    key = (SixteenBytes(.zero), SixteenBytes(.zero))
    (ignored, keyCount, offset, code) = (0, 0, 0, .other)
    self.index = UInt8(index)
    unsafe nested = nil
    let place = UnsafeMutablePointer<Details>.allocate(capacity: 1)
    unsafe place.initialize(to: Details("", Bool.self, tableType: nil, 0))
    unsafe details = UnsafePointer(place)
  }
}

extension UnsafePointer<__TableField> {
  /// The table of a field that has one.
  ///
  /// It is looked up in the type when it is used first, and not when the table with the field is made, because a type may contain
  /// itself.
  @inlinable var nestedTable: __Table {
    @inline(__always) get {
      if let nested = unsafe pointee.nested, let contents = unsafe millrace_load_acquiring(nested) {
        // SAFETY: `findNestedTable` stored the address.
        let contents = unsafe contents.assumingMemoryBound(to: __Table.Contents.self)
        return unsafe __Table(contents: UnsafePointer<__Table.Contents>(contents))
      }
      return unsafe findNestedTable()
    }
  }

  @usableFromInline @inline(never)
  func findNestedTable() -> __Table {
    guard let type = unsafe pointee.details.pointee.tableType, let nested = unsafe pointee.nested else {
      preconditionFailure("a field without a table")
    }
    let table = type.__fields
    let contents = unsafe UnsafeMutableRawPointer(mutating: UnsafeRawPointer(table.contents))
    unsafe millrace_store_releasing(nested, contents)
    return table
  }
}

/// Collects the fields of a type. Generated code calls its functions.
///
/// SAFETY: the functions are called with memory of the types that they are made for.
@safe
public struct __TableBuilder {
  fileprivate var fields: [__TableField.Details] = []
  fileprivate var fieldsOfAliases: [Int] = []
  fileprivate var validate: ((UnsafeRawPointer) throws -> Void)?

  /// Adds a field.
  ///
  /// - Parameters:
  ///   - key: The name as a JSON key with quotes and colon, `"name":`.
  ///   - type: The type of the property.
  ///   - offset: The place of the property, in bytes.
  public mutating func add<Value: Serializable>(_ key: StaticString, _ type: Value.Type, at offset: Int?) {
    fields.append(__TableField.Details(key, type, tableType: nil, offset))
  }
  public mutating func add<Value: Serializable>(_ key: StaticString, _ type: Value?.Type, at offset: Int?) {
    fields.append(__TableField.Details(key, Value.self, tableType: nil, offset, optional: type))
  }
  public mutating func add<Value: Serializable>(_ key: StaticString, _ type: [Value].Type, at offset: Int?) {
    fields.append(__TableField.Details(key, Value.self, tableType: nil, offset, array: type))
  }
  public mutating func add<Value: Serializable>(_ key: StaticString, _ type: [Value]?.Type, at offset: Int?) {
    fields.append(__TableField.Details(key, Value.self, tableType: nil, offset, array: [Value].self, optional: type))
  }
  public mutating func add<Value: __TableType>(_ key: StaticString, _ type: Value.Type, at offset: Int?) {
    fields.append(__TableField.Details(key, type, tableType: type, offset))
  }
  public mutating func add<Value: __TableType>(_ key: StaticString, _ type: Value?.Type, at offset: Int?) {
    fields.append(__TableField.Details(key, Value.self, tableType: Value.self, offset, optional: type))
  }
  public mutating func add<Value: __TableType>(_ key: StaticString, _ type: [Value].Type, at offset: Int?) {
    fields.append(__TableField.Details(key, Value.self, tableType: Value.self, offset, array: type))
  }
  public mutating func add<Value: __TableType>(_ key: StaticString, _ type: [Value]?.Type, at offset: Int?) {
    fields.append(__TableField.Details(key, Value.self, tableType: Value.self, offset, array: [Value].self, optional: type))
  }

  /// Sets the value that stands for a missing member of the field that was added last.
  ///
  /// - Parameters:
  ///   - type: The type of the property.
  ///   - makeValue: Returns the value.
  public mutating func setDefault<Value>(_ type: Value.Type, _ makeValue: @escaping () -> Value) {
    fields[fields.count - 1].omitsNil = false
    unsafe fields[fields.count - 1].setDefault = { unsafe $0.initializeMemory(as: Value.self, to: makeValue()) }
  }

  /// Adds other names of the field that was added last.
  public mutating func addAliases(_ count: Int) {
    fieldsOfAliases += Array(repeating: fields.count - 1, count: count)
  }

  /// Sets the function that checks a value that was read.
  public mutating func validate<Value>(_ type: Value.Type, _ validate: @escaping (Value) throws -> Void) {
    unsafe self.validate = { try unsafe validate($0.assumingMemoryBound(to: Value.self).pointee) }
  }
}

// MARK: - Values in memory

extension __Table {
  /// Deinitializes fields.
  ///
  /// - Parameter found: A bit for each field that is initialized.
  @usableFromInline @inline(never)
  func deinitialize(_ found: UInt64, in memory: UnsafeMutableRawPointer) {
    var rest = unsafe found & contents.pointee.owning
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      unsafe field(at: index).pointee.deinitialize(in: memory)
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

  private func deinitialize<Content: Readable>(_ type: Content.Type, _ place: UnsafeMutableRawPointer) {
    unsafe place.assumingMemoryBound(to: Content.self).deinitialize(count: 1)
  }
}

// What depends on the types of optionals and arrays only.

/// An optional in a field.
@usableFromInline
protocol FieldOptional {
  static func setNil(at place: UnsafeMutableRawPointer)
  /// Moves a value into an optional.
  static func initialize(at place: UnsafeMutableRawPointer, moving value: UnsafeMutableRawPointer)
  static func deinitialize(at place: UnsafeMutableRawPointer)
  /// Calls a function with the place of the value, or with nil.
  static func withValue(at place: UnsafeRawPointer, _ body: (UnsafeRawPointer?) -> Void)
}

extension Optional: FieldOptional {
  @inlinable
  static func setNil(at place: UnsafeMutableRawPointer) {
    unsafe place.initializeMemory(as: Self.self, to: nil)
  }

  @inlinable
  static func initialize(at place: UnsafeMutableRawPointer, moving value: UnsafeMutableRawPointer) {
    unsafe place.initializeMemory(as: Self.self, to: value.assumingMemoryBound(to: Wrapped.self).move())
  }

  @inlinable
  static func deinitialize(at place: UnsafeMutableRawPointer) {
    unsafe place.assumingMemoryBound(to: Self.self).deinitialize(count: 1)
  }

  @inlinable
  static func isNil(at place: UnsafeRawPointer) -> Bool {
    unsafe isNil(place.assumingMemoryBound(to: Borrowed<Self>.self).pointee)
  }

  @inlinable @inline(__always)
  static func isNil(_ optional: borrowing Borrowed<Self>) -> Bool {
    switch optional.value {
    case .some: false
    case .none: true
    }
  }

  @inlinable
  static func withValue(at place: UnsafeRawPointer, _ body: (UnsafeRawPointer?) -> Void) {
    unsafe withValue(place.assumingMemoryBound(to: Borrowed<Self>.self).pointee, body)
  }

  @inlinable @inline(__always)
  static func withValue(_ optional: borrowing Borrowed<Self>, _ body: (UnsafeRawPointer?) -> Void) {
    switch optional.value {
    case .some(let value): unsafe withUnsafePointer(to: value) { unsafe body(UnsafeRawPointer($0)) }
    case .none: body(nil)
    }
  }
}

/// Whether the value in an optional is at the place of the optional, as the ABI of Swift says of enumerations with one payload. Three
/// kinds of optionals are tried: with a tag of their own, with an unused value of a pointer, and with one of a later byte. Otherwise a
/// large value is copied to be written.
private let optionalsBeginWithValues: Bool = {
  func isFirst<Value>(_ value: Value, _ isSame: (Value) -> Bool) -> Bool {
    let optional = Optional(value)
    return unsafe withUnsafePointer(to: optional) {
      unsafe isSame(UnsafeRawPointer($0).assumingMemoryBound(to: Value.self).pointee)
    }
  }
  let pair = (UInt64(0x0123_4567_89AB_CDEF), false)
  return isFirst(UInt64(0x0123_4567_89AB_CDEF)) { $0 == 0x0123_4567_89AB_CDEF } && isFirst([1, 2]) { $0 == [1, 2] }
    && isFirst(pair) { $0 == pair }
}()

/// An array in a field.
@usableFromInline
protocol FieldArray {
  /// Moves elements into an array.
  static func initialize(at place: UnsafeMutableRawPointer, moving elements: UnsafeMutableRawPointer, count: Int)
  static func deinitialize(at place: UnsafeMutableRawPointer)
  /// Moves elements to other memory.
  static func move(_ elements: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer, count: Int)
  static func deinitialize(elements: UnsafeMutableRawPointer, count: Int)
}

extension Array: FieldArray {
  @inlinable
  static func initialize(at place: UnsafeMutableRawPointer, moving elements: UnsafeMutableRawPointer, count: Int) {
    var array: Self = []
    if count > 0 {
      // Memory that `init(unsafeUninitializedCapacity:)` makes has a type that is looked up at each call.
      array.append(addingCapacity: count) { output in
        unsafe output.withUnsafeMutableBufferPointer { target, initialized in
          let source = unsafe elements.assumingMemoryBound(to: Element.self)
          unsafe target.baseAddress?.moveInitialize(from: source, count: count)
          initialized = count
        }
      }
    }
    unsafe place.initializeMemory(as: Self.self, to: array)
  }

  @inlinable
  static func deinitialize(at place: UnsafeMutableRawPointer) {
    unsafe place.assumingMemoryBound(to: Self.self).deinitialize(count: 1)
  }

  @inlinable
  static func move(_ elements: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
    let source = unsafe elements.assumingMemoryBound(to: Element.self)
    unsafe target.assumingMemoryBound(to: Element.self).moveInitialize(from: source, count: count)
  }

  @inlinable
  static func deinitialize(elements: UnsafeMutableRawPointer, count: Int) {
    unsafe elements.assumingMemoryBound(to: Element.self).deinitialize(count: count)
  }

  // SAFETY: the elements of an array are in an object that does not move, as the buffer of the output says, too.
  @inlinable
  static func elements(at place: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int) {
    unsafe elements(of: place.assumingMemoryBound(to: Borrowed<Self>.self).pointee)
  }

  @inlinable @inline(__always)
  static func elements(of array: borrowing Borrowed<Self>) -> (start: UnsafeRawPointer?, count: Int) {
    unsafe array.value.withUnsafeBufferPointer { unsafe (UnsafeRawPointer($0.baseAddress), $0.count) }
  }
}
