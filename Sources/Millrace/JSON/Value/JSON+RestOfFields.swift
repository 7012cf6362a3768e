extension JSON.Object: RestOfFields {
  /// An empty object.
  public static var withoutMembers: JSON.Object { JSON.Object() }

  public mutating func readMember<Reader: FormatReader & ~Copyable & ~Escapable>(
    named key: String, from reader: inout Reader
  ) throws {
    if reader.duplicateKeys == .firstWins, self[key] != nil {
      try reader.skipValue()
    } else {
      self[key] = try reader.read(JSON.Value.self)
    }
  }
}

extension JSON.Value: RestOfFields {
  /// An empty object.
  public static var withoutMembers: JSON.Value { .object([:]) }

  public mutating func readMember<Reader: FormatReader & ~Copyable & ~Escapable>(
    named key: String, from reader: inout Reader
  ) throws {
    var members = object ?? [:]
    self = .null  // releases the storage, so that it is changed in place
    try members.readMember(named: key, from: &reader)
    self = .object(members)
  }
}
