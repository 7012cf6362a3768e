// The usual ways in which programs decode what they do not trust. Each catches errors and goes on, so each would hang or
// return something else if the decoder let it see a broken document.

/// A type whose values are compared as text.
protocol Pattern: Decodable, SendableMetatype {
  var text: String { get }
}

let patterns: [any Pattern.Type] = [
  SkippingArray.self, CountedArray.self, AnyValue.self, Containers.self, FailableValues.self,
]

/// An array that skips elements that are not integers by decoding something that takes everything.
struct SkippingArray: Pattern {
  private struct Skip: Decodable {}

  var text = ""

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      do {
        text += "\(try container.decode(Int.self)) "
      } catch {
        _ = try? container.decode(Skip.self)
        text += "- "
      }
    }
  }
}

/// An array that counts, and skips what it cannot decode by asking for its decoder.
struct CountedArray: Pattern {
  var text = ""

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while container.currentIndex < container.count! {
      if let element = try? container.decode(Double.self) {
        text += "\(element) "
      } else {
        let inner = try container.superDecoder()
        text += (try? CountedArray(from: inner)).map { "[\($0.text)] " } ?? "- "
      }
    }
  }
}

/// Any value, found by trying.
struct AnyValue: Pattern {
  var text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      text = "null"
    } else if let value = try? container.decode(Bool.self) {
      text = "\(value)"
    } else if let value = try? container.decode(Int.self) {
      text = "\(value)"
    } else if let value = try? container.decode(Double.self) {
      text = "\(value)"
    } else if let value = try? container.decode(String.self) {
      text = value.debugDescription
    } else if let value = try? container.decode([AnyValue].self) {
      text = "[\(value.map(\.text).joined(separator: ","))]"
    } else {
      text = described(try container.decode([String: AnyValue].self))
    }
  }
}

private func described(_ members: [String: some Pattern]) -> String {
  let members = members.map { ($0.key.debugDescription, $0.value.text) }.sorted { $0.0 < $1.0 }
  return "{\(members.map { "\($0):\($1)" }.joined(separator: ","))}"
}

/// Any value, found by asking for containers and their keys.
struct Containers: Pattern {
  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  var text: String

  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: AnyKey.self) {
      text = Self.text(of: object)
    } else if var array = try? decoder.unkeyedContainer() {
      text = Self.text(of: &array)
    } else {
      let value = try decoder.singleValueContainer()
      text = (try? value.decode(String.self)) ?? (try? value.decode(Float.self)).map { "\($0)" } ?? "?"
    }
  }

  private static func text(of object: KeyedDecodingContainer<AnyKey>) -> String {
    let keys = object.allKeys.sorted { $0.stringValue.utf8.lexicographicallyPrecedes($1.stringValue.utf8) }
    return keys.map { key in
      let value =
        (try? object.nestedContainer(keyedBy: AnyKey.self, forKey: key)).map { text(of: $0) }
        ?? (try? object.decodeIfPresent(Int8.self, forKey: key)).map { "\($0)" }
        ?? (try? object.decode(Containers.self, forKey: key))?.text ?? "-"
      return "\(key.stringValue.debugDescription):\(value) "
    }.joined()
  }

  private static func text(of array: inout any UnkeyedDecodingContainer) -> String {
    var text = "\(array.count ?? -1)["
    while !array.isAtEnd {
      if let object = try? array.nestedContainer(keyedBy: AnyKey.self) {
        text += self.text(of: object)
      } else if var inner = try? array.nestedUnkeyedContainer() {
        text += self.text(of: &inner)
      } else if let value = try? array.decode(Bool.self) {
        text += "\(value)"
      } else if (try? array.decodeNil()) == true {
        text += "null"
      } else {
        text += (try? array.decode(Containers.self))?.text ?? "-"
      }
      text += ","
    }
    return text + "]"
  }
}

/// An array or a dictionary whose elements note that they failed, as property wrappers for lossy collections do.
struct FailableValues: Pattern {
  private struct Failable: Pattern {
    var text: String

    init(from decoder: any Decoder) {
      text = (try? decoder.singleValueContainer().decode(UInt16.self)).map { "\($0)" } ?? "-"
    }
  }

  var text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let elements = try? container.decode([Failable].self) {
      text = elements.map(\.text).joined(separator: ",")
    } else {
      text = described(try container.decode([String: Failable].self))
    }
  }
}
