/// The field `Accept-Encoding` (RFC 9110, section 12.5.3), as far as it concerns gzip.
struct AcceptedCodings {
  /// The weights that the field gives, in thousandths; nil for what it does not name.
  private var gzip: Int?
  private var identity: Int?
  private var others: Int?

  /// - Parameter field: the codings that the client accepts, such as `gzip, br;q=0.5`. An element that is malformed is ignored.
  init(_ field: String) {
    for element in field.utf8.split(separator: UInt8(ascii: ",")) {
      let parts = element.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
      guard let weight = parts.count == 1 ? 1000 : Self.weight(Self.text(parts[1])) else { continue }
      switch Self.text(parts[0]) {
      case "gzip", "x-gzip": gzip = weight
      case "identity": identity = weight
      case "*": others = weight
      default: break
      }
    }
  }

  /// Whether gzip is accepted, and at least as welcome as no coding, which is always accepted here.
  var prefersGzip: Bool {
    let gzip = gzip ?? others ?? 0
    return gzip > 0 && gzip >= identity ?? 0
  }

  /// The thousandths that a weight such as `q=0.8` stands for; nil if it is malformed.
  private static func weight(_ text: String) -> Int? {
    guard text.hasPrefix("q=") else { return nil }
    let digits = Array(text.utf8.dropFirst(2))
    guard let first = digits.first, (2...5).contains(digits.count) ? digits[1] == ASCII.dot : digits.count == 1,
      digits.dropFirst(2).allSatisfy(isDigit)
    else { return nil }
    var weight = 0
    for index in [0, 2, 3, 4] { weight = weight * 10 + (index < digits.count ? Int(digits[index] & 0xF) : 0) }
    return isDigit(first) && weight <= 1000 ? weight : nil
  }

  /// A part in lower case, without blanks at its ends.
  private static func text(_ part: Substring.UTF8View) -> String {
    let isBlank = { (byte: UInt8) in byte == ASCII.space || byte == ASCII.tab }
    let begin = part.drop(while: isBlank)
    let end = begin.lastIndex { !isBlank($0) }.map { begin.index(after: $0) } ?? begin.startIndex
    return Substring(begin[..<end]).lowercased()
  }
}
