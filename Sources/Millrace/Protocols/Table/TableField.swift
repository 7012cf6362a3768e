// The fields of a table.

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
  /// With options: how a null is read, or what is not written.
  case special

  var isOptionalTable: Bool { self == .tableOrNil || self == .tablesOrNil }

  var isScalar: Bool { rawValue <= Self.stringOrNil.rawValue }
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

  // Dictionaries are not found here: to name the types of some would look up the conformances of their keys.
  init(of type: Any.Type) { self = Self.known.first { $0.type == type }?.content ?? .other }

  /// The content of a dictionary whose keys are strings.
  init(dictionaryOf type: Any.Type) {
    self =
      type == String.self ? .stringsByKey : type == Int.self ? .intsByKey : type == Double.self ? .doublesByKey : .other
  }

  private static let known: [(type: Any.Type, content: FieldContent)] = [
    (String.self, .string), (Int.self, .int), (Double.self, .double), (Bool.self, .bool), (Int64.self, .int64),
    (Int32.self, .int32), (UInt64.self, .uint64), (Float.self, .float), ([Double].self, .doubles),
    ([[Double]].self, .listsOfDoubles), ([Int].self, .ints), ([String].self, .strings),
  ]
}

extension FieldCode {
  init(_ content: FieldContent, _ shape: FieldShape) {
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
public struct __TableField: @unchecked Sendable {
  /// The name as a JSON key with quotes and colon, if it has at most 32 bytes.
  @usableFromInline let key: (SixteenBytes, SixteenBytes)
  /// The contents of the table of the content's type, stored when they are first used.
  @usableFromInline let nested: MadeOnce<__Table.Contents>?
  @usableFromInline let details: UnsafePointer<Details>
  /// The place in the structure, in bytes.
  @usableFromInline let offset: UInt32
  /// A bit for each of 32 bytes that are not the key's.
  @usableFromInline let ignored: UInt32
  /// The number of bytes of the key, or 0 if there are more than 32.
  @usableFromInline let keyCount: UInt8
  @usableFromInline let code: FieldCode
  @usableFromInline let index: UInt16

  /// Reads a content in JSON into memory of its type, and writes it.
  @usableFromInline typealias ReadJSON = (inout JSON.Reader, UnsafeMutableRawPointer) throws -> Void
  @usableFromInline typealias WriteJSON = (UnsafeRawPointer, inout JSON.Writer) -> Void

  /// What is needed less often. It refers to its functions by pointers, so that it is copied as bytes.
  ///
  /// SAFETY: its functions are called with memory of the type of the property, which the builder's functions state.
  @usableFromInline
  @safe
  struct Details {
    @usableFromInline let key: StaticString
    /// The place of the property in bytes, or nil for a part before the builder gives it one.
    var offset: Int?
    @usableFromInline let content: FieldContent
    @usableFromInline let shape: FieldShape
    /// Whether a nil has no member.
    @usableFromInline var omitsNil: Bool
    /// Whether a null is read like a missing member.
    @usableFromInline var takesNull = false
    /// Whether the content reads itself, also where a reader has functions of its own for the type.
    @usableFromInline let readsItself: Bool
    /// Whether the value of an optional begins where the optional does.
    @usableFromInline let isInPlace: Bool
    /// Whether the field is an optional of a class: a pointer, which is null for nil.
    @usableFromInline let isOptionalReference: Bool
    /// The size of the content, its size in an array, and its alignment.
    let sizeOfContent: Int
    @usableFromInline let stride: Int
    @usableFromInline let alignment: Int
    /// The number of elements of an array that are read into memory of the stack.
    @usableFromInline let elementsInScratch: Int
    /// The type of the content.
    let type: Any.Type
    /// The type, if it is read, and if it is written.
    @usableFromInline let readable: (any Readable.Type)?
    @usableFromInline let writable: (any Writable.Type)?
    /// The type of the content, if it was added as one that is `Codable`: a cast would search the conformances of the process.
    let codableType: (any Codable.Type)?
    /// The type of the content, if it has a table.
    @usableFromInline let tableType: (any __TableType.Type)?
    /// The type of arrays of the content, if there are any.
    @usableFromInline let arrayType: (any FieldArray.Type)?
    /// What is needed to make arrays of the content; nil if only their type can.
    let arrayMemory: ArrayMemory?
    /// The type of the property, if it is an optional.
    @usableFromInline let optionalType: (any FieldOptional.Type)?
    /// Reads and writes the content in JSON, if this was specialized in the module of the type.
    @usableFromInline var readJSON: UnsafePointer<ReadJSON>?
    @usableFromInline var writeJSON: UnsafePointer<WriteJSON>?
    /// Initializes the place with the value that stands for a missing member.
    @usableFromInline var setDefault: UnsafePointer<(UnsafeMutableRawPointer) -> Void>?
    /// Whether a value has no member because it is the default value.
    @usableFromInline var isOmitted: UnsafePointer<(UnsafeRawPointer) -> Bool>?
  }
}

extension __TableField.Details {
  init<Content: Serializable>(
    _ key: StaticString, _ type: Content.Type, _ offset: Int?,
    content: FieldContent? = nil, array: (any FieldArray.Type)? = nil, optional: (any FieldOptional.Type)? = nil,
    codable: (any Codable.Type)? = nil, readsItself: Bool = false
  ) {
    // A type can be read by a table and have a function of its own that writes it.
    let table = type.__readingTableType == type.__writingTableType ? type.__readingTableType : nil
    self.init(
      key, type, offset, reading: type, writing: type, table: table, content: content, array: array,
      optional: optional, codable: codable, readsItself: readsItself)
  }

  /// - Parameters:
  ///   - readable: The type, if it is read.
  ///   - writable: The type, if it is written.
  ///   - tableType: The type, if it has a table for all that is done with it.
  ///   - known: The kind of the content, if it is known.
  init<Content>(
    _ key: StaticString, _ type: Content.Type, _ offset: Int?, reading readable: (any Readable.Type)?,
    writing writable: (any Writable.Type)?, table tableType: (any __TableType.Type)?,
    content known: FieldContent? = nil,
    array: (any FieldArray.Type)? = nil, optional: (any FieldOptional.Type)? = nil, codable: (any Codable.Type)? = nil,
    readsItself: Bool = false
  ) {
    self.key = key
    self.offset = offset
    content = known ?? (tableType == nil ? FieldContent(of: type) : .table)
    shape = optional == nil ? (array == nil ? .value : .array) : array == nil ? .optional : .optionalArray
    omitsNil = optional != nil
    self.readsItself = readsItself
    isOptionalReference = shape == .optional && content == .other && type is AnyClass
    isInPlace = optional != nil && tableType != nil && optionalsBeginWithValues
    sizeOfContent = MemoryLayout<Content>.size
    stride = MemoryLayout<Content>.stride
    alignment = MemoryLayout<Content>.alignment
    elementsInScratch = alignment <= 16 ? Self.scratchSize / max(stride, 1) : 0
    self.type = type
    self.readable = readable
    self.writable = writable
    codableType = codable
    self.tableType = tableType
    arrayType = array
    // Arrays of known elements read themselves.
    arrayMemory = content == .table || content == .other ? array?.memory : nil
    optionalType = optional
    unsafe readJSON = nil
    unsafe writeJSON = nil
    unsafe setDefault = nil
    unsafe isOmitted = nil
  }

  /// The size of the memory on the stack for the first elements of an array, in bytes.
  @inlinable static var scratchSize: Int { 512 }

  // SAFETY: the table of a type that is only written is not used to read, and the other way round.
  @inlinable var readableType: any Readable.Type { unsafe readable.unsafelyUnwrapped }
  @inlinable var writableType: any Writable.Type { unsafe writable.unsafelyUnwrapped }

  var hasDefault: Bool { unsafe setDefault != nil }

  var isRequired: Bool { !shape.isOptional && !hasDefault }

  /// The size of the property, in bytes.
  var size: Int {
    if let optionalType { return optionalType.size }
    return arrayType == nil ? sizeOfContent : MemoryLayout<[Int]>.size
  }

  /// The alignment of the property.
  var alignmentOfProperty: Int { arrayType == nil ? alignment : MemoryLayout<[Int]>.alignment }

  var code: FieldCode {
    if unsafe takesNull || isOmitted != nil { return .special }
    let code = FieldCode(content, shape)
    let isCommon = key.utf8CodeUnitCount <= __TableField.longestShortKey && (omitsNil || !shape.isOptional)
    if code.isScalar, !isCommon { return .known }
    return code.isOptionalTable && !(isInPlace && omitsNil) ? .other : code
  }
}

extension __TableField {
  static var longestShortKey: Int { 32 }

  /// What is after the last field. Its key is empty, and no other key is equal to it.
  ///
  /// - Parameter index: The number of fields.
  init(afterLast index: Int) {
    let other = Self.afterLast
    (key, ignored, keyCount, offset, code) = (other.key, other.ignored, other.keyCount, other.offset, other.code)
    unsafe (nested, details) = unsafe (nil, other.details)
    self.index = UInt16(index)
  }

  private static let afterLast = unsafe __TableField(
    PermanentMemory.keep(Details("", Bool.self, 0)), at: 0, nested: nil)

  /// - Parameters:
  ///   - details: What is never released.
  ///   - nested: Where the table of the content's type will be.
  init(
    _ details: UnsafePointer<Details>, at index: Int, nested: MadeOnce<__Table.Contents>?
  ) {
    let name = unsafe details.pointee.key
    let count = name.utf8CodeUnitCount <= Self.longestShortKey ? name.utf8CodeUnitCount : 0
    var bytes: (SixteenBytes, SixteenBytes) = (SixteenBytes(.zero), SixteenBytes(.zero))
    unsafe withUnsafeMutableBytes(of: &bytes) { target in
      unsafe target.copyMemory(from: UnsafeRawBufferPointer(start: name.utf8Start, count: count))
    }
    key = bytes
    ignored = (1..<32).contains(count) ? ~0 &<< UInt32(count) : 0
    keyCount = UInt8(count)
    offset = unsafe UInt32(details.pointee.offset ?? 0)
    self.index = UInt16(index)
    code = unsafe details.pointee.code
    self.nested = unsafe details.pointee.tableType == nil ? nil : nested
    unsafe self.details = details
  }
}

extension UnsafePointer<__TableField> {
  /// The table of a field that has one.
  ///
  /// The type is asked for it when it is used first, and not when the table with the field is made, because a type may contain
  /// itself.
  @inlinable var nestedTable: __Table {
    @inline(__always) get {
      guard let contents = unsafe pointee.nested?.memory else { return unsafe findNestedTable() }
      return unsafe __Table(contents: contents)
    }
  }

  /// Moves elements into an array of this field.
  @usableFromInline @inline(never)
  func initializeArray(at place: UnsafeMutableRawPointer, moving elements: UnsafeMutableRawPointer, count: Int) {
    guard let type = unsafe pointee.details.pointee.arrayType else { return }
    guard let memory = unsafe pointee.details.pointee.arrayMemory else {
      return unsafe type.initialize(at: place, moving: elements, count: count)
    }
    // SAFETY: with the known layout, all empty arrays are the same object.
    guard count > 0 else {
      unsafe place.initializeMemory(as: [Int].self, to: [])
      return
    }
    let (array, target) = unsafe memory.allocate(count: count, stride: pointee.details.pointee.stride)
    unsafe type.move(elements, to: target, count: count)
    unsafe place.storeBytes(of: array, as: UnsafeMutableRawPointer.self)
  }

  /// Where the elements of this field's array are, as long as it is not changed.
  @usableFromInline
  func elements(ofArrayAt place: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int) {
    if let memory = unsafe pointee.details.pointee.arrayMemory, !memory.mayBeBridged {
      return unsafe ArrayMemory.elements(ofArrayAt: place)
    }
    return unsafe pointee.details.pointee.arrayType?.elements(at: place) ?? (nil, 0)
  }

  @usableFromInline @inline(never)
  func findNestedTable() -> __Table {
    guard let type = unsafe pointee.details.pointee.tableType, let nested = unsafe pointee.nested else {
      preconditionFailure("a field without a table")
    }
    let table = type.__fields
    unsafe nested.store(table.contents)
    return table
  }
}
