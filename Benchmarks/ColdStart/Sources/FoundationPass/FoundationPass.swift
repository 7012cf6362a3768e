public import CodablePass
import Foundation

/// Foundation's coders.
public final class FoundationPass: CodablePass {
  private let document: Data
  // Making a coder is a part of its first use.
  private lazy var decoder = JSONDecoder()
  private lazy var encoder = JSONEncoder()

  public init(document: String) {
    self.document = Data(document.utf8)
  }

  public override func decode<Value: Codable>(_ type: Value.Type) throws -> Value {
    let value = try decoder.decode(type, from: document)
    if isPrinting { print(try encoder.encode(value)) }
    return value
  }

  public override func encode<Value: Codable>(_ value: Value) throws {
    let data = try encoder.encode(value)
    bytes += data.count
    if isPrinting { print(data) }
  }
}
