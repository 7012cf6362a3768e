import Foundation
import TestSupport
import Testing

/// How deep documents may be. All of it runs on a thread with a large stack: the limit is what is compared.
///
/// A document that ends with the bracket that is one too many stops Foundation's decoder and the process with it.
@Suite("Depth, as far as Foundation goes")
struct DepthDecodingTests {
  private static let depths = [1, 100, 510, 511, 512, 513, 514, 10_000]

  private static func nested(_ open: String, _ close: String, _ depth: Int, around inner: String = "") -> String {
    String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
  }

  /// Arrays in arrays, counted.
  private struct Levels: Decodable {
    var count: Int
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      count = list.isAtEnd ? 1 : try list.decode(Levels.self).count + 1
    }
  }

  private static func expectSame(_ makeCases: @escaping @Sendable () -> [DecodingCase]) {
    onThread(stackSize: 256 << 20) { expectSameDecoding(makeCases()) }
  }

  @Test(arguments: depths)
  func `arrays and objects`(_ depth: Int) {
    Self.expectSame {
      let arrays = Self.nested("[", "]", depth)
      let objects = Self.nested("{\"next\":", "}", depth, around: "1")
      let names = Self.nested("{\"name\":\"\",\"next\":", "}", depth, around: "null")
      return [
        DecodingCase("arrays \(depth)", Levels.self, arrays),
        DecodingCase("arrays not read \(depth)", Field<Int>.self, "{\"field\":1,\"x\":\(arrays)}"),
        DecodingCase("arrays not read, before \(depth)", Field<Int>.self, "{\"x\":\(arrays),\"field\":1}"),
        DecodingCase("objects not read \(depth)", Field<Int>.self, "{\"field\":1,\"x\":\(objects)}"),
        DecodingCase("objects, the first one read \(depth)", object: objects) { $0.allKeys.count },
        DecodingCase("list \(depth)", Link.self, names),
        DecodingCase("arrays that end too soon \(depth)", Levels.self, String(arrays.dropLast())),
        DecodingCase("arrays in JSON5 \(depth)", Levels.self, arrays, .with { $0.allowsJSON5 = true }),
        DecodingCase("only opened \(depth)", Levels.self, String(repeating: "[", count: depth) + " "),
        DecodingCase("only opened objects \(depth)", Link.self, String(repeating: "{\"name\":", count: depth)),
      ]
    }
  }

  @Test(arguments: [10, 100])
  func `documents of any kind`(_ depth: Int) {
    Self.expectSame {
      [
        DecodingCase("any \(depth)", AnyDocument.self, Self.nested("[{\"a\":", "}]", depth, around: "1")),
        DecodingCase("tree \(depth)", Tree<Int>.self, Self.nested("{\"value\":1,\"children\":[", "]}", depth)),
        DecodingCase(
          "tree with an error \(depth)", Tree<Int>.self,
          Self.nested("{\"value\":1,\"children\":[", "]}", depth, around: "{}")),
      ]
    }
  }
}
