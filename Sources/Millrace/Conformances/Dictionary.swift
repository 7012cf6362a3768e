extension Dictionary: Readable where Key: ObjectKey, Value: Readable {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader
  ) throws -> [Key: Value] {
    if !reader.admits(Key.self) {
      try reader.fail(.invalidValue(type: "\(Self.self)", found: "object keys cannot have this type"))
    }
    guard try reader.beginDictionary() else { return [:] }
    var dictionary = [Key: Value](minimumCapacity: directMembers)
    var buffer = MemberBuffer<Key, Value>()
    let keepsFirst = reader.duplicateKeys == .firstWins
    let start = reader.remainingByteCount
    repeat {
      let text = try reader.readKey()
      guard let key = Key(objectKey: text) else {
        try reader.fail(.invalidValue(type: "\(Key.self)", found: "key \"\(text)\""))
      }
      if keepsFirst {
        if dictionary.index(forKey: key) == nil {
          dictionary[key] = try reader.read(Value.self)
        } else {
          try reader.skipValue()
        }
      } else if dictionary.count < directMembers {
        dictionary[key] = try reader.read(Value.self)
      } else {
        if _slowPath(buffer.count == firstEstimate) {
          let remaining = reader.remainingByteCount
          buffer.grow(
            to: estimatedCount(after: buffer.count, atMost: estimateFactor, from: start, to: remaining) + 1)
        }
        buffer.append(key, try reader.read(Value.self))
      }
    } while try reader.nextMember()
    buffer.moveMembers(to: &dictionary)
    return dictionary
  }
  @inlinable
  public static func readJSON(from reader: inout JSON.Reader) throws -> [Key: Value] { try read(from: &reader) }
}

/// Members are written in the order of iteration, which differs between runs of a program.
extension Dictionary: Writable where Key: ObjectKey, Value: Writable {
  @inlinable
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    guard writer.admits(Key.self) else { return writer.fail(.mismatch(expected: .array, found: .object)) }
    writer.beginDictionary()
    for (key, value) in self {
      writer.writeKey(key.objectKey)
      writer.write(value: value)
    }
    writer.endObject()
  }
}

extension Dictionary: RestOfFields where Key: ObjectKey, Value: Readable {
  /// An empty dictionary.
  @inlinable public static var withoutMembers: [Key: Value] { [:] }

  public func hasMember(named name: String) -> Bool { Key(objectKey: name).map { self[$0] != nil } ?? false }

  @inlinable
  public mutating func readMember<Reader: FormatReader & ~Copyable & ~Escapable>(
    named text: String, from reader: inout Reader
  ) throws {
    guard let key = Key(objectKey: text) else {
      try reader.fail(.invalidValue(type: "\(Key.self)", found: "key \"\(text)\""))
    }
    if reader.duplicateKeys == .firstWins, index(forKey: key) != nil {
      try reader.skipValue()
    } else {
      self[key] = try reader.read(Value.self)
    }
  }
}
