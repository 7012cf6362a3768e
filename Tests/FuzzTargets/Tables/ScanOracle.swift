import Millrace
import MillraceTables

/// What the columns of a scan should contain: JSON read by the typed path, and cells by arithmetic on their text.
struct ScanOracle {
  let isLenient: Bool
  /// Whether a value that does not fit becomes null.
  let keepsRows: Bool
  /// Whether a value of the row did not fit.
  private(set) var isBad = false

  /// A value that its column does not accept.
  struct Unfit: Error {}

  init(isLenient: Bool, keepsRows: Bool) {
    self.isLenient = isLenient
    self.keepsRows = keepsRows
  }

  // MARK: JSON

  /// The entries of a row, which is an object. A member that is missing is null.
  mutating func row(json text: ArraySlice<UInt8>, _ schema: [Arrow.Field]) throws -> [String] {
    isBad = false
    guard text.first == UInt8(ascii: "{") else { throw Unfit() }
    return try members(of: text, schema)
  }

  private mutating func members(of text: ArraySlice<UInt8>, _ fields: [Arrow.Field]) throws -> [String] {
    let parts = (NaiveJSON.parts(of: text) ?? []).map { (key: string($0.key ?? []), value: $0.value) }
    return try fields.map { field in
      guard let member = parts.last(where: { $0.key.map { Array($0.utf8) } == Array(field.name.utf8) }) else {
        return "null"
      }
      return try entry(json: member.value, field.type)
    }
  }

  private mutating func entry(json text: ArraySlice<UInt8>, _ type: Arrow.DataType) throws -> String {
    do { return try strictEntry(text, type) } catch {
      if isLenient, let entry = lenientEntry(text, type) { return entry }
      guard keepsRows else { throw Unfit() }
      isBad = true
      return "null"
    }
  }

  private mutating func strictEntry(_ text: ArraySlice<UInt8>, _ type: Arrow.DataType) throws -> String {
    if text.elementsEqual("null".utf8) { return "null" }
    switch type {
    case .boolean: return "\(try typed(text) as Bool)"
    case .integer(8, let isSigned): return isSigned ? "\(try typed(text) as Int8)" : "\(try typed(text) as UInt8)"
    case .integer(16, let isSigned): return isSigned ? "\(try typed(text) as Int16)" : "\(try typed(text) as UInt16)"
    case .integer(32, let isSigned): return isSigned ? "\(try typed(text) as Int32)" : "\(try typed(text) as UInt32)"
    case .integer(_, let isSigned): return isSigned ? "\(try typed(text) as Int64)" : "\(try typed(text) as UInt64)"
    case .float(bits: 32): return "\(try typed(text) as Float)"
    case .float: return "\(try typed(text) as Double)"
    case .utf8: return (try typed(text) as String).debugDescription
    case .structure(let fields):
      guard text.first == UInt8(ascii: "{") else { throw Unfit() }
      return "{" + (try members(of: text, fields)).joined(separator: ", ") + "}"
    case .list(let element, _):
      guard text.first == UInt8(ascii: "["), let parts = NaiveJSON.parts(of: text) else { throw Unfit() }
      return "[" + (try parts.map { try entry(json: $0.value, element.type) }).joined(separator: ", ") + "]"
    case .map(let entries):
      guard text.first == UInt8(ascii: "{"), let parts = NaiveJSON.parts(of: text),
        case .structure(let pair) = entries.type
      else { throw Unfit() }
      let texts = try parts.map { part in
        "{\(string(part.key ?? [])?.debugDescription ?? "?"), \(try entry(json: part.value, pair[1].type))}"
      }
      return "[" + texts.joined(separator: ", ") + "]"
    case .decimal:
      if text.first == UInt8(ascii: "\"") { return try cell(try typed(text) as String, type, isLenient: false) }
      guard text.first == UInt8(ascii: "-") || (0x30...0x39).contains(text.first ?? 0) else { throw Unfit() }
      return try cell(String(decoding: text, as: UTF8.self), type, isLenient: false)
    case .null: throw Unfit()
    default: return try cell(try typed(text) as String, type, isLenient: false)
    }
  }

  private func lenientEntry(_ text: ArraySlice<UInt8>, _ type: Arrow.DataType) -> String? {
    switch type {
    case .structure, .list, .map: return nil
    case .utf8: return text.first == UInt8(ascii: "\"") ? nil : String(decoding: text, as: UTF8.self).debugDescription
    default: break
    }
    if text.first == UInt8(ascii: "\"") {
      return string(text).flatMap { try? cell($0, type, isLenient: true) }
    }
    guard text.first != UInt8(ascii: "["), text.first != UInt8(ascii: "{") else { return nil }
    return try? cell(String(decoding: text, as: UTF8.self), type, isLenient: true)
  }

  private func typed<Value: Readable>(_ text: ArraySlice<UInt8>) throws -> Value {
    try JSON.decode(Value.self, from: Array(text))
  }

  private func string(_ text: ArraySlice<UInt8>) -> String? { try? typed(text) as String }

  // MARK: Tables

  /// The entries of a row of CSV.
  ///
  /// - Parameter cells: The cells that are not empty, by the names of their columns.
  mutating func row(cells: [String: String], _ schema: [Arrow.Field]) throws -> [String] {
    isBad = false
    return try schema.map { field in
      guard let text = cells[field.name] else { return "null" }
      do { return try nestedCell(text, field.type) } catch {
        guard keepsRows else { throw Unfit() }
        isBad = true
        return "null"
      }
    }
  }

  private mutating func nestedCell(_ text: String, _ type: Arrow.DataType) throws -> String {
    switch type {
    case .structure, .list, .map:
      guard NaiveJSON.isValid(Array(text.utf8)) else { throw Unfit() }
      return try entry(json: NaiveJSON.withoutBlanks(Array(text.utf8)[...]), type)
    default: return try cell(text, type, isLenient: isLenient)
    }
  }

  // MARK: Text

  private func cell(_ text: String, _ type: Arrow.DataType, isLenient: Bool) throws -> String {
    if case .utf8 = type { return text.debugDescription }
    let text = isLenient ? text.withoutBlanks : text
    let isNumber = Self.isNumber(text)
    var found: String?
    switch type {
    case .integer(let bits, let isSigned):
      let whole = isLenient && isNumber ? (try? Self.scaled(text, by: 0, digits: 38, rounds: false)) ?? text : text
      found = Self.integer(whole, bits, isSigned)
    case .float(let bits):
      if isNumber {
        let hasDigit = text.prefix { $0 != "e" && $0 != "E" }.contains { ("1"..."9").contains($0) }
        let (double, float) = (Double(text) ?? 0, Float(text) ?? 0)
        let isInRange =
          bits == 32 ? float.isFinite && hasDigit != float.isZero : double.isFinite && hasDigit != double.isZero
        if isInRange { found = bits == 32 ? "\(float)" : "\(double)" }
      } else if isLenient {
        found =
          [
            "nan": "nan", "inf": "inf", "infinity": "inf", "+inf": "inf", "+infinity": "inf", "-inf": "-inf",
            "-infinity": "-inf",
          ][text.asciiLowercased]
      }
    case .boolean: found = ["true": "true", "1": "true", "false": "false", "0": "false"][text.asciiLowercased]
    case .decimal(let digits, let scale, _):
      if isNumber { found = try Self.scaled(text, by: scale, digits: digits, rounds: isLenient) }
    case .date: found = Self.day(text, isLenient: isLenient)
    case .timestamp(let unit, let zone):
      found = try Self.count(text, unit, hasZone: zone != nil, isLenient: isLenient, isNumber: isNumber)
    case .binary:
      if let bytes = Self.bytes(base64: text) { found = "\(bytes)" }
    default: break
    }
    guard let found else { throw Unfit() }
    return found
  }

  /// The bytes of a text in base64, with its padding, whose unused bits must be zero.
  private static func bytes(base64 text: String) -> [UInt8]? {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let digits = text.prefix { $0 != "=" }
    let padding = text.dropFirst(digits.count)
    let values = digits.compactMap(alphabet.firstIndex)
    guard values.count == digits.count, text.count % 4 == 0, padding.count < 3, padding.allSatisfy({ $0 == "=" }) else {
      return nil
    }
    let bits = values.flatMap { value in (0..<6).map { value >> (5 - $0) & 1 } }
    let used = bits.count / 8 * 8
    guard bits.count - used < 6, bits[used...].allSatisfy({ $0 == 0 }) else { return nil }
    return stride(from: 0, to: used, by: 8).map { UInt8(bits[$0..<$0 + 8].reduce(0) { $0 * 2 + $1 }) }
  }

  /// Whether a text is a number in a cell: as in JSON, or with a plus sign, or with zeros before the first digit.
  private static func isNumber(_ text: String) -> Bool {
    func areDigits(_ text: Substring) -> Bool { !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    func withoutSign(_ text: Substring) -> Substring { "+-".contains(text.first ?? " ") ? text.dropFirst() : text }
    let parts = text[...].split(omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
    let mantissa = withoutSign(parts[0]).split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2 && mantissa.count <= 2 && mantissa.allSatisfy(areDigits)
      && parts.dropFirst().allSatisfy { areDigits(withoutSign($0)) }
  }

  private static func integer(_ text: String, _ bits: Int, _ isSigned: Bool) -> String? {
    guard let value = Int128(text) else { return nil }
    let limit = Int128(1) << Int128(isSigned ? bits - 1 : bits)
    return value < limit && value >= (isSigned ? -limit : 0) ? "\(value)" : nil
  }

  /// A number times a power of ten, as an integer.
  private static func scaled(_ text: String, by scale: Int, digits precision: Int, rounds: Bool) throws -> String {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
    let mantissa = parts[0].drop { $0 == "-" || $0 == "+" }
    let fraction = mantissa.firstIndex(of: ".").map { mantissa[$0...].count - 1 } ?? 0
    var digits = String(mantissa.filter { $0 != "." }.drop { $0 == "0" })
    guard !digits.isEmpty else { return "0" }
    // An exponent that is too long for an integer is far out of range as well.
    let limit = 1_000_000
    let exponent =
      parts.count == 1
      ? 0 : Int(parts[1]).map { min(max($0, -limit), limit) } ?? (parts[1].hasPrefix("-") ? -limit : limit)
    let shift = exponent - fraction + scale
    guard digits.count + shift <= precision else { throw Unfit() }
    var dropped: Substring = ""
    if shift >= 0 {
      digits += String(repeating: "0", count: shift)
    } else {
      let padded = String(repeating: "0", count: max(0, -shift - digits.count)) + digits
      dropped = padded.suffix(-shift)
      digits = String(padded.dropLast(-shift))
    }
    if !rounds, dropped.contains(where: { $0 != "0" }) { throw Unfit() }
    var value = Int128(digits.isEmpty ? "0" : digits) ?? 0
    if let first = dropped.first, first >= "5" { value += 1 }
    guard "\(value)".count <= precision else { throw Unfit() }
    return "\(text.hasPrefix("-") ? -value : value)"
  }

  // MARK: Dates

  private static func day(_ text: String, isLenient: Bool) -> String? {
    let instant = text.utf8.count == 10 ? Instant(text + "T00:00:00Z") : isLenient ? self.instant(text) : nil
    return instant.map { "\(Int((Double($0.seconds) / 86_400).rounded(.down)))" }
  }

  private static func count(
    _ text: String, _ unit: Arrow.TimeUnit, hasZone: Bool, isLenient: Bool, isNumber: Bool
  ) throws -> String? {
    if isLenient, isNumber {
      let count = try scaled(text, by: "\(unit.perSecond)".count - 1, digits: 38, rounds: true)
      return Int64(count).map { "\($0)" }
    }
    let found =
      isLenient ? instant(text) : Instant(text) ?? (hasZone || text.utf8.count < 11 ? nil : Instant(text + "Z"))
    guard let found else { return nil }
    let divisor = Int128(1_000_000_000) / Int128(unit.perSecond)
    guard isLenient || Int128(found.nanoseconds) % divisor == 0 else { return nil }
    let count = Int128(found.seconds) * Int128(unit.perSecond) + Int128(found.nanoseconds) / divisor
    return Int64(exactly: count).map { "\($0)" }
  }

  /// A date, or a date and time with a space or a `T`, and with an offset or without one.
  private static func instant(_ text: String) -> Instant? {
    if text.utf8.count == 10 { return Instant(text + "T00:00:00Z") }
    guard text.utf8.count > 10 else { return nil }
    var bytes = Array(text.utf8)
    if bytes[10] == UInt8(ascii: " ") { bytes[10] = UInt8(ascii: "T") }
    let time = String(decoding: bytes, as: UTF8.self)
    return Instant(time) ?? Instant(time + "Z")
  }
}

extension String {
  fileprivate var asciiLowercased: String {
    String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  fileprivate var withoutBlanks: String {
    var bytes = Array(utf8)[...]
    while let byte = bytes.first, byte <= 0x20 { bytes.removeFirst() }
    while let byte = bytes.last, byte <= 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
