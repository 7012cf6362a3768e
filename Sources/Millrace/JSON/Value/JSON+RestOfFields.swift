extension JSON.Object: RestOfFields {
  /// An empty object.
  public static var withoutMembers: JSON.Object { JSON.Object() }

  public func hasMember(named name: String) -> Bool { self[name] != nil }

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

  public func hasMember(named name: String) -> Bool { object?[name] != nil }

  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader, besides belongsToOthers: (String) -> Bool
  ) throws -> JSON.Value {
    // A case for unknown values also takes values that are not objects.
    guard try reader.nextKind() == .object else { return try reader.read(JSON.Value.self) }
    return .object(try JSON.Object.read(from: &reader, besides: belongsToOthers))
  }

  public mutating func readMember<Reader: FormatReader & ~Copyable & ~Escapable>(
    named key: String, from reader: inout Reader
  ) throws {
    var members = object ?? [:]
    self = .null  // releases the storage, so that it is changed in place
    try members.readMember(named: key, from: &reader)
    self = .object(members)
  }
}
