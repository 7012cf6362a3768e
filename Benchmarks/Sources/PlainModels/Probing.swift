// Types that determine what a value is by trying, as many programs have them: errors that are caught are a part of their
// ordinary work.

/// Any value: the usual `AnyCodable`.
public enum AnyValue: Codable, Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case double(Double)
  case string(String)
  case array([AnyValue])
  case object([String: AnyValue])

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else if let double = try? container.decode(Double.self) {
      self = .double(double)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let array = try? container.decode([AnyValue].self) {
      self = .array(array)
    } else if let object = try? container.decode([String: AnyValue].self) {
      self = .object(object)
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no value of JSON")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    // As synthesized code does, for the same output.
    case .object(let value): try container.encode(value.filter { $0.value != .null })
    }
  }
}

/// An array whose elements are of one type if they can be, and else of another: each failure is caught.
public struct Lossy<Element: Codable & Sendable, Other: Codable & Sendable>: Codable, Sendable {
  public enum Entry: Sendable {
    case element(Element)
    case other(Other)
  }

  public var entries: [Entry] = []

  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      do {
        entries.append(.element(try container.decode(Element.self)))
      } catch {
        entries.append(.other(try container.decode(Other.self)))
      }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for entry in entries {
      switch entry {
      case .element(let element): try container.encode(element)
      case .other(let other): try container.encode(other)
      }
    }
  }
}

/// A greeting with an odd number, which is every second one of `hi1m.json`.
public struct OddGreeting: Codable, Sendable {
  public var hi: Int
  public var there: Int
  public var comment: String

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    hi = try container.decode(Int.self, forKey: .hi)
    guard hi % 2 == 1 else {
      throw DecodingError.dataCorruptedError(forKey: .hi, in: container, debugDescription: "an even number")
    }
    there = try container.decode(Int.self, forKey: .there)
    comment = try container.decode(String.self, forKey: .comment)
  }
}

/// A film of which the date is known, which most are.
public struct DatedFilm: Codable, Sendable {
  public var id: String
  public var directed_by: [String]
  public var initial_release_date: String
  public var genre: [String]
  public var name: String
}

/// A type that reads nothing: what remains of a decode is the check of the document's structure.
public struct Unread: Codable, Sendable {
  public init(from decoder: any Decoder) throws {}
  public func encode(to encoder: any Encoder) throws {}
}
