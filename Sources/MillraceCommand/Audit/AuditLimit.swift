import Millrace

/// A limit and the number that it is compared with: all findings, or those that the baseline does not contain.
@Serializable
struct AuditLimit {
  /// The option that sets the limit, without its dashes.
  var option: String
  var allowed: Int
  var found: Int
  /// Whether only findings that the baseline does not contain count.
  var onlyNew: Bool
  /// The findings that count against the limit.
  var entries: [AuditBaseline.Entry]

  var isExceeded: Bool { found > allowed }

  private init(_ option: String, _ allowed: Int, _ entries: [AuditBaseline.Entry], onlyNew: Bool) {
    self.option = option
    self.allowed = allowed
    self.entries = entries
    self.onlyNew = onlyNew
    found = entries.reduce(0) { $0 + $1.count }
  }

  static let codingKeys = "max-coding-keys"
  static let foundationCoders = "max-foundation-coders"

  /// The limits that are set. With a baseline both are set, to 0 by default.
  static func all(
    for report: AuditReport, codingKeys: Int?, foundationCoders: Int?, baseline: AuditBaseline?
  ) -> [AuditLimit] {
    let found = AuditBaseline(report)
    let counted = baseline.map { found.subtracting($0) } ?? found
    let otherwise = baseline == nil ? nil : 0
    return [
      (codingKeys ?? otherwise).map {
        AuditLimit(Self.codingKeys, $0, counted.codingKeys, onlyNew: baseline != nil)
      },
      (foundationCoders ?? otherwise).map {
        AuditLimit(Self.foundationCoders, $0, counted.foundationCoders, onlyNew: baseline != nil)
      },
    ].compactMap { $0 }
  }

  /// The message for an exceeded limit: it lists the first findings that count.
  var complaint: String {
    let what = option == Self.codingKeys ? "CodingKeys types" : "places that make Foundation's coders"
    let shown = entries.prefix(20).map { entry in
      "  \(visible(entry.name))\(entry.count > 1 ? ", \(entry.count) times" : "")\n"
    }
    let rest = entries.count - shown.count
    return "millrace: \(what): \(found)\(onlyNew ? " new" : ""), and --\(option) allows \(allowed)\n" + shown.joined()
      + (rest > 0 ? "  and \(rest) more, which --json lists\n" : "")
  }
}
