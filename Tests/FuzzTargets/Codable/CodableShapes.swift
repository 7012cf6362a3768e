import Foundation

// The types that the two decoders are compared with.

struct Record: Codable, Sendable {
  var id: Int
  var name: String?
  var a: UInt8?
  var ratio: Double?
  var tags: [String]?
  var meta: [String: Int]?
  var nodes: [Record]?
  var isOn: Bool?
}

/// The usual `AnyCodable`: asks for one type after another.
enum Probed: Codable, Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([Probed])
  case object([String: Probed])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([Probed].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: Probed].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

/// An array that skips the elements that cannot be read.
struct LossyList: Codable, Sendable {
  /// Anything, of which nothing is read.
  struct Skip: Decodable {}
  var records: [Record] = []
  var skipped = 0

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      do {
        records.append(try container.decode(Record.self))
      } catch {
        _ = try container.decode(Skip.self)
        skipped += 1
      }
    }
  }
}

/// Looks before it reads: `contains`, `allKeys`, nested containers and a super decoder.
struct Options: Codable, Sendable {
  var notes: [String] = []

  private enum Keys: String, CodingKey, CaseIterable { case id, name, a, tags, meta, type }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    notes = container.allKeys.map(\.rawValue).sorted()
    for key in Keys.allCases where container.contains(key) {
      if let nested = try? container.nestedContainer(keyedBy: Keys.self, forKey: key) {
        notes.append("\(key): \(nested.allKeys.map(\.rawValue).sorted())")
      } else if var nested = try? container.nestedUnkeyedContainer(forKey: key) {
        while !nested.isAtEnd {
          let text = try? nested.decode(String.self)
          if text == nil { _ = try nested.decode(Probed.self) }
          notes.append("\(key) \(nested.currentIndex) of \(nested.count ?? -1): \(text ?? "none")")
        }
      } else {
        notes.append(
          "\(key): \((try? container.superDecoder(forKey: key).singleValueContainer().decode(Int8.self)) ?? 0)")
      }
    }
  }
}

enum Choice: Codable, Sendable {
  case a(Int)
  case circle(radius: Double)
  case name(String, id: Int?)
}

struct Moments: Codable, Sendable {
  var at: Date?
  var data: Data?
  var url: URL?
  var id: UUID?
  var price: Decimal?
  var value: Float?
}
