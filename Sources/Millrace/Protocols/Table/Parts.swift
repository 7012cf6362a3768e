// Types whose values are composed from parts: enumerations with associated values, classes, and structures with other storage than
// fields. The parts of a case are read into memory of their own by a table of the case, and then moved into a value. To be written, the
// few parts of a case of an enumeration are borrowed, each in a place of its own, because a tuple of them would be a copy that counts
// references (`Parts+Places.swift`).

/// A type whose values are composed from parts that are read by a table. The macros generate the conformance.
public protocol __ComposedType: __ReadByTable {
  /// Moves the parts of a case into a new value.
  static func __compose(_ index: Int, _ parts: __Parts)

  // Specialized for each type, in its module.

  static func __deinitialize(valueAt place: UnsafeMutableRawPointer)
}

extension __ComposedType {
  public static func __deinitialize(valueAt place: UnsafeMutableRawPointer) {
    unsafe place.assumingMemoryBound(to: Self.self).deinitialize(count: 1)
  }
}

/// A type whose values are decomposed into parts that are written by a table. The macros generate the conformance.
public protocol __DecomposedType: __WrittenByTable {
  /// Calls a function with the index of the case and the parts.
  func __decompose(_ use: (Int, __Parts) -> Void)

  // Specialized for each type, in its module.

  static func __decompose(valueAt place: UnsafeRawPointer, _ use: (Int, __Parts) -> Void)
}

extension __DecomposedType {
  @inlinable
  public static func __decompose(valueAt place: UnsafeRawPointer, _ use: (Int, __Parts) -> Void) {
    unsafe decompose(place.assumingMemoryBound(to: Borrowed<Self>.self).pointee, use)
  }

  /// Decomposes a value where it is, which as an argument is not copied.
  @inlinable @inline(__always)
  static func decompose(_ value: borrowing Borrowed<Self>, _ use: (Int, __Parts) -> Void) {
    value.value.__decompose(use)
  }
}

extension ObjectSharing where Self: __ComposedType {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader, besides belongsToOthers: (String) -> Bool
  ) throws -> Self {
    // SAFETY: the table is that of the type.
    try unsafe initialized(Self.self) { place in
      try unsafe reader.readComposed(__fields, into: place, besides: belongsToOthers)
    }
  }
}

/// The parts of a case in memory: a tuple, or its only element.
///
/// SAFETY: the functions are called with the type that the table of the case was made for, and with memory of a value.
@safe
public struct __Parts {
  @usableFromInline let values: UnsafeMutableRawPointer
  /// Where a value is composed.
  @usableFromInline let target: UnsafeMutableRawPointer

  @inlinable
  init(_ values: UnsafeMutableRawPointer, target: UnsafeMutableRawPointer) {
    unsafe self.values = values
    unsafe self.target = target
  }

  /// Moves the parts out of the memory.
  @inlinable @inline(__always)
  public func take<Values>(_ type: Values.Type) -> Values {
    unsafe values.assumingMemoryBound(to: Values.self).move()
  }

  /// Initializes the value.
  @inlinable @inline(__always)
  public func compose<Value>(_ value: consuming Value) { unsafe target.initializeMemory(as: Value.self, to: value) }

  /// Calls a function with parts.
  @inlinable @inline(__always)
  public static func of<Values>(_ values: borrowing Values, _ index: Int, _ use: (Int, __Parts) -> Void) {
    unsafe withUnsafePointer(to: values) { place in
      let place = unsafe UnsafeMutableRawPointer(mutating: UnsafeRawPointer(place))
      unsafe use(index, __Parts(place, target: place))
    }
  }
}

/// How a document shows which case an enumeration has.
public enum __CaseForm: Sendable {
  /// It need not: a class or a structure has one case. The parts are members of the value's object.
  case only
  case key
  /// With the key of a member as JSON, in quotes and with a colon.
  case tag(StaticString)
  case tagAndContent(StaticString, StaticString)
  case untagged
  case string
}

/// A case of a type whose values are composed.
///
/// SAFETY: the memory is never released, and not changed after its initialization.
@usableFromInline
@safe
struct ComposedCase {
  /// The name.
  @usableFromInline let name: String
  /// The parts.
  @usableFromInline let table: __Table
  /// Whether the only part is the value itself, without an object around it.
  @usableFromInline let isContent: Bool
  /// Whether a value that is written has its parts in places of their own, and not in a tuple.
  @usableFromInline let hasPlaces: Bool
  /// The name as a JSON key.
  let key: StaticString
  /// The steps by which the standard style of JSON writes a value, made when one is first written; none if it is written in another way.
  let steps: MadeOnce<WritingStep>
  /// The table of the content if the members of the content can follow the tag, decided when that is first asked.
  @usableFromInline let tableBesideTag: MadeOnce<__Table.Contents>
}

/// The cases of a type whose values are composed.
///
/// SAFETY: as for one case.
@usableFromInline
@safe
struct ComposedCases {
  /// The name of the type, for errors.
  @usableFromInline let typeName: StaticString
  /// The type, if it is read by the table, and if it is written by it.
  @usableFromInline let composedType: (any __ComposedType.Type)?
  @usableFromInline let decomposedType: (any __DecomposedType.Type)?
  @usableFromInline let form: __CaseForm
  /// The names of the cases, and after them their other names.
  @usableFromInline let names: FieldTable
  /// The names of the cases as keys, in the same order.
  @usableFromInline let keys: UnsafePointer<__TableField>
  @usableFromInline let keyCount: Int
  /// The key of the tag, if there is one.
  @usableFromInline let tag: UnsafePointer<__TableField>
  /// The index of the case of each name.
  @usableFromInline let casesOfNames: [Int]
  @usableFromInline let cases: UnsafePointer<ComposedCase>
  @usableFromInline let count: Int
  /// The index of the case for unknown names, or -1.
  @usableFromInline let unknown: Int
  @usableFromInline let rejectsUnknown: Bool
  /// The size of the parts of any case, and their alignment.
  @usableFromInline let size: Int
  @usableFromInline let alignment: Int
}

// These are not properties of what the pointer refers to, because it would be copied to call them.
extension UnsafePointer<ComposedCases> {
  @inlinable func at(_ index: Int) -> UnsafePointer<ComposedCase> { unsafe pointee.cases + index }

  // SAFETY: only types of `__ComposedType` are read by the table, and only those of `__DecomposedType` are written by it.
  @inlinable var composedType: any __ComposedType.Type { unsafe pointee.composedType.unsafelyUnwrapped }
  @inlinable var decomposedType: any __DecomposedType.Type { unsafe pointee.decomposedType.unsafelyUnwrapped }

  /// The type's name for errors, unless there is a case for what is unknown.
  @inlinable var typeNameIfClosed: StaticString? { unsafe pointee.unknown < 0 ? pointee.typeName : nil }
}

// MARK: - Making tables

extension __Table {
  /// Makes the table of a type whose values are composed.
  ///
  /// - Parameters:
  ///   - name: The name of the type.
  ///   - form: How a document shows the case.
  ///   - names: The names of the members of an object that are not parts, or those of the only case.
  ///   - cases: The names of the cases, and after them their other names, in the same order.
  ///   - rejectsUnknown: Whether unknown members are rejected.
  ///   - builder: The cases, each followed by its parts.
  public init<Value: __ComposedType & __DecomposedType>(
    _ type: Value.Type, _ name: StaticString, _ form: __CaseForm, _ names: FieldTable, cases: FieldTable,
    rejectsUnknown: Bool = false, _ builder: __TableBuilder
  ) {
    self.init(type, type, name, form, names, cases, rejectsUnknown, builder)
  }
  public init<Value: __ComposedType>(
    _ type: Value.Type, _ name: StaticString, _ form: __CaseForm, _ names: FieldTable, cases: FieldTable,
    rejectsUnknown: Bool = false, _ builder: __TableBuilder
  ) {
    self.init(type, nil, name, form, names, cases, rejectsUnknown, builder)
  }
  public init<Value: __DecomposedType>(
    _ type: Value.Type, _ name: StaticString, _ form: __CaseForm, _ names: FieldTable, cases: FieldTable,
    rejectsUnknown: Bool = false, _ builder: __TableBuilder
  ) {
    self.init(nil, type, name, form, names, cases, rejectsUnknown, builder)
  }

  private init(
    _ composedType: (any __ComposedType.Type)?, _ decomposedType: (any __DecomposedType.Type)?, _ name: StaticString,
    _ form: __CaseForm, _ names: FieldTable, _ cases: FieldTable, _ rejectsUnknown: Bool, _ builder: __TableBuilder
  ) {
    let cases = builder.composedCases(
      of: composedType, decomposedType, name, form, cases, rejectsUnknown: rejectsUnknown)
    unsafe self.init(names, builder, fields: 0..<0, validate: builder.validate, cases: cases)
  }

  @inlinable var cases: UnsafePointer<ComposedCases>? { unsafe contents.pointee.cases }

  /// Deinitializes a value.
  @usableFromInline
  func deinitializeValue(at place: UnsafeMutableRawPointer) {
    if let cases = unsafe cases {
      unsafe cases.composedType.__deinitialize(valueAt: place)
    } else {
      unsafe deinitialize(all, in: place)
    }
  }
}

/// A case while a table is made.
struct AddedCase {
  let key: StaticString
  let names: FieldTable
  /// The size of the tuple of the parts, in bytes, and its alignment.
  private(set) var size = 0
  private(set) var alignment = 1
  /// The index of the first part among those of all cases, and the numbers of other names of parts before it.
  let firstPart: Int
  let firstAlias: Int
  var aliasCount = 0
  var isContent = false
  var isUnknown = false
}

extension __TableBuilder {
  /// Adds a case. Its parts are added next.
  ///
  /// - Parameters:
  ///   - key: The name of the case as a JSON key.
  ///   - names: The names of the parts, after them their other names, and after these the tag beside them.
  ///   - aliases: The number of other names of the case.
  public mutating func addCase(_ key: StaticString, _ names: FieldTable, aliases: Int = 0) {
    cases.append(
      AddedCase(
        key: key, names: names, firstPart: count, firstAlias: fieldsOfAliases.count, aliasCount: aliases))
  }

  /// Makes the only part of the case that was added last the value without an object around it.
  public mutating func isContent() { cases[cases.count - 1].isContent = true }

  /// Makes the case that was added last the one for unknown names.
  public mutating func isUnknown() { cases[cases.count - 1].isUnknown = true }

  /// Adds the name of a member beside the parts of the case that was added last. It is the tag, which is skipped.
  public mutating func addTag() { fieldsOfAliases.append(-1) }

  func composedCases(
    of composedType: (any __ComposedType.Type)?, _ decomposedType: (any __DecomposedType.Type)?,
    _ name: StaticString, _ form: __CaseForm, _ names: FieldTable, rejectsUnknown: Bool
  ) -> ComposedCases {
    let isOnly = if case .only = form { true } else { false }
    // The only case of a class has no name.
    let named = isOnly ? [] : cases.indices.filter { !cases[$0].isUnknown }
    var texts = names.names.prefix(named.count).makeIterator()
    let made = unsafe PermanentMemory.allocate(ComposedCase.self, count: cases.count)
    var (size, alignment, unknown) = (0, 1, -1)
    for (index, added) in cases.enumerated() {
      let end = index + 1 < cases.count ? cases[index + 1] : nil
      let parts = added.firstPart..<(end?.firstPart ?? count)
      let aliases = fieldsOfAliases[added.firstAlias..<(end?.firstAlias ?? fieldsOfAliases.count)]
      let table = unsafe __Table(
        added.names, self, fields: parts,
        aliases: aliases.isEmpty ? [] : aliases.map { $0 < 0 ? $0 : $0 - added.firstPart }, validate: nil)
      let name = added.isUnknown ? added.keyText : texts.next() ?? ""
      let hasPlaces = !isOnly && (2...__Parts.mostPlaces).contains(parts.count)
      unsafe (made + index).initialize(to: ComposedCase(added, name, table, hasPlaces: hasPlaces))
      (size, alignment) = (max(size, added.size), max(alignment, added.alignment))
      if added.isUnknown, unknown < 0 { unknown = index }
    }
    let tag: StaticString =
      switch form {
      case .tag(let key), .tagAndContent(let key, _): key
      default: ""
      }
    return unsafe ComposedCases(
      typeName: name, composedType: composedType, decomposedType: decomposedType, form: form, names: names,
      keys: Self.keys(named.map { cases[$0].key }), keyCount: named.count, tag: Self.keys([tag]),
      casesOfNames: named + named.flatMap { Array(repeating: $0, count: cases[$0].aliasCount) },
      cases: made, count: cases.count, unknown: unknown, rejectsUnknown: rejectsUnknown, size: size,
      alignment: alignment)
  }

  /// Fields that are only keys.
  private static func keys(_ keys: [StaticString]) -> UnsafePointer<__TableField> {
    let memory = unsafe PermanentMemory.allocate(
      byteCount: keys.count * MemoryLayout<__TableField>.stride, alignment: 64)
    let fields = unsafe memory.bindMemory(to: __TableField.self, capacity: keys.count)
    for (index, key) in keys.enumerated() {
      let isEmpty = key.utf8CodeUnitCount == 0
      unsafe (fields + index).initialize(
        to: isEmpty
          ? __TableField(afterLast: index)
          : __TableField(PermanentMemory.keep(__TableField.Details(key, Bool.self, 0)), at: index, nested: nil))
    }
    return unsafe UnsafePointer(fields)
  }
}

extension ComposedCase {
  fileprivate init(_ added: AddedCase, _ name: String, _ table: __Table, hasPlaces: Bool) {
    self.name = name
    self.table = table
    self.hasPlaces = hasPlaces
    isContent = added.isContent
    key = added.key
    steps = MadeOnce()
    tableBesideTag = MadeOnce()
  }
}

extension AddedCase {
  /// Adds a part to the tuple. Its layout is that of Swift's ABI: each element has the next place that its alignment allows. The
  /// compiler is not asked, because Swift 6.3.1 gives no value to the offset of an element without a size.
  ///
  /// - Returns: The place of the part, in bytes.
  mutating func addPart(size: Int, alignment: Int) -> Int {
    let offset = (self.size + alignment - 1) & ~(alignment - 1)
    self.size = offset + size
    self.alignment = max(self.alignment, alignment)
    return offset
  }

  /// The name in the key.
  fileprivate var keyText: String { (try? JSON.decode(String.self, from: Array(key.bytes.dropLast()))) ?? "" }
}

extension StaticString {
  var bytes: [UInt8] { withUTF8Buffer { unsafe Array($0) } }
}
