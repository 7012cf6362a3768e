extension JSON.Value {
  /// Reads values from a tree, with the interface of every format.
  ///
  /// ```swift
  /// let value: JSON.Value = ["name": "Alien", "directed_by": ["Ridley Scott"]]
  /// let film = try value.decode(Film.self)
  /// ```
  public struct Reader: FormatReader, ~Copyable {
    enum Level {
      case array([JSON.Value], position: Int)
      case object(JSON.Object, position: Int)
    }

    /// The value that is read next, or was read last.
    var current: JSON.Value
    /// The open arrays and objects, and the position of the current value in them.
    var levels: [Level] = []
    private let maximumDepth: Int

    /// Creates a reader of a tree.
    ///
    /// - Parameters:
    ///   - value: The tree.
    ///   - options: The limits, and how duplicate keys are handled.
    public init(_ value: JSON.Value, options: JSON.ReadingOptions = JSON.ReadingOptions()) {
      current = value
      maximumDepth = options.maximumDepth
    }
  }

  /// Reads a value of a type from this tree.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - options: The limits, and how duplicate keys are handled.
  /// - Throws: ``FormatError`` with the path if the tree does not match the type.
  public func decode<Value: Readable>(
    _ type: Value.Type = Value.self, options: JSON.ReadingOptions = JSON.ReadingOptions()
  ) throws(FormatError) -> Value {
    var reader = Reader(self, options: options)
    do {
      return try reader.read(type)
    } catch {
      throw FormatError(wrapping: error, at: reader.place)
    }
  }
}

// MARK: - Structure

extension JSON.Value.Reader {
  public mutating func beginObject(_ fields: FieldTable) throws -> Bool { try beginMap() }

  public mutating func takeKey(_ key: StaticString, at index: Int) -> Bool {
    guard case .object(let object, let position) = levels.last else { return false }
    // The key has its quotes and colon. For a key with escapes this returns false, and `findField` compares the names.
    return key.withUTF8Buffer { unsafe $0.dropFirst().dropLast(2).elementsEqual(object[position].key.utf8) }
  }

  public mutating func findField(_ search: inout FieldSearch) throws -> Int {
    guard case .object(let object, let position) = levels.last else { try fail(.mismatch(.object, current)) }
    return object[position].key.withUTF8Span { search.index(of: $0) }
  }

  public mutating func beginMap() throws -> Bool {
    guard case .object(let object) = current else { try fail(.mismatch(.object, current)) }
    guard let first = object.first else { return false }
    try descend(.object(object, position: 0))
    current = first.value
    return true
  }

  public mutating func readKey() throws -> String {
    guard case .object(let object, let position) = levels.last else { try fail(.mismatch(.object, current)) }
    return object[position].key
  }

  public mutating func nextMember() throws -> Bool { advance() }

  public mutating func beginArray() throws -> Bool {
    guard case .array(let elements) = current else { try fail(.mismatch(.array, current)) }
    guard let first = elements.first else { return false }
    try descend(.array(elements, position: 0))
    current = first
    return true
  }

  public mutating func nextElement() throws -> Bool { advance() }

  private mutating func descend(_ level: Level) throws {
    guard levels.count < maximumDepth else { try fail(.nestedTooDeep(limit: maximumDepth)) }
    levels.append(level)
  }

  private mutating func advance() -> Bool {
    switch levels.popLast() {
    case .array(let elements, let position) where position + 1 < elements.count:
      levels.append(.array(elements, position: position + 1))
      current = elements[position + 1]
      return true
    case .object(let object, let position) where position + 1 < object.count:
      levels.append(.object(object, position: position + 1))
      current = object[position + 1].value
      return true
    default: return false
    }
  }
}

// MARK: - Scalars

extension JSON.Value.Reader {
  public mutating func takeNull() -> Bool { current.isNull }

  public mutating func readBool() throws -> Bool {
    guard let value = current.boolean else { try fail(.mismatch(.boolean, current)) }
    return value
  }

  public mutating func readInt() throws -> Int { try readInteger() }
  public mutating func readInt64() throws -> Int64 { try readInteger() }
  public mutating func readUInt64() throws -> UInt64 { try readInteger() }
  @available(WideIntegers, *)
  public mutating func readInt128() throws -> Int128 { try readInteger() }
  @available(WideIntegers, *)
  public mutating func readUInt128() throws -> UInt128 { try readInteger() }

  private mutating func readInteger<Integer: FixedWidthInteger>() throws -> Integer {
    let number = try readNumber(expected: .integer)
    if let value = number.integer(as: Integer.self) { return value }
    try fail(number.isInteger ? .numberOutOfRange(type: "\(Integer.self)") : .notAnInteger)
  }

  public mutating func readDouble() throws -> Double { try readNearest() }
  public mutating func readFloat() throws -> Float { try readNearest() }

  private mutating func readNearest<Number: DecimalRounding>() throws -> Number {
    guard let value: Number = try readNumber(expected: .number).withToken({ $0.nearest() }) else {
      try fail(.numberOutOfRange(type: "\(Number.self)"))
    }
    return value
  }

  private mutating func readNumber(expected: FormatError.Expectation) throws -> JSON.Number {
    guard let number = current.number else { try fail(.mismatch(expected, current)) }
    return number
  }

  public mutating func readNumberText() throws -> String { try readNumber(expected: .number).text }

  public mutating func readString() throws -> String {
    guard let value = current.string else { try fail(.mismatch(.string, current)) }
    return value
  }
}

// MARK: - Values

extension JSON.Value.Reader {
  public mutating func skipValue() throws {}

  public mutating func nextKind() throws -> ValueKind { current.kind }

  public mutating func forwardScalar<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) throws {
    current.write(to: &writer)
  }

  public mutating func forwardKey<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) throws {
    writer.writeKey(try readKey())
  }

  public mutating func fail(_ problem: FormatError.Problem) throws -> Never { throw FormatError(problem, at: place) }

  /// The path of the current value.
  fileprivate var place: FormatError.Place {
    var path = ""
    for level in levels {
      switch level {
      case .array(_, let position): path += "/\(position)"
      case .object(let object, let position): path += "/" + JSON.pointerToken(object[position].key)
      }
    }
    return FormatError.Place(path: path)
  }
}

extension JSON.Value {
  var kind: ValueKind {
    switch self {
    case .null: .null
    case .boolean: .boolean
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}

extension FormatError.Problem {
  fileprivate static func mismatch(_ expected: FormatError.Expectation, _ found: JSON.Value) -> FormatError.Problem {
    .mismatch(expected: expected, found: found.kind)
  }
}
