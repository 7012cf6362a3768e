import Foundation
import MillraceFoundation
import Testing

@Suite("FastJSONEncoder: containers in any order")
struct EncoderOrderTests {
  private let pair = EncoderPair()

  @Test func `nested containers are filled by turns`() {
    pair.expectEqual(
      ByHand { encoder in
        var object = encoder.container(keyedBy: Key.self)
        var first = object.nestedContainer(keyedBy: Key.self, forKey: "first")
        var second = object.nestedUnkeyedContainer(forKey: "second")
        for number in 0..<4 {
          try first.encode(number, forKey: Key(stringValue: "k\(number)"))
          try second.encode("é\"\(number)")
        }
        try object.encode(["x": [1.5, 2]], forKey: "third")
        var inner = second.nestedContainer(keyedBy: Key.self)
        try inner.encode(1, forKey: "a")
        try first.encode(true, forKey: "late")
        try inner.encodeNil(forKey: "b")
        try second.encode(Float(1.25))
      })
  }

  @Test func `the tree is reached from deep within values that are still being encoded`() {
    let leaf = ByHand { encoder in
      var array = encoder.unkeyedContainer()
      var one = array.nestedContainer(keyedBy: Key.self)
      var other = array.nestedUnkeyedContainer()
      try other.encode(1)
      try one.encode(2, forKey: "a")
      try other.encode(["b": 3])
    }
    pair.expectEqual(["x": [["y": leaf], ["z": leaf]], "w": []])
    pair.expectEqual(
      ByHand { encoder in
        var object = encoder.container(keyedBy: Key.self)
        try object.encode("before", forKey: "a")
        var nested = object.nestedContainer(keyedBy: Key.self, forKey: "b")
        try nested.encode(leaf, forKey: "c")
        try nested.encode(URL(string: "http://a/b"), forKey: "d")
        try nested.encode(Date(timeIntervalSinceReferenceDate: 1.5), forKey: "e")
        try object.encode([1, 2], forKey: "f")
        try nested.encode(4, forKey: "g")
      })
  }

  @Test func `super encoders are used at once, late, and never`() {
    pair.expectEqual(
      ByHand { encoder in
        var object = encoder.container(keyedBy: Key.self)
        let late = object.superEncoder()
        let lateArray = object.superEncoder(forKey: "array")
        _ = object.superEncoder(forKey: "never")
        try object.encode(1, forKey: "a")
        try ["x": 1].encode(to: object.superEncoder(forKey: "now"))
        var container = late.container(keyedBy: Key.self)
        try container.encode(2, forKey: "b")
        var elements = lateArray.unkeyedContainer()
        try elements.encode(3)
      })
    pair.expectEqual(
      ByHand { encoder in
        var array = encoder.unkeyedContainer()
        try "first".encode(to: array.superEncoder())
        try array.encode("second")
        _ = array.superEncoder()
        try array.encode("fourth")
      })
  }

  @Test func `a key that is given twice has the last value`() {
    pair.expectEqual(
      ByHand { encoder in
        var object = encoder.container(keyedBy: Key.self)
        for name in ["a", "b", "a long key of more than fifteen bytes", "with \"quotes\"", "\u{1}", ""] {
          try object.encode(1, forKey: Key(stringValue: name))
          try object.encode([name], forKey: Key(stringValue: name))
        }
        try object.encode(3, forKey: "a")
      })
    for count in [40, 60, 200] {
      pair.expectEqual(
        ByHand { encoder in
          var object = encoder.container(keyedBy: Key.self)
          for number in 0..<count { try object.encode(number, forKey: Key(stringValue: "key \(number)")) }
          try object.encode("again", forKey: "key 7")
        })
    }
  }

  @Test func `nested containers of the same key are the same`() {
    pair.expectEqual(
      ByHand { encoder in
        var object = encoder.container(keyedBy: Key.self)
        var one = object.nestedContainer(keyedBy: Key.self, forKey: "a")
        try one.encode(1, forKey: "x")
        var other = object.nestedContainer(keyedBy: Key.self, forKey: "a")
        try other.encode(2, forKey: "y")
        try one.encode(3, forKey: "z")
        try object.encode(["p": 1], forKey: "value")
        var value = object.nestedContainer(keyedBy: Key.self, forKey: "value")
        try value.encode(4, forKey: "q")
        var list = object.nestedUnkeyedContainer(forKey: "list")
        try list.encode(5)
        list = object.nestedUnkeyedContainer(forKey: "list")
        try list.encode(6)
      })
  }

  @Test func `one encoder gives the same container again`() {
    pair.expectEqual(
      ByHand { encoder in
        var one = encoder.container(keyedBy: Key.self)
        try one.encode(1, forKey: "a")
        try ["b": 2].encode(to: encoder)
        var single = encoder.singleValueContainer()
        try single.encode(["c": 3])
        var other = encoder.container(keyedBy: Key.self)
        try other.encode(4, forKey: "d")
      })
    pair.expectEqual(
      ByHand { encoder in
        var single = encoder.singleValueContainer()
        try single.encode(["c": 3])
        var other = encoder.container(keyedBy: Key.self)
        try other.encode(4, forKey: "d")
      })
  }

  @Test func `what encodes nothing is an empty object, and an error for a document`() {
    let nothing = ByHand { _ in }
    pair.expectEqual(nothing)
    pair.expectEqual([nothing])
    pair.expectEqual(["a": nothing])
    pair.expectEqual(ByHand { encoder in _ = encoder.singleValueContainer() })
    pair.expectEqual(ByHand { encoder in try encoder.singleValueContainer(nothing) })
    pair.expectEqual(ByHand { encoder in _ = encoder.container(keyedBy: Key.self) })
    pair.expectEqual(ByHand { encoder in _ = encoder.unkeyedContainer() })
    pair.expectEqual(Optional<Int>.none)
    pair.expectEqual([[1, nil], nil])
  }

  @Test func `a value uses its parent's containers while it is encoded`() {
    pair.expectEqual(
      ByHand { encoder in
        var object = encoder.container(keyedBy: Key.self)
        var array = object.nestedUnkeyedContainer(forKey: "array")
        let (outer, outerArray) = (object, array)
        let child = ByHand { encoder in
          var (object, array) = (outer, outerArray)
          var own = encoder.container(keyedBy: Key.self)
          try own.encode(1, forKey: "a")
          try array.encode(["by the child"])
          try object.encode([ByHand { try "in between".encode(to: $0) }], forKey: "b")
          try own.encode(2, forKey: "c")
        }
        try object.encode(child, forKey: "child")
        try array.encode(child)
        try object.encode([3], forKey: "d")
      })
  }

  @Test func `a value whose error is caught writes nothing`() throws {
    let broken = ByHand { encoder in
      var object = encoder.container(keyedBy: Key.self)
      try object.encode("stale", forKey: "stale")
      var nested = object.nestedUnkeyedContainer(forKey: "nested")
      try nested.encode([1])
      try nested.encode(Double.nan)
    }
    let value = ByHand { encoder in
      var object = encoder.container(keyedBy: Key.self)
      try object.encode(1, forKey: "a")
      #expect(throws: EncodingError.self) { try object.encode(broken, forKey: "b") }
      var array = object.nestedUnkeyedContainer(forKey: "c")
      #expect(throws: EncodingError.self) { try array.encode(broken) }
      #expect(array.count == 0)
      try array.encode(2)
      // The same in a tree.
      try object.encode(3, forKey: "a")
      #expect(throws: EncodingError.self) { try object.encode(broken, forKey: "d") }
      try object.encode(4, forKey: "b")
    }
    // Foundation's encoder passes the rest of a failed value on to the next value, so it is not the reference here.
    #expect(outcome { try pair.ours.encode(value) } == #"{"a":3,"b":4,"c":[2]}"#)
  }

  @Test func `containers that are kept outlive their call and harm no other one`() throws {
    final class Keeper {
      var objects: [KeyedEncodingContainer<Key>] = []
      var arrays: [any UnkeyedEncodingContainer] = []
      var encoders: [any Encoder] = []
    }
    let keeper = Keeper()
    let value = ByHand { encoder in
      var object = encoder.container(keyedBy: Key.self)
      try object.encode(1, forKey: "a")
      keeper.objects.append(object)
      keeper.arrays.append(object.nestedUnkeyedContainer(forKey: "b"))
      keeper.encoders.append(encoder)
    }
    for _ in 0..<20 {
      #expect(outcome { try pair.ours.encode(value) } == #"{"a":1,"b":[]}"#)
      for index in keeper.objects.indices {
        try? keeper.objects[index].encode(2, forKey: "late")
        try? keeper.arrays[index].encode(["late"])
        _ = keeper.encoders[index].codingPath
        _ = keeper.encoders[index].container(keyedBy: Key.self)
      }
    }
  }

  @Test func `an encoder that is misused throws where Foundation stops the process`() {
    let misuses = [
      ByHand { encoder in
        _ = encoder.container(keyedBy: Key.self)
        _ = encoder.unkeyedContainer()
      },
      ByHand { encoder in
        var single = encoder.singleValueContainer()
        try single.encode(1)
        try single.encode(2)
      },
      ByHand { encoder in
        var single = encoder.singleValueContainer()
        try single.encode(1)
        _ = encoder.container(keyedBy: Key.self)
      },
      ByHand { encoder in
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(1, forKey: "a")
        _ = object.nestedContainer(keyedBy: Key.self, forKey: "a")
      },
      ByHand { encoder in
        var object = encoder.container(keyedBy: Key.self)
        _ = object.nestedContainer(keyedBy: Key.self, forKey: "a")
        _ = object.nestedUnkeyedContainer(forKey: "a")
      },
      ByHand { encoder in
        var object = encoder.container(keyedBy: Key.self)
        _ = object.nestedUnkeyedContainer(forKey: "a")
        _ = object.nestedContainer(keyedBy: Key.self, forKey: "a")
      },
    ]
    for misuse in misuses {
      #expect(throws: EncodingError.self) { try pair.ours.encode(misuse) }
      #expect(throws: EncodingError.self) { try pair.ours.encode(["a": [misuse]]) }
    }
  }
}

extension Encoder {
  fileprivate func singleValueContainer<Value: Encodable>(_ value: Value) throws {
    var container = singleValueContainer()
    try container.encode(value)
  }
}
