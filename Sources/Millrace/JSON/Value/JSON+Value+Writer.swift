extension JSON.Value {
  /// Writes values to a tree, with the interface of every format.
  ///
  /// ```swift
  /// let value = try JSON.Value.encode(films)
  /// print(value[0]?["name"]?.string ?? "unknown")  // Alien
  /// ```
  public struct Writer: FormatWriter, ~Copyable {
    private enum Level {
      case array([JSON.Value])
      case object(JSON.Object, key: String, fields: FieldTable?)
    }

    private var levels: [Level] = []
    private var root: JSON.Value?
    private var failure: FormatError?

    /// Creates a writer of an empty tree.
    public init() {}

    /// Returns the tree.
    ///
    /// - Throws: The first ``FormatError`` that occurred, with its path.
    public consuming func finish() throws(FormatError) -> JSON.Value {
      if let failure { throw failure }
      return root ?? .null
    }
  }

  /// Returns a value as a tree.
  ///
  /// - Parameter value: The value.
  /// - Throws: ``FormatError`` if JSON cannot represent the value, for example NaN.
  public static func encode<Value: Writable & ~Copyable>(_ value: borrowing Value) throws(FormatError) -> JSON.Value {
    var writer = Writer()
    writer.write(value: value)
    return try writer.finish()
  }
}

// MARK: - Structure

extension JSON.Value.Writer {
  public mutating func beginObject(_ fields: FieldTable) { levels.append(.object([:], key: "", fields: fields)) }

  public mutating func beginMap() { levels.append(.object([:], key: "", fields: nil)) }

  public mutating func beginArray() { levels.append(.array([])) }

  public mutating func writeMember<Value: Writable & ~Copyable>(
    _ key: StaticString, at index: Int, _ value: borrowing Value
  ) {
    if case .object(_, _, let fields?) = levels.last { setKey(fields.name(at: index)) }
    write(value: value)
  }

  public mutating func writeKey(_ key: String) { setKey(key) }

  public mutating func writeKey(utf8: Span<UInt8>) { setKey(String(utf8: utf8)) }

  private mutating func setKey(_ key: String) {
    guard case .object(let object, _, let fields) = levels.popLast() else { return }
    levels.append(.object(object, key: key, fields: fields))
  }

  public mutating func endObject() { end() }

  public mutating func endArray() { end() }

  private mutating func end() {
    switch levels.popLast() {
    case .array(let elements): add(.array(elements))
    case .object(let object, _, _): add(.object(object))
    case nil: break
    }
  }

  /// Adds a complete value to the innermost array or object.
  private mutating func add(_ value: JSON.Value) {
    switch levels.popLast() {
    case .array(var elements):
      elements.append(value)
      levels.append(.array(elements))
    case .object(var object, let key, let fields):
      object[key] = value
      levels.append(.object(object, key: key, fields: fields))
    case nil: root = value
    }
  }
}

// MARK: - Scalars

extension JSON.Value.Writer {
  public mutating func writeNull() { add(.null) }
  public mutating func write(_ value: Bool) { add(.boolean(value)) }
  public mutating func write(_ value: Int) { add(.number(JSON.Number(value))) }
  public mutating func write(_ value: Int64) { add(.number(JSON.Number(value))) }
  public mutating func write(_ value: UInt64) { add(.number(JSON.Number(value))) }
  @available(WideIntegers, *)
  public mutating func write(_ value: Int128) { add(.number(JSON.Number(value))) }
  @available(WideIntegers, *)
  public mutating func write(_ value: UInt128) { add(.number(JSON.Number(value))) }
  public mutating func write(_ value: Double) { writeNearest(value) }
  public mutating func write(_ value: Float) { writeNearest(value) }
  public mutating func write(_ value: String) { add(.string(value)) }
  public mutating func writeString(utf8: Span<UInt8>) { add(.string(String(utf8: utf8))) }
  public mutating func writeNumber(text: Span<UInt8>) { add(.number(JSON.Number(validText: String(utf8: text)))) }

  private mutating func writeNearest<Number: Writable & BinaryFloatingPoint>(_ value: Number) {
    do {
      add(.number(JSON.Number(validText: try JSON.encode(value, as: String.self))))
    } catch {
      fail(error.problem)
      add(.null)
    }
  }
}

// MARK: - Failures

extension JSON.Value.Writer {
  public var hasFailed: Bool { failure != nil }

  public mutating func fail(_ problem: FormatError.Problem) {
    guard failure == nil else { return }
    var path = ""
    for level in levels {
      switch level {
      case .array(let elements): path += "/\(elements.count)"
      case .object(_, let key, _): path += "/" + JSON.pointerToken(key)
      }
    }
    failure = FormatError(problem, at: FormatError.Place(path: path))
  }
}

extension String {
  /// Copies text that is known to be UTF-8.
  fileprivate init(utf8: Span<UInt8>) {
    self = unsafe utf8.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
