import Foundation
import TestSupport
import Testing

/// Types that catch errors and go on see what Foundation shows them, and come to an end.
///
/// The decoding is done in a process of its own, which is killed when it hangs.
@Suite("Lossy and probing types on damaged documents")
struct LossyDecodingTests {
  private static let documents = [
    "[1,2,3]", "[1, \"two\", 3.5, null, true, [4], {\"five\": 5}]", "[[1,2],[3,\"x\"],[],[[5]]]",
    #"{"a":1,"b":[1,2,{"c":null}],"d":{"e":{"f":"g"}}}"#,
    #"{"name":"Ümläut","text":"\u00e9\n\"quoted\"\\","n":-1.5e3}"#,
    #"[{"id":1,"tags":["a","b"]},{"id":"2","tags":[]},{"id":3.0},{}]"#, "[0.5,1.5,-2.25e-3,1e2,100000000000000000000]",
    "{\n  \"list\" : [\n    1,\n    \"a\",\n    false\n  ],\n  \"empty\" : { }\n}\n", "\"a string\"", "12345", "[]",
    "{}",
    #"{"k1":1,"k2":2,"k3":3,"k4":4,"k5":5,"k6":6,"k7":7,"k8":8,"k1":9}"#, "[true,false,null,true,false,null]",
    #"{"日本":["東京","大阪"],"ключ":"значение","\u0061":1}"#, "[[[[[[[[1]]]]]]],2]",
    #"{"type":"Feature","geometry":{"type":"Point","coordinates":[125.6,10.1]},"properties":{"name":"Dinagat"}}"#,
    "[\"\",\" \",\"a\\tb\",\"\\ud83d\\ude00\",\"\\/\"]", "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,]",
    #"[{"a":[{"a":[{"a":[]},1]},2]},3]"#,
  ]

  /// Each document that is cut short, and some that are damaged.
  private static func damaged(_ document: String, _ random: SeededGenerator) -> [[UInt8]] {
    let bytes = Array(document.utf8)
    var damage = Damage(random: random)
    let cut = (0..<bytes.count).map { Array(bytes[..<$0]) }
    let changed = (0..<Scale.count(2_000)).map { _ in
      var copy = bytes
      damage.damage(&copy)
      return copy
    }
    return [bytes] + cut + changed
  }

  @Test(arguments: documents.indices)
  func `they end as with Foundation`(_ index: Int) throws {
    var random = SeededGenerator("lossy decoding")
    for _ in 0..<index { _ = random.next() }
    let documents = Self.damaged(Self.documents[index], random)
    var input = Data()
    for document in documents {
      withUnsafeBytes(of: UInt32(document.count).littleEndian) { input.append(contentsOf: $0) }
      input.append(contentsOf: document)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: builtProgram("LossyDecoding"))
    let outcome = try run(process, input: input, killedAfter: 100)
    let last = outcome.complaints.split(separator: "\n").last.flatMap { Int($0) } ?? 0
    #expect(
      outcome.status == 0,
      "document \(last) of \(documents.count): \(documents[last]); \(SeededGenerator.note)\n\(outcome.output.prefix(4_000))"
    )
  }
}
