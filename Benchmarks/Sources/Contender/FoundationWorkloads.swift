import Foundation

/// Foundation's operations on the documents of one type.
enum FoundationWorkloads<Value: Codable> {
  static func decode(_ document: URL) throws -> Workload {
    let data = try Data(contentsOf: document)
    let decoder = JSONDecoder()
    return Workload(
      run: { count in
        for _ in 0..<count { keep(try decoder.decode(Value.self, from: data)) }
      },
      roundTrip: { try makeEncoder().encode(try decoder.decode(Value.self, from: data)) })
  }

  static func encode(_ document: URL) throws -> Workload {
    let value = try JSONDecoder().decode(Value.self, from: Data(contentsOf: document))
    let encoder = makeEncoder()
    return Workload(
      run: { count in
        for _ in 0..<count { keep(try encoder.encode(value)) }
      },
      roundTrip: { try encoder.encode(value) })
  }

  private static func makeEncoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return encoder
  }
}
