import Foundation
import Millrace

@Serializable
struct WithConditionalInitializer {
  let a: Int
  var b: Inner?

  #if DEBUG
    init(x: Int) { a = x }
  #else
    init(y: Int) { a = y }
  #endif
}

@Serializable
struct WithConditionInCondition {
  var a: Int

  #if os(Linux) || os(macOS)
    #if DEBUG
      init?(text: String) {
        guard let a = Int(text) else { return nil }
        self.a = a
      }
    #endif
  #endif
}

private enum Hidden {
  @Serializable
  struct Fields {
    var a: Int
  }

  @Serializable
  enum Cases {
    case fields(Fields)
    case empty
  }

  @Serializable
  final class Object: Codable {
    var a = 1
  }

  @Serializable
  struct Coded: Codable {
    var a: Int
  }
}

@Serializable
private struct HiddenFields {
  var a: Hidden.Fields
}

@Serializable
struct WithTrees: Codable {
  var any: JSON.Value
  var perhaps: JSON.Value?
  var several: [JSON.Value] = []
}

@Serializable
enum OpenCases: Codable {
  case known(Int)
  @Case(.unknown) case other(JSON.Value)
}

func checkInitializers() {
  expect(WithConditionalInitializer.self, #"{"a":1,"b":{"a":2}}"#)
  expect(WithConditionInCondition.self, #"{"a":1}"#)
  expect(Hidden.Fields.self, #"{"a":1}"#)
  expect(Hidden.Cases.self, #"{"fields":{"_0":{"a":1}}}"#)
  expect(Hidden.Object.self, #"{"a":2}"#)
  expectCodable(Hidden.Coded.self, #"{"a":1}"#)
  expect(HiddenFields.self, #"{"a":{"a":1}}"#)
  let tree = #"{"any":{"a":[null,true,-1,1.5,18446744073709551615,"t"],"b":{}},"perhaps":"x","several":[[],1]}"#
  expect(WithTrees.self, tree)
  expectCodable(WithTrees.self, tree)
  expectCodable(OpenCases.self, #"{"new":{"x":[1]}}"#)
}
