import Millrace

extension Schema {
  /// A writer that infers a schema from the values that are written to it, without storing them.
  ///
  /// ```swift
  /// var elements = try JSON.stream(Film.self, from: "films.jsonl")
  /// var observer = Schema.Observer()
  /// try observer.append(contentsOf: &elements)
  /// print(observer.schema.fields.map(\.name))
  /// ```
  public struct Observer: ~Copyable {
    /// The schema of all complete values.
    public private(set) var schema = Schema()
    public private(set) var failure: FormatError?

    /// The open arrays and objects that are observed. The schema of each is stored here while it is open, and not in
    /// the level around it.
    private var levels: [Level] = []
    /// The number of open arrays and objects that are nested too deep to be observed.
    private var levelsBelow = 0
    private var fieldCount = 0

    private struct Level {
      var schema: Schema
      let isArray: Bool
      /// The field table of the object, if it has known fields.
      let table: FieldTable?
      /// The index of the field that is being written.
      var position = -1
    }

    /// Creates a writer that has observed no values.
    public init() {}

    /// Adds fields in this order, whether or not a row has a value for them. Use it for the columns of a table.
    ///
    /// - Parameter names: The names of the fields.
    public mutating func expectFields(named names: [String]) {
      for name in names where schema.fields[name] == nil && fieldCount < Schema.maximumFieldCount {
        fieldCount += 1
        _ = schema.fields.add(Array(name.utf8))
      }
    }
  }
}

// MARK: - Structure

extension Schema.Observer: FormatWriter {
  public mutating func beginObject(_ fields: FieldTable) { open(.object, fields) }
  public mutating func beginMap() { open(.object, nil) }
  public mutating func beginArray() { open(.array, nil) }
  public mutating func endObject() { close() }
  public mutating func endArray() { close() }

  private mutating func open(_ kind: Schema.Kinds, _ table: FieldTable?) {
    guard levelsBelow == 0, levels.count < Schema.maximumDepth else {
      if levelsBelow == 0 { note { $0.add(kind) } }
      levelsBelow += 1
      return
    }
    var known = Schema()
    note { swap(&$0, &known) }
    known.add(kind)
    levels.append(Level(schema: known, isArray: kind == .array, table: table))
  }

  private mutating func close() {
    guard levelsBelow == 0 else {
      levelsBelow -= 1
      return
    }
    guard var level = levels.popLast() else { return }
    note { swap(&$0, &level.schema) }
  }

  /// Calls a function with the schema at the location of the next value.
  @inline(__always)
  private mutating func note(_ body: (inout Schema) -> Void) {
    if levelsBelow > 0 { return }
    guard let top = levels.indices.last else { return body(&schema) }
    let position = levels[top].position
    if levels[top].isArray {
      if levels[top].schema.elementSchema.isEmpty { levels[top].schema.elementSchema = [Schema()] }
      body(&levels[top].schema.elementSchema[0])
    } else if levels[top].schema.isDictionary {
      if levels[top].schema.valueSchema.isEmpty { levels[top].schema.valueSchema = [Schema()] }
      body(&levels[top].schema.valueSchema[0])
    } else if position >= 0 {
      body(&levels[top].schema.fields.fields[position].value)
    }
  }

  public mutating func writeMember<Value: Writable & ~Copyable>(
    _ key: StaticString, at index: Int, _ value: borrowing Value
  ) {
    levels.last?.table?.withName(at: index) { writeKey(utf8: $0) }
    write(value: value)
  }

  public mutating func writeKey(utf8: Span<UInt8>) {
    guard levelsBelow == 0, let top = levels.indices.last, !levels[top].schema.isDictionary else { return }
    // Objects tend to have a constant order.
    if let position = levels[top].schema.fields.position(of: utf8, from: levels[top].position + 1) {
      levels[top].position = position
    } else if levels[top].schema.fields.count < Schema.maximumFieldCount, fieldCount < Schema.maximumTotalFieldCount {
      fieldCount += 1
      levels[top].position = levels[top].schema.fields.add(Array(copying: utf8))
    } else {
      levels[top].schema.becomeDictionary()
      return
    }
    levels[top].schema.noteField(at: levels[top].position)
  }
}

extension Schema {
  /// Adds an array or an object, whose contents follow.
  fileprivate mutating func add(_ kind: Kinds) {
    count += 1
    kinds.insert(kind)
    if kind == .object { objectCount += 1 }
  }

  /// Records that the current object has a field.
  fileprivate mutating func noteField(at position: Int) {
    guard fields.fields[position].lastObject != objectCount else { return }
    fields.fields[position].lastObject = objectCount
    fields.fields[position].count += 1
  }
}

// MARK: - Scalars

extension Schema.Observer {
  public mutating func writeNull() { note { $0.addNull() } }
  public mutating func write(_ value: Bool) { note { $0.add(.boolean, example: value ? "true" : "false") } }
  public mutating func write(_ value: Int) { write(integer: value) }
  public mutating func write(_ value: Int64) { write(integer: value) }
  public mutating func write(_ value: UInt64) { write(integer: value) }
  @available(WideIntegers, *)
  public mutating func write(_ value: Int128) { write(integer: value) }
  @available(WideIntegers, *)
  public mutating func write(_ value: UInt128) { write(integer: value) }
  public mutating func write(_ value: Double) { note { $0.add(.fraction, example: value.description) } }
  public mutating func write(_ value: Float) { note { $0.add(.fraction, example: value.description) } }
  public mutating func write(_ value: Instant) { write(value, as: .instant) }
  public mutating func write(_ value: Instant, as form: Instant.Form) { note { $0.add(value, as: form) } }
  public mutating func write(bytes: [UInt8]) { note { $0.add(.bytes, example: "\(bytes.count) bytes") } }
  public mutating func writeNumber(text: Span<UInt8>) { note { $0.add(number: text) } }
  public mutating func writeString(utf8: Span<UInt8>) { note { $0.add(string: utf8) } }

  public mutating func write(_ value: String) { value.withUTF8Span { writeString(utf8: $0) } }

  private mutating func write<Integer: FixedWidthInteger>(integer value: Integer) {
    note {
      let integer = Int64(exactly: value)
      if integer?.isExactAsDouble != true { $0.extremes.insert(.largeIntegers) }
      $0.add(integer == nil ? .largeInteger : .integer, example: String(value))
    }
  }
}

// MARK: - Failures

extension Schema.Observer {
  public var hasFailed: Bool { failure != nil }

  public mutating func fail(_ problem: FormatError.Problem) {
    if failure == nil { failure = FormatError(problem) }
  }
}

// MARK: - Elements

extension Schema.Observer: ElementSink {
  /// Observes a value. Never throws an error.
  ///
  /// - Parameter value: The value.
  /// - Throws: Never. The protocol requires `throws`.
  public mutating func append<Value: Writable & ~Copyable>(_ value: borrowing Value) throws { write(value: value) }

  /// Observes the next element of a source. A bad element is not observed.
  ///
  /// The schema of the element is inferred separately, because a source may begin to write the element more than once.
  public mutating func append<Source: ElementSource & ~Copyable>(nextOf source: inout Source) throws -> Bool {
    guard let element = try source.next(ObservedElement.self) else { return false }
    schema.merge(element.schema)
    return true
  }

  public mutating func end() throws {}
}

/// The schema of one element.
private struct ObservedElement: Readable {
  var schema: Schema

  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader
  ) throws -> ObservedElement {
    var observer = Schema.Observer()
    try forward(from: &reader, to: &observer)
    return ObservedElement(schema: observer.schema)
  }
}
