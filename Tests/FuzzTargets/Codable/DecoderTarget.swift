import Foundation
import MillraceFoundation

let codableTargets = [decoderTarget, encoderTarget]

/// The drop-in decoder beside Foundation's: the same values, and an error where there is one.
///
/// The header: strategies. Each type is also decoded from several copies of the document, to check that the cost for each byte
/// stays the same.
private let decoderTarget = FuzzTarget("decoder", headerSize: 1, mutatesJSON: true) { input in
  // Foundation's decoder stops the process at the bracket that opens level 513.
  guard nesting(input.bytes) < 500 else { return }
  let data = Data(input.bytes + [0x20])
  for check in decoderChecks { try check(data, input.header[0]) }
  try expectLinearCost(input.bytes)
}

private let decoderChecks: [@Sendable (Data, UInt8) throws -> Void] = [
  check(Record.self), check([Record].self), check(Probed.self), check(LossyList.self), check([String: Probed].self),
  check(Options.self), check([Choice].self), check(Moments.self),
]

private func check<Value: Codable & Sendable>(_ type: Value.Type) -> @Sendable (Data, UInt8) throws -> Void {
  { data, header in
    let expected = outcome(of: JSONDecoder(), type, data, header)
    let found = outcome(of: FastJSONDecoder(), type, data, header)
    if isAccepted(expected, found, data, header) { return }
    throw Finding("\(type)\nFoundation: \(expected)\nMillrace:   \(found)")
  }
}

private enum DecodingOutcome: Equatable {
  case value(String)
  case failure(String)
}

private func outcome<Value: Codable>(
  of decoder: JSONDecoder, _ type: Value.Type, _ data: Data, _ header: UInt8
) -> DecodingOutcome {
  if header & 1 != 0 { decoder.keyDecodingStrategy = .convertFromSnakeCase }
  if header & 2 != 0 { decoder.dateDecodingStrategy = .iso8601 }
  if header & 4 != 0 {
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
  }
  if header & 8 != 0 { decoder.dataDecodingStrategy = .deferredToData }
  do {
    let value = try decoder.decode(type, from: data)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let text = try? encoder.encode(value) else { return .value("not encodable") }
    return .value(String(decoding: text, as: UTF8.self))
  } catch DecodingError.keyNotFound(let key, let context) {
    return .failure("keyNotFound \(key.stringValue) \(path(context))")
  } catch DecodingError.valueNotFound(let type, let context) {
    return .failure("valueNotFound \(type) \(path(context))")
  } catch DecodingError.typeMismatch(let type, let context) {
    return .failure("typeMismatch \(type) \(path(context))")
  } catch DecodingError.dataCorrupted {
    return .failure("dataCorrupted")  // the path is one of the accepted differences
  } catch { return .failure("another error") }
}

private func path(_ context: DecodingError.Context) -> String {
  context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "/")
}

/// Whether the outcomes are the same, or differ as `docs/codable.md` lists.
private func isAccepted(
  _ expected: DecodingOutcome, _ found: DecodingOutcome, _ data: Data, _ header: UInt8
) -> Bool {
  if expected == found { return true }
  // `dictionariesAreDecodedInTheirOrder`: which of several errors is reported, and the values of duplicate keys.
  if case .failure = expected, case .failure = found { return true }
  if case .failure = expected, case .value = found, header & 1 != 0, hasDuplicateKeys(data) { return true }
  // `integersAreExactHoweverWritten`
  if case .failure("dataCorrupted") = expected, case .value(let text) = found {
    return text.contains(/\d{16}/)
  }
  return false
}

/// The deepest level of brackets, those in strings included.
private func nesting(_ bytes: [UInt8]) -> Int {
  var depth = 0
  var deepest = 0
  for byte in bytes {
    if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { depth += 1 }
    if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { depth -= 1 }
    deepest = max(deepest, depth)
  }
  return deepest
}

/// Whether an object has two equal keys. Also for documents with invalid values; escapes are not replaced.
private func hasDuplicateKeys(_ data: Data) -> Bool {
  var keys: [Set<[UInt8]>] = []
  var text: [UInt8]?  // the string that is open, or that was closed last
  var isOpen = false
  var isEscaped = false
  for byte in data {
    if isOpen {
      if !isEscaped, byte == UInt8(ascii: "\"") { isOpen = false } else { text?.append(byte) }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      continue
    }
    switch byte {
    case UInt8(ascii: "\""): (text, isOpen) = ([], true)
    case UInt8(ascii: "{"), UInt8(ascii: "["): keys.append([])
    case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = keys.popLast()
    case UInt8(ascii: ":"):
      if let key = text, !keys.isEmpty, !keys[keys.count - 1].insert(key).inserted { return true }
    default: break
    }
  }
  return false
}
