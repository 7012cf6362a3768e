extension JSON {
  /// Any JSON value, as a tree.
  ///
  /// Use it for documents of unknown structure. Objects keep the order of members and numbers keep all their digits.
  /// Literals are values, so trees can be written, compared and matched as literals:
  ///
  /// ```swift
  /// var value = try JSON.decode(JSON.Value.self, from: bytes)
  /// let name = value[0]?["name"]?.string ?? "?"
  /// value["films"] = [["name": "Alien", "year": 1979]]
  /// switch value["films"]?[0]?["year"] {
  /// case 1979: print(name)
  /// case 1900..<2000: print("of the last century")
  /// case .string(let text): print(text)
  /// case nil: print("unknown")
  /// default: break
  /// }
  /// ```
  ///
  /// Two values are equal if numbers have the same value, strings have the same bytes, and objects have the same
  /// members in any order. See ``isEqual(to:numbers:)``.
  public enum Value: Sendable {
    case null
    case boolean(Bool)
    case number(Number)
    case string(String)
    case array([Value])
    case object(Object)
  }
}

// MARK: - Looking inside

extension JSON.Value {
  /// Whether this is null.
  @inlinable public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The boolean that this is, or nil.
  @inlinable public var boolean: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  /// The number that this is, or nil.
  @inlinable public var number: JSON.Number? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The integer that this is, or nil if it is not an integer or out of range.
  @inlinable public var int: Int? { number?.integer() }

  /// The double nearest to the number that this is, or nil if it is not a number or larger than all doubles.
  @inlinable public var double: Double? { number?.double }

  /// The string that this is, or nil.
  @inlinable public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements of the array that this is, or nil.
  @inlinable public var array: [JSON.Value]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The object that this is, or nil.
  @inlinable public var object: JSON.Object? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The member with this key, or nil if there is none or this is not an object.
  ///
  /// Setting replaces any other value with an object; setting nil removes the member.
  public subscript(key: String) -> JSON.Value? {
    get { object?[key] }
    _modify {
      guard case .object(var members) = self else {
        var value: JSON.Value?
        defer { if let value { self = .object([key: value]) } }
        yield &value
        return
      }
      self = .null  // let go of the storage, so that it is changed in place
      defer { self = .object(members) }
      yield &members[key]
    }
  }

  /// The element at this index, or nil if there is none or this is not an array.
  ///
  /// Setting replaces the element, or appends one when the index is the number of elements; setting nil removes it.
  /// Otherwise setting has no effect.
  public subscript(index: Int) -> JSON.Value? {
    get {
      guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
      return elements[index]
    }
    _modify {
      guard case .array(var elements) = self, index >= 0, index <= elements.count else {
        var nowhere: JSON.Value?
        yield &nowhere
        return
      }
      self = .null
      let isThere = index < elements.count
      var value: JSON.Value?
      if isThere {
        value = elements[index]
        elements[index] = .null
      }
      defer {
        switch (value, isThere) {
        case (let value?, true): elements[index] = value
        case (let value?, false): elements.append(value)
        case (nil, true): elements.remove(at: index)
        case (nil, false): break
        }
        self = .array(elements)
      }
      yield &value
    }
  }
}

// MARK: - From Swift's values, literals, description

extension JSON.Value {
  /// A boolean.
  public init(_ value: Bool) { self = .boolean(value) }

  /// An integer of any size.
  public init(_ value: some BinaryInteger) { self = .number(JSON.Number(value)) }

  /// A string.
  public init(_ value: String) { self = .string(value) }

  /// The shortest number that reads back as this one, or nil for NaN and the infinities.
  public init?(_ value: Double) {
    guard let number = JSON.Number(value) else { return nil }
    self = .number(number)
  }
}

extension JSON.Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByFloatLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  public init(integerLiteral value: Int) { self = .number(JSON.Number(value)) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSON.Value...) { self = .array(elements) }

  /// For a duplicate key the last value is used.
  public init(dictionaryLiteral elements: (String, JSON.Value)...) { self = .object(JSON.Object(elements)) }

  /// A literal larger than all doubles is null.
  public init(floatLiteral value: Double) { self = JSON.Number(value).map(JSON.Value.number) ?? .null }
}

extension JSON.Value: CustomStringConvertible {
  /// The value as JSON, on one line.
  public var description: String {
    do { return try JSON.encode(self, as: String.self) } catch { return "\(error)" }
  }
}

extension JSON.Value: CustomDebugStringConvertible {
  /// The value as JSON, indented.
  public var debugDescription: String {
    do { return try JSON.encode(self, as: String.self, style: JSON.Pretty.self) } catch { return "\(error)" }
  }
}

// MARK: - Reading and writing

extension JSON.Value: Readable {
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader
  ) throws -> JSON.Value {
    var tree = TreeReader()
    return try tree.readValue(from: &reader)
  }

  public static func readJSON(from reader: inout JSON.Reader) throws -> JSON.Value { try read(from: &reader) }
}

extension JSON.Value: Writable {
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    switch self {
    case .null: writer.writeNull()
    case .boolean(let value): writer.write(value)
    case .number(let value): writer.write(value: value)
    case .string(let value): writer.write(value)
    case .array(let elements):
      writer.beginArray()
      elements.withSpan { elements in elements.forEachBorrowed { $0.write(to: &writer) } }
      writer.endArray()
    case .object(let object): object.write(to: &writer)
    }
  }

  public func writeJSON(to writer: inout JSON.Writer) {
    if writer.output.knowsLayoutOfShortStrings { writer.write(tree: self) } else { write(to: &writer) }
  }
}
