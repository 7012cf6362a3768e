/// An array without its bad elements: each failure is noted with the container's index after it.
struct Lossy<Element> {
  var elements: [Element]
}

extension Lossy: Decodable where Element: Decodable {
  private struct Ignored: Decodable {}

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    elements = []
    while !container.isAtEnd {
      let index = container.currentIndex
      if let element = Trace.attempt("element \(index)", { try container.decode(Element.self) }) {
        elements.append(element)
      } else {
        Trace.note("after the failure", container)
        if container.currentIndex == index, (try? container.decode(Ignored.self)) == nil, !container.isAtEnd {
          // A value that is not an object is skipped with `superDecoder()`.
          if container.currentIndex == index { _ = try container.superDecoder() }
        }
      }
    }
  }
}

extension Lossy: Encodable where Element: Encodable {
  func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

extension Lossy: Modeled where Element: Modeled {
  static var shape: Shape { .array(.choice([Element.shape, Element.shape, .anything])) }
}

/// Asks everything that can be asked of an object.
struct Questions: Modeled {
  var answers: [String]

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    Trace.note("object", object)
    var answers: [String] = []
    for key in ["a", "b", "c", "absent"] as [Key] {
      answers.append("\(key.stringValue) \(object.contains(key))")
      answers.append("\(Trace.attempt("decodeNil", { try object.decodeNil(forKey: key) }) as Bool?)")
      answers.append("\(Trace.attempt("Int?", { try object.decodeIfPresent(Int.self, forKey: key) }) as Int??)")
      answers.append("\(Trace.attempt("Bool?", { try object.decodeIfPresent(Bool.self, forKey: key) }) as Bool??)")
      answers.append("\(Trace.attempt("UInt8", { try object.decode(UInt8.self, forKey: key) }) as UInt8?)")
      answers.append(
        "\(Trace.attempt("[String]?", { try object.decodeIfPresent([String].self, forKey: key) }) as [String]??)")
      let nested = Trace.attempt("nested") { try object.nestedContainer(keyedBy: Key.self, forKey: key) }
      if let nested { Trace.note("nested", nested) }
      let list = Trace.attempt("list") { try object.nestedUnkeyedContainer(forKey: key) }
      if let list { Trace.note("list", list) }
      let base = Trace.attempt("super") { try object.superDecoder(forKey: key) }
      if let base {
        Trace.note("super", at: base.codingPath)
        _ = Trace.attempt("text of super") { try base.singleValueContainer().decode(String.self) }
      }
    }
    self.answers = answers
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(answers.count, forKey: "a")
    try object.encodeNil(forKey: "b")
    try object.encodeIfPresent(nil as Int?, forKey: "c")
    try object.encodeConditional(ClassOfText(answers.first ?? ""), forKey: "d")
    try object.encode(answers.last, forKey: 4)
    Trace.note("object", at: object.codingPath)
  }

  static let shape = Shape.object(
    [:], optional: ["a": .anything, "b": .anything, "c": .anything, "d": .anything, "super": .anything])
}

final class ClassOfText: Codable {
  var text: String
  init(_ text: String) { self.text = text }
}

/// Reads the same things twice, in another order than they come, through containers of several key types.
struct Twice: Modeled {
  var first, second: Int
  var list: [Int]

  enum Keys: String, CodingKey { case first, second, list }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    list = try container.decode([Int].self, forKey: .list)
    second = try container.decode(Int.self, forKey: .second)
    first = try container.decode(Int.self, forKey: .first)
    let again = try decoder.container(keyedBy: Key.self)
    Trace.note("again", again)
    first += try again.decode(Int.self, forKey: "first")
    list += try decoder.container(keyedBy: Keys.self).decode([Int].self, forKey: .list)
    _ = Trace.attempt("as an array") { try decoder.unkeyedContainer() }
    let single = try decoder.singleValueContainer()
    Trace.note("null: \(single.decodeNil())", at: single.codingPath)
    _ = Trace.attempt("as a text") { try single.decode(String.self) }
    second += try single.decode([String: AnyDocument].self).count
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(0, forKey: .first)
    var again = encoder.container(keyedBy: Key.self)
    try again.encode(first, forKey: "first")
    try again.encode(list, forKey: "list")
    try container.encode(second, forKey: .second)
    try container.encode(list.count, forKey: .list)
  }

  static let shape = Shape.object(
    ["first": .small, "second": .small, "list": .array(.small)], optional: ["more": .anything])
}

/// Reads its document when it is long decoded: the harness sees what is in its mirror.
struct Late: Modeled, CustomReflectable {
  private var object: KeyedDecodingContainer<Key>
  private var decoder: any Decoder

  init(from decoder: any Decoder) throws {
    self.decoder = decoder
    object = try decoder.container(keyedBy: Key.self)
    _ = try object.decode(Int.self, forKey: "now")
  }

  /// What there is to read.
  var later: String {
    get throws {
      Trace.note("object", object)
      Trace.note("decoder", at: decoder.codingPath)
      let text = try object.decode(String.self, forKey: "later")
      var list = try decoder.container(keyedBy: Key.self).nestedUnkeyedContainer(forKey: "list")
      Trace.note("list", list)
      return try text + list.decode(String.self)
    }
  }

  var customMirror: Mirror { Mirror(self, children: ["later": Trace.attempt("later") { try later } as Any]) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(1, forKey: "now")
    try container.encode(later, forKey: "later")
    try container.encode([""], forKey: "list")
  }

  static let shape = Shape.object(["now": .small, "later": .string, "list": .tuple([.string])])
}

/// Is asked for what only `userInfo` says.
struct Measured: Modeled {
  var value: Double
  var unit: String

  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Double.self)
    unit = decoder.userInfo[.unit] as? String ?? "none"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(value) \(unit) \(encoder.userInfo[.unit] as? String ?? "none")")
  }

  static let shape = Shape.number
}
