extension JSON {
  /// Changes to a document, one after the other: a JSON Patch (RFC 6902).
  ///
  /// A patch is read and written as the array of objects that the RFC describes:
  ///
  /// ```swift
  /// let patch = try JSON.decode(JSON.Patch.self, from: #"[{"op": "replace", "path": "/0/name", "value": "Alien"}]"#)
  /// var value = try JSON.decode(JSON.Value.self, from: bytes)
  /// try value.apply(patch)
  /// ```
  public struct Patch: Sendable, Hashable {
    /// The operations, in the order in which they are applied.
    public var operations: [Operation]

    /// Creates a patch from operations, in the order in which they are applied.
    public init(_ operations: [Operation]) { self.operations = operations }

    /// One change (RFC 6902, section 4).
    public enum Operation: Sendable, Hashable {
      /// Adds a member, or replaces it; inserts an element before the one at the index, or at the end for `-`.
      case add(Pointer, Value)
      /// Removes an existing value. If it is the whole document, null remains.
      case remove(Pointer)
      /// Replaces an existing value.
      case replace(Pointer, Value)
      /// Removes a value and adds it at another location, which must not be inside the value.
      case move(from: Pointer, to: Pointer)
      /// Adds a copy of another value of the document.
      case copy(from: Pointer, to: Pointer)
      /// Fails unless a value is equal to this one. Numbers are compared by value.
      case test(Pointer, Value)
    }
  }
}

extension JSON.Patch {
  /// Creates the patch that changes the first of two documents to the second.
  ///
  /// Added members follow the existing ones, because differences do not contain the order of members.
  public init(_ differences: JSON.Differences) {
    operations = differences.map { difference in
      switch difference.change {
      case .added(let value): .add(difference.pointer, value)
      case .removed: .remove(difference.pointer)
      case .replaced(_, by: let value): .replace(difference.pointer, value)
      }
    }
  }
}

// MARK: - Reading and writing

extension JSON.Patch: Readable {
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader
  ) throws -> JSON.Patch {
    JSON.Patch(try reader.read([Operation].self))
  }
}

extension JSON.Patch: Writable {
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { operations.write(to: &writer) }
}

extension JSON.Patch.Operation: Readable {
  /// Reads an operation. Unknown members are skipped. A duplicate member is rejected, and so is an unknown operation
  /// (RFC 6902, sections 4 and A.13).
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader
  ) throws -> JSON.Patch.Operation {
    var name: String?
    var path: JSON.Pointer?
    var from: JSON.Pointer?
    var value: JSON.Value?
    func once<Value: Readable>(_ key: String, _ known: Value?, _ reader: inout Reader) throws -> Value {
      guard known == nil else { try reader.fail(.duplicateKey(key)) }
      return try reader.read(Value.self)
    }
    func required<Value>(_ key: String, _ value: Value?, _ reader: inout Reader) throws -> Value {
      guard let value else { try reader.fail(.missingField(key)) }
      return value
    }

    if try reader.beginMap() {
      repeat {
        switch try reader.readKey() {
        case "op": name = try once("op", name, &reader)
        case "path": path = try once("path", path, &reader)
        case "from": from = try once("from", from, &reader)
        case "value": value = try once("value", value, &reader)
        default: try reader.skipValue()
        }
      } while try reader.nextMember()
    }
    let operation = try required("op", name, &reader)
    let target = try required("path", path, &reader)
    switch operation {
    case "add": return .add(target, try required("value", value, &reader))
    case "remove": return .remove(target)
    case "replace": return .replace(target, try required("value", value, &reader))
    case "move": return .move(from: try required("from", from, &reader), to: target)
    case "copy": return .copy(from: try required("from", from, &reader), to: target)
    case "test": return .test(target, try required("value", value, &reader))
    default: try reader.fail(.invalidValue(type: "JSON.Patch.Operation", found: operation))
    }
  }
}

extension JSON.Patch.Operation: Writable {
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    func member(_ key: String, _ value: some Writable) {
      writer.writeKey(key)
      writer.write(value: value)
    }
    writer.beginMap()
    switch self {
    case .add(let path, let value):
      member("op", "add")
      member("path", path)
      member("value", value)
    case .remove(let path):
      member("op", "remove")
      member("path", path)
    case .replace(let path, let value):
      member("op", "replace")
      member("path", path)
      member("value", value)
    case .move(let from, let path):
      member("op", "move")
      member("from", from)
      member("path", path)
    case .copy(let from, let path):
      member("op", "copy")
      member("from", from)
      member("path", path)
    case .test(let path, let value):
      member("op", "test")
      member("path", path)
      member("value", value)
    }
    writer.endObject()
  }
}

extension JSON.Pointer: Readable {
  /// Reads a string that is a pointer (RFC 6901, section 5).
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader
  ) throws -> JSON.Pointer {
    let text = try reader.readString()
    guard let pointer = JSON.Pointer(text) else { try reader.fail(.invalidValue(type: "JSON.Pointer", found: text)) }
    return pointer
  }
}

extension JSON.Pointer: Writable {
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write(description) }
}
