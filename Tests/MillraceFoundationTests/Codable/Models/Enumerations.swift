/// Payloads as the compiler codes them.
enum Figure: Modeled {
  case circle(radius: Double)
  case rectangle(Double, height: Double)
  case group([Figure])
  case point

  static let shape = Shape.choice([
    .object(["circle": .object(["radius": .number])]),
    .object(["rectangle": .object(["_0": .number, "height": .number])]),
    .object(["group": .object(["_0": .array(.of(Figure.self))])]), .object(["point": .object([:])]),
  ])
}

/// A raw value with a case for what is not known.
enum Status: Modeled, Equatable {
  case active, closed
  case unknown(String)

  init(from decoder: any Decoder) throws {
    switch try decoder.singleValueContainer().decode(String.self) {
    case "active": self = .active
    case "closed": self = .closed
    case let other: self = .unknown(other)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .active: try container.encode("active")
    case .closed: try container.encode("closed")
    case .unknown(let other): try container.encode(other)
    }
  }

  static let shape = Shape.choice([.text("\"active\""), .text("\"closed\""), .string])
}

struct Palette: Modeled {
  var main: Color
  var level: Level?
  var others: [Color]
  var status: Status

  static let color = Shape.choice([.text("\"red\""), .text("\"green\""), .text("\"blue\"")])
  static let shape = Shape.object(
    ["main": color, "others": .array(color), "status": Status.shape],
    optional: ["level": .choice([.text("0"), .text("5"), .text("9.0"), .text("null")])])
}

/// Any document; `init(from:)` tries one kind after another.
enum AnyDocument: Modeled {
  case null, bool(Bool), integer(Int), number(Double), text(String), array([AnyDocument])
  case object([String: AnyDocument])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = Trace.attempt("Bool", { try container.decode(Bool.self) }) {
      self = .bool(value)
    } else if let value = Trace.attempt("Int", { try container.decode(Int.self) }) {
      self = .integer(value)
    } else if let value = Trace.attempt("Double", { try container.decode(Double.self) }) {
      self = .number(value)
    } else if let value = Trace.attempt("String", { try container.decode(String.self) }) {
      self = .text(value)
    } else if let value = Trace.attempt("array", { try container.decode([AnyDocument].self) }) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: AnyDocument].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  static let shape = Shape.anything
}

/// One of several types, told apart by a field.
enum Message: Modeled {
  struct Text: Codable { var body: String }
  struct Image: Codable { var width, height: Int }

  case text(Text), image(Image)

  enum CodingKeys: String, CodingKey { case type }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(String.self, forKey: .type) {
    case "text": self = .text(try Text(from: decoder))
    case "image": self = .image(try decoder.singleValueContainer().decode(Image.self))
    default:
      throw DecodingError.dataCorruptedError(forKey: .type, in: container, debugDescription: "no such type")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .text(let text):
      try container.encode("text", forKey: .type)
      try text.encode(to: encoder)
    case .image(let image):
      try image.encode(to: encoder)
      try container.encode("image", forKey: .type)
    }
  }

  static let shape = Shape.choice([
    .object(["type": .text("\"text\""), "body": .string]),
    .object(["width": .small, "height": .small, "type": .text("\"image\"")]),
  ])
}
