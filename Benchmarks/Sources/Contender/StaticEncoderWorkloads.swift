import Foundation
import Millrace
import PlainModels

/// `StaticJSONEncoder` on a type that is `Encodable` and nothing else: the model of published comparisons.
enum StaticEncoderWorkloads {
  static var cases: [Case] {
    [Case("static", Document(name: "simple", fileName: "simple.json"), "encode", prepare: prepare)]
  }

  private typealias Encoder = StaticJSONEncoder<[UInt8], JSON.Standard>

  private static func prepare(_ document: URL) throws -> Workload {
    let value = try JSONDecoder().decode(Simple.self, from: Data(contentsOf: document))
    return Workload(
      run: { count in
        for _ in 0..<count { keep(try Encoder.encode(value)) }
      },
      roundTrip: { Data(try Encoder.encode(value)) })
  }
}
