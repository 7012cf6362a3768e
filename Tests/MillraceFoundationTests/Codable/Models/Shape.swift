/// What documents of a type look like, from which random ones are made.
indirect enum Shape: Sendable {
  case bool, integer(ClosedRange<Int>), number, decimal, string, float
  case date, data, url, uuid
  case anything
  /// A literal text.
  case text(String)
  case optional(Shape)
  case array(Shape)
  case tuple([Shape])
  case dictionary(Shape)
  case numbered(Shape)
  case choice([Shape])
  case object([Member])
  /// The shape of a type, asked for when it is needed.
  case of(any Modeled.Type)

  struct Member: Sendable {
    var name: String
    var shape: Shape
    var isOptional = false
  }

  static func object(_ members: KeyValuePairs<String, Shape>, optional: KeyValuePairs<String, Shape> = [:]) -> Shape {
    .object(
      members.map { Member(name: $0, shape: $1) } + optional.map { Member(name: $0, shape: $1, isOptional: true) })
  }

  static let small = Shape.integer(0...99)
  static let whole = Shape.integer(-1_000_000...1_000_000)
}

/// A type of which random documents and values are made.
protocol Modeled: Codable, SendableMetatype {
  static var shape: Shape { get }
}
