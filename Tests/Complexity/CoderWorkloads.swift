import CountedWork
import Foundation
import MillraceFoundation

// What the code of ordinary types does with the drop-in decoder. Each was quadratic once, or could easily be.

let coderWorkloads: [Workload] = [
  Workload(name: "count at every element") { size in
    let document = array(size) { "[\($0)]" }
    return {
      let counted = try FastJSONDecoder().decode(Counted.self, from: document)
      check(counted.sum == size)
    }
  },
  Workload(name: "numbers by probing") { size in
    let document = array(size) { "\($0).5" }
    return {
      let values = try FastJSONDecoder().decode([Probed].self, from: document)
      check(values.count == size)
    }
  },
  Workload(name: "strings by probing") { size in
    let document = array(size) { "\"\($0)\"" }
    return {
      let values = try FastJSONDecoder().decode([Probed].self, from: document)
      check(values.count == size)
    }
  },
  Workload(name: "every second element bad") { size in
    let document = array(size) { $0 % 2 == 0 ? "\($0)" : "{\"a\":[1,2]}" }
    return {
      let lossy = try FastJSONDecoder().decode(Lossy.self, from: document)
      check(lossy.elements.count == (size + 1) / 2)
    }
  },
  Workload(name: "missing keys, caught") { size in
    let document = array(size) { _ in #"{"a":1,"b":2}"# }
    return {
      let values = try FastJSONDecoder().decode([Missing].self, from: document)
      check(values.count == size && values.allSatisfy { $0.value == nil })
    }
  },
  Workload(name: "many missing keys of one object, caught") { size in
    let document = object(size) { "\"\($0)\":\($0)" }
    return {
      let value = try FastJSONDecoder().decode(ManyMissing.self, from: document)
      check(value.failures == size)
    }
  },
  Workload(name: "errors in containers of elements that are skipped") { size in
    let document = array(size) { _ in #"{"a":"x"}"# }
    return {
      let values = try FastJSONDecoder().decode(NestedContainers.self, from: document)
      check(values.failures == size)
    }
  },
  Workload(name: "errors in decoders that are kept") { size in
    let document = array(size) { "\"\($0)\"" }
    return {
      let values = try FastJSONDecoder().decode(KeptDecoders.self, from: document)
      check(values.failures == size)
    }
  },
  Workload(name: "a key many times") { size in
    let document = object(size) { "\"k\":\($0)" }
    return {
      let value = try FastJSONDecoder().decode(TwoKeys.self, from: document)
      check(size == 0 || value.first == 0)
    }
  },
  Workload(name: "keys alike at both ends") { size in
    let document = object(size) { "\"\(Backwards.key($0))\":\($0)" }
    return {
      let value = try FastJSONDecoder().decode(Backwards.self, from: document)
      check(value.sum == size * (size - 1) / 2)
    }
  },
  Workload(name: "keys that are not ASCII") { size in
    let document = object(size) { "\"é\($0)\":\($0)" }
    return {
      let value = try FastJSONDecoder().decode(NotASCII.self, from: document)
      check(value.sum == size * (size - 1) / 2)
    }
  },
  Workload(name: "any values") { size in
    let document = array(size) { #"{"id":\#($0),"tags":["a",null,true,1.5],"o":{"p":{}}}"# }
    return {
      check(try FastJSONDecoder().decode([Probed].self, from: document).count == size)
    }
  },
]

private struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Asks for the count before each element.
private struct Counted: Decodable {
  var sum = 0

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while container.currentIndex < container.count ?? 0 {
      var inner = try container.nestedUnkeyedContainer()
      while inner.currentIndex < inner.count ?? 0 {
        _ = try inner.decode(Int.self)
        sum += 1
      }
    }
  }
}

/// The usual `AnyCodable`.
private enum Probed: Decodable {
  case scalar
  case array([Probed])
  case object([String: Probed])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() || (try? container.decode(Bool.self)) != nil || (try? container.decode(Int.self)) != nil
      || (try? container.decode(Double.self)) != nil || (try? container.decode(String.self)) != nil
    {
      self = .scalar
    } else if let array = try? container.decode([Probed].self) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: Probed].self))
    }
  }
}

private struct Lossy: Decodable {
  private struct Skip: Decodable {}
  var elements: [Int] = []

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      do { elements.append(try container.decode(Int.self)) } catch { _ = try container.decode(Skip.self) }
    }
  }
}

private struct Missing: Decodable {
  var value: Int?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    value = try? container.decode(Int.self, forKey: AnyKey(stringValue: "missing"))
  }
}

private struct ManyMissing: Decodable {
  var failures = 0

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    for key in container.allKeys {
      let missing = AnyKey(stringValue: key.stringValue + " is missing")
      do { _ = try container.decode(Int.self, forKey: missing) } catch { failures += 1 }
    }
  }
}

private struct NestedContainers: Decodable {
  var failures = 0

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      let element = try container.nestedContainer(keyedBy: AnyKey.self)
      if (try? element.decode(Int.self, forKey: AnyKey(stringValue: "a"))) == nil { failures += 1 }
    }
  }
}

/// Takes all decoders before it uses the first one.
private struct KeptDecoders: Decodable {
  var failures = 0

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var decoders: [any Decoder] = []
    while !container.isAtEnd { decoders.append(try container.superDecoder()) }
    for decoder in decoders where (try? decoder.singleValueContainer().decode(Int.self)) == nil { failures += 1 }
  }
}

private struct TwoKeys: Decodable {
  var first: Int?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    _ = try? container.decode(Int.self, forKey: AnyKey(stringValue: "missing"))
    first = try container.decodeIfPresent(Int.self, forKey: AnyKey(stringValue: "k"))
  }
}

/// Asks for the members from the last to the first. Their keys have the same length and the same bytes at both ends.
private struct Backwards: Decodable {
  var sum = 0

  static func key(_ number: Int) -> String { "the same\(10_000_000 + number)the same" }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    for key in container.allKeys.reversed() { sum += try container.decode(Int.self, forKey: key) }
  }
}

private struct NotASCII: Decodable {
  var sum = 0

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    for key in container.allKeys.reversed() { sum += try container.decode(Int.self, forKey: key) }
  }
}
