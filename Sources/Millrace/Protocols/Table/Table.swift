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
  /// Moves values into an array.
  static func __initialize(arrayAt place: UnsafeMutableRawPointer, moving elements: UnsafeMutableRawPointer, count: Int)
  /// Calls a function with the elements of an array.
  static func __withElements(ofArrayAt place: UnsafeRawPointer, _ body: (UnsafeRawPointer?, _ count: Int) -> Void)
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
  public static func __initialize(
    arrayAt place: UnsafeMutableRawPointer, moving elements: UnsafeMutableRawPointer, count: Int
  ) {
    unsafe [Self].initialize(at: place, moving: elements, count: count)
  }

  @inlinable
  public static func __withElements(
    ofArrayAt place: UnsafeRawPointer, _ body: (UnsafeRawPointer?, _ count: Int) -> Void
  ) {
    unsafe [Self].withElements(at: place, body)
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
    @usableFromInline let fields: UnsafePointer<TableField>
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
    let fields = UnsafeMutablePointer<TableField>.allocate(capacity: max(count, 1))
    var bits: (all: UInt64, required: UInt64, owning: UInt64) = (0, 0, 0)
    for (index, field) in builder.fields.enumerated() {
      unsafe (fields + index).initialize(to: field)
      let bit: UInt64 = 1 << UInt64(index)
      bits.all |= bit
      if field.isRequired { bits.required |= bit }
      if !field.isTrivial { bits.owning |= bit }
    }
    let contents = UnsafeMutablePointer<Contents>.allocate(capacity: 1)
    unsafe contents.initialize(
      to: Contents(
        names: names, fields: UnsafePointer(fields), count: count, all: bits.all, required: bits.required,
        owning: bits.owning, fieldsOfAliases: builder.fieldsOfAliases, validate: builder.validate,
        isValidated: builder.validate != nil))
    unsafe self.contents = UnsafePointer(contents)
  }

  @inlinable func field(at index: Int) -> UnsafePointer<TableField> { unsafe contents.pointee.fields + index }
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

@usableFromInline
enum FieldShape: UInt8 {
  case value, optional, array, optionalArray

  @inlinable var isOptional: Bool { self == .optional || self == .optionalArray }
}

/// A field in a table.
///
/// SAFETY: its functions are called with memory of the type of the property, which the builder's functions state.
@usableFromInline
@safe
struct TableField {
  @usableFromInline let key: __TableKey
  /// The place in the structure, in bytes.
  @usableFromInline let offset: Int
  @usableFromInline let content: FieldContent
  @usableFromInline let shape: FieldShape
  /// Whether a nil has no member.
  @usableFromInline fileprivate(set) var omitsNil: Bool
  /// The size of the content in an array, and its alignment.
  @usableFromInline let stride: Int
  @usableFromInline let alignment: Int
  /// The type of the content.
  @usableFromInline let type: any Serializable.Type
  /// The type of the content, if it has a table.
  @usableFromInline let tableType: (any __TableType.Type)?
  /// The type of arrays of the content, if there are any.
  @usableFromInline let arrayType: (any FieldArray.Type)?
  /// Whether the value of an optional begins where the optional does.
  @usableFromInline let isInPlace: Bool
  /// The type of the property, if it is an optional.
  @usableFromInline let optionalType: (any FieldOptional.Type)?
  /// Initializes the place with the value that stands for a missing member.
  @usableFromInline fileprivate(set) var setDefault: ((UnsafeMutableRawPointer) -> Void)?

  fileprivate init<Content: Serializable>(
    _ key: StaticString, _ type: Content.Type, tableType: (any __TableType.Type)?, _ offset: Int?,
    array: (any FieldArray.Type)? = nil, optional: (any FieldOptional.Type)? = nil
  ) {
    // Only properties with storage of their own are added.
    guard let offset else { preconditionFailure("a property without a place") }
    self.key = __TableKey(key)
    self.offset = offset
    content = tableType == nil ? FieldContent(of: type) : .table
    shape = optional == nil ? (array == nil ? .value : .array) : array == nil ? .optional : .optionalArray
    omitsNil = optional != nil
    stride = MemoryLayout<Content>.stride
    alignment = MemoryLayout<Content>.alignment
    self.type = type
    self.tableType = tableType
    arrayType = array
    isInPlace = shape == .optional && tableType != nil && optionalsBeginWithValues
    optionalType = optional
    unsafe setDefault = nil
  }

  fileprivate var hasDefault: Bool { unsafe setDefault != nil }

  fileprivate var isRequired: Bool { !shape.isOptional && !hasDefault }

  fileprivate var isTrivial: Bool {
    (shape == .value || shape == .optional) && content.rawValue < FieldContent.string.rawValue
  }
}

/// Collects the fields of a type. Generated code calls its functions.
///
/// SAFETY: the functions are called with memory of the types that they are made for.
@safe
public struct __TableBuilder {
  fileprivate var fields: [TableField] = []
  fileprivate var fieldsOfAliases: [Int] = []
  fileprivate var validate: ((UnsafeRawPointer) throws -> Void)?

  /// Adds a field.
  ///
  /// - Parameters:
  ///   - key: The name as a JSON key with quotes and colon, `"name":`.
  ///   - type: The type of the property.
  ///   - offset: The place of the property, in bytes.
  public mutating func add<Value: Serializable>(_ key: StaticString, _ type: Value.Type, at offset: Int?) {
    fields.append(TableField(key, type, tableType: nil, offset))
  }
  public mutating func add<Value: Serializable>(_ key: StaticString, _ type: Value?.Type, at offset: Int?) {
    fields.append(TableField(key, Value.self, tableType: nil, offset, optional: type))
  }
  public mutating func add<Value: Serializable>(_ key: StaticString, _ type: [Value].Type, at offset: Int?) {
    fields.append(TableField(key, Value.self, tableType: nil, offset, array: type))
  }
  public mutating func add<Value: Serializable>(_ key: StaticString, _ type: [Value]?.Type, at offset: Int?) {
    fields.append(TableField(key, Value.self, tableType: nil, offset, array: [Value].self, optional: type))
  }
  public mutating func add<Value: __TableType>(_ key: StaticString, _ type: Value.Type, at offset: Int?) {
    fields.append(TableField(key, type, tableType: type, offset))
  }
  public mutating func add<Value: __TableType>(_ key: StaticString, _ type: Value?.Type, at offset: Int?) {
    fields.append(TableField(key, Value.self, tableType: Value.self, offset, optional: type))
  }
  public mutating func add<Value: __TableType>(_ key: StaticString, _ type: [Value].Type, at offset: Int?) {
    fields.append(TableField(key, Value.self, tableType: Value.self, offset, array: type))
  }
  public mutating func add<Value: __TableType>(_ key: StaticString, _ type: [Value]?.Type, at offset: Int?) {
    fields.append(TableField(key, Value.self, tableType: Value.self, offset, array: [Value].self, optional: type))
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

extension TableField {
  /// Deinitializes the field of the value in some memory.
  @usableFromInline @inline(never)
  func deinitialize(in memory: UnsafeMutableRawPointer) {
    if let optionalType {
      unsafe optionalType.deinitialize(at: memory + offset)
    } else if let arrayType {
      unsafe arrayType.deinitialize(at: memory + offset)
    } else {
      unsafe deinitialize(self.type, memory + offset)
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
    let array = unsafe Self(unsafeUninitializedCapacity: count) { target, initialized in
      let source = unsafe elements.assumingMemoryBound(to: Element.self)
      unsafe target.baseAddress?.moveInitialize(from: source, count: count)
      initialized = count
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

  @inlinable
  static func withElements(at place: UnsafeRawPointer, _ body: (UnsafeRawPointer?, _ count: Int) -> Void) {
    unsafe withElements(place.assumingMemoryBound(to: Borrowed<Self>.self).pointee, body)
  }

  @inlinable @inline(__always)
  static func withElements(
    _ array: borrowing Borrowed<Self>, _ body: (UnsafeRawPointer?, _ count: Int) -> Void
  ) {
    unsafe array.value.withUnsafeBufferPointer {
      unsafe body(UnsafeRawPointer($0.baseAddress), $0.count)
    }
  }
}
