// Trees in types that are also `Codable`. Coders of this library read and write them directly; the containers are for others.

extension JSON.Value: Codable {
  /// Decodes any value.
  ///
  /// The members of an object are in the order of the container's `allKeys`. A number is the first of `Int64`, `UInt64` and `Double`
  /// that the decoder gives, so that a decoder which rounds decides about the digits.
  ///
  /// - Throws: `DecodingError` if the value is none that JSON has.
  public init(from decoder: any Decoder) throws {
    if let value = decoder.__readDirectly(JSON.Value.self) {
      self = value
    } else if let members = try? decoder.container(keyedBy: FieldKey.self) {
      self = try .object(
        JSON.Object(members.allKeys.map { ($0.stringValue, try members.decode(JSON.Value.self, forKey: $0)) }))
    } else if var elements = try? decoder.unkeyedContainer() {
      var array: [JSON.Value] = []
      while !elements.isAtEnd { array.append(try elements.decode(JSON.Value.self)) }
      self = .array(array)
    } else {
      self = try JSON.Value(in: decoder.singleValueContainer())
    }
  }

  private init(in container: any SingleValueDecodingContainer) throws {
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .number(JSON.Number(value))
    } else if let value = try? container.decode(UInt64.self) {
      self = .number(JSON.Number(value))
    } else if let number = try JSON.Number(container.decode(Double.self)) {
      self = .number(number)
    } else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "JSON has no numbers that are not finite.")
    }
  }

  /// Encodes the value.
  ///
  /// - Throws: `EncodingError` for a number that neither `Int64`, `UInt64` nor `Double` holds exactly.
  // Otherwise `JSON.Value.encode(value)` could also mean this method, before it is called.
  @_disfavoredOverload
  public func encode(to encoder: any Encoder) throws {
    if encoder.__writeDirectly(self) { return }
    switch self {
    case .object(let object):
      var container = encoder.container(keyedBy: FieldKey.self)
      for (key, value) in object { try container.encode(value, forKey: FieldKey(key)) }
    case .array(let array):
      var container = encoder.unkeyedContainer()
      for value in array { try container.encode(value) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .boolean(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .string(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .number(let number):
      var container = encoder.singleValueContainer()
      try JSON.Value.encode(number, to: &container)
    }
  }

  private static func encode(_ number: JSON.Number, to container: inout any SingleValueEncodingContainer) throws {
    if let integer = Int64(number.text), integer != 0 || number.text == "0" {
      try container.encode(integer)
    } else if number.text != "-0", let integer = UInt64(number.text) {
      try container.encode(integer)
    } else if let double = number.double, JSON.Number(double) == number {
      try container.encode(double)
    } else {
      throw EncodingError.invalidValue(
        number,
        EncodingError.Context(
          codingPath: container.codingPath, debugDescription: "No number of Codable holds \(number) exactly."))
    }
  }
}
