/// The header fields that this server uses. Only the syntax of other fields is checked.
struct FieldsOfInterest {
  var host = ""
  var hostCount = 0
  // Of several fields with the same name, the values with commas between them.
  var ifMatch: String?
  var ifNoneMatch: String?
  var acceptEncoding: String?
  var lastEventID: String?
  var idempotencyKey: String?
  var forwardedScheme: String?
  var forwardedHost: String?
  /// Whether the body has another content coding than `identity`.
  var hasCodedBody = false
  /// In lower case.
  var connection: [String] = []
  /// In lower case; of several fields, with commas between them.
  var transferEncoding: String?
  var contentLength: Int?
  var expectsContinue = false

  /// Notes what a line such as `Host: localhost` says.
  ///
  /// - Throws: ``Refusal``.
  mutating func note(_ line: Span<UInt8>) throws(Refusal) {
    let colon = try endOfName(inField: line)
    let value = line.extracting((colon + 1)...).withoutBlanks()
    // The lengths tell most names apart before anything is compared.
    let name = line.extracting(..<colon)
    switch colon {
    case 4 where name.equals("host"):
      host = String(ascii: value)
      hostCount += 1
    case 6 where name.equals("expect"): try noteExpectation(value)
    case 8 where name.equals("if-match"): Self.join(value, to: &ifMatch)
    case 10 where name.equals("connection"):
      connection += String(ascii: value).lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }.map { String($0) }
    case 13 where name.equals("if-none-match"): Self.join(value, to: &ifNoneMatch)
    case 13 where name.equals("last-event-id"): Self.join(value, to: &lastEventID)
    case 14 where name.equals("content-length"): try noteLength(value)
    case 15 where name.equals("accept-encoding"): Self.join(value, to: &acceptEncoding)
    case 15 where name.equals("idempotency-key"): Self.join(value, to: &idempotencyKey)
    case 16 where name.equals("x-forwarded-host"): Self.join(value, to: &forwardedHost)
    case 16 where name.equals("content-encoding"):
      let codings = String(ascii: value).split { $0 == "," || $0 == " " || $0 == "\t" }
      if codings.contains(where: { $0.lowercased() != "identity" }) { hasCodedBody = true }
    case 17 where name.equals("x-forwarded-proto"): Self.join(value, to: &forwardedScheme)
    case 17 where name.equals("transfer-encoding"):
      let encoding = String(ascii: value).lowercased()
      transferEncoding = transferEncoding.map { "\($0), \(encoding)" } ?? encoding
    default: break
    }
  }

  private static func join(_ value: Span<UInt8>, to values: inout String?) {
    let value = String(ascii: value)
    // Appended in place: a head may have many fields of the same name.
    if values == nil { values = value } else { values?.append(", \(value)") }
  }

  private mutating func noteLength(_ value: Span<UInt8>) throws(Refusal) {
    // `Int` would take a sign as well.
    guard contentLength == nil, value.indices.allSatisfy({ isDigit(value[$0]) }),
      let length = Int(String(ascii: value))
    else { throw .malformed("Content-Length is not one number") }
    contentLength = length
  }

  private mutating func noteExpectation(_ value: Span<UInt8>) throws(Refusal) {
    guard value.equals("100-continue") else { throw .malformed("unsupported expectation; expected 100-continue") }
    expectsContinue = true
  }
}

/// The place of the colon in a line such as `Host: localhost`, whose form is checked (RFC 9112, section 5).
///
/// - Throws: ``Refusal``.
func endOfName(inField line: Span<UInt8>) throws(Refusal) -> Int {
  guard let colon = line.firstIndex(of: ASCII.colon, from: 0), colon > 0,
    (0..<colon).allSatisfy({ isCharacterOfToken(line[$0]) })
  else { throw .malformed("a field is not NAME: VALUE") }
  if line.firstIndex(from: colon + 1, where: { !isCharacterOfText($0) }) != nil {
    throw .malformed("control character in a field")
  }
  return colon
}
