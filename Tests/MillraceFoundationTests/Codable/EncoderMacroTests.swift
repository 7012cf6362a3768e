import Foundation
import Millrace
import MillraceFoundation
import Testing

/// Types that write themselves when the encoder is ours.
@Serializable
private struct Order: Codable {
  var id: Int = 1
  var name: String = "a/b"
  var price: Double = 1e16
  var ratio: Float = 1e-7
  var receipt: Data = Data([1, 2])
  var link: URL? = URL(string: "http://a/b")
  var total: Decimal? = Decimal(string: "1.50")
  var byNumber: [Int: String] = [1: "one"]
  var lines: [Line] = [Line(), Line(note: nil)]
  var kind: Kind = Kind.special(reason: "x", count: 2)

  @Serializable
  struct Line: Codable {
    var note: String? = "n"
    var amounts: [Double] = [0.1, 2]
  }

  @Serializable
  enum Kind: Codable {
    case plain
    case special(reason: String, count: Int?)
  }
}

/// Members that are written in another way by `Codable`.
@Serializable
private struct Dated: Codable {
  var before: [Int] = [1]
  var date: Date = Date(timeIntervalSinceReferenceDate: 12.5)
  var byID: [UUID: Int] = [UUID(): 1]
  var rest: Rest = Rest()
  var order: Order = Order()

  @Serializable
  struct Rest: Codable {
    var a: Int = 1
    @Field(.flattened) var others: [String: Int] = ["a": 2]
  }
}

@Serializable
private struct Numbers: Codable {
  var inner: Inner = Inner()

  @Serializable
  struct Inner: Codable {
    var list: [Number] = [Number(), Number(value: .nan)]
  }

  @Serializable
  struct Number: Codable {
    var value: Double = 1
  }
}

@Suite("FastJSONEncoder: types with @Serializable")
struct EncoderMacroTests {
  @Test func `the document is the one that Foundation encodes by containers`() {
    let pair = EncoderPair()
    pair.expectEqual(Order())
    pair.expectEqual([Order(), Order(id: 2)])
    pair.expectEqual(["a": Order.Kind.plain])
    pair.expectEqual(
      ByHand { encoder in
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(Order(), forKey: "a")
        try object.encode(Order(id: 5), forKey: "a")
        try Order.Line().encode(to: encoder)
      })
  }

  @Test func `what Codable writes in another way is encoded by containers`() {
    let pair = EncoderPair()
    pair.expectEqual(Dated())
    pair.expectEqual([Dated.Rest(), Dated.Rest()])
    pair.expectEqual(["x": Numbers()])
  }

  @Test func `collections are written as a whole from their second use on, unless something differs`() {
    let pair = EncoderPair()
    for _ in 0..<4 {
      pair.expectEqual([Order.Line(), Order.Line(note: nil)])
      pair.expectEqual(["a": [Order.Line()], "b": []])
      pair.expectEqual(["a": Order.Line()])
      pair.expectEqual([Numbers.Number(), Numbers.Number(value: 2)])
      pair.expectEqual([Numbers.Number(), Numbers.Number(value: .infinity)])
      pair.expectEqual(["x": [Dated.Rest()]])
      pair.expectEqual([Dated()])
    }
  }

  @Test func `strategies are followed`() {
    let pair = EncoderPair()
    pair.theirs.keyEncodingStrategy = .convertToSnakeCase
    pair.ours.keyEncodingStrategy = .convertToSnakeCase
    pair.theirs.dataEncodingStrategy = .deferredToData
    pair.ours.dataEncodingStrategy = .deferredToData
    pair.expectEqual(Order())
    pair.expectEqual(Dated())
  }
}
