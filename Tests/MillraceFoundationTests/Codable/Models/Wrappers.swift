/// A field of any type.
struct Field<Value> {
  var field: Value
}

extension Field: Decodable where Value: Decodable {}
extension Field: Encodable where Value: Encodable {}

/// A value that is coded with a single value container.
struct Single<Value> {
  var value: Value
}

extension Single: Decodable where Value: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    Trace.note("single value, null: \(container.decodeNil())", at: container.codingPath)
    value = try container.decode(Value.self)
  }
}

extension Single: Encodable where Value: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    Trace.note("single value", at: container.codingPath)
    try container.encode(value)
  }
}
