import Foundation
import MillraceFoundation

/// What the tests ask of a decoder, Foundation's or ours.
protocol DecodingCoder: AnyObject {
  var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy { get set }
  var dataDecodingStrategy: JSONDecoder.DataDecodingStrategy { get set }
  var nonConformingFloatDecodingStrategy: JSONDecoder.NonConformingFloatDecodingStrategy { get set }
  var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy { get set }
  var userInfo: [CodingUserInfoKey: any Sendable] { get set }
  var allowsJSON5: Bool { get set }
  var assumesTopLevelDictionary: Bool { get set }

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
  func decode<Value: DecodableWithConfiguration>(
    _ type: Value.Type, from data: Data, configuration: Value.DecodingConfiguration
  ) throws -> Value
}

/// What the tests ask of an encoder, Foundation's or ours.
protocol EncodingCoder: AnyObject {
  var outputFormatting: JSONEncoder.OutputFormatting { get set }
  var dateEncodingStrategy: JSONEncoder.DateEncodingStrategy { get set }
  var dataEncodingStrategy: JSONEncoder.DataEncodingStrategy { get set }
  var nonConformingFloatEncodingStrategy: JSONEncoder.NonConformingFloatEncodingStrategy { get set }
  var keyEncodingStrategy: JSONEncoder.KeyEncodingStrategy { get set }
  var userInfo: [CodingUserInfoKey: any Sendable] { get set }

  func encode<Value: Encodable>(_ value: Value) throws -> Data
  func encode<Value: EncodableWithConfiguration>(
    _ value: Value, configuration: Value.EncodingConfiguration
  ) throws -> Data
}

extension JSONDecoder: DecodingCoder {}
extension JSONEncoder: EncodingCoder {}

/// The two coders that are compared: the oracle, and the one that must do the same.
struct Contestants: Sendable {
  var oracleDecoder: @Sendable () -> any DecodingCoder = { JSONDecoder() }
  var decoder: @Sendable () -> any DecodingCoder = { FastJSONDecoder() }
  var oracleEncoder: @Sendable () -> any EncodingCoder = { JSONEncoder() }
  var encoder: @Sendable () -> any EncodingCoder = { FastJSONEncoder() }
}
