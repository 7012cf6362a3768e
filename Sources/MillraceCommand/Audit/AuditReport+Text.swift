import MillraceCommandLine

extension AuditReport {
  /// The report for people.
  ///
  /// - Parameter byModule: whether there is a table of modules.
  func text(byModule: Bool) -> String {
    binaries.map { $0.text(byModule: byModule) }.joined(separator: "\n") + advice
  }

  private var advice: String {
    (codingKeys > 0 ? "\n" + Self.adviceOnKeys : "") + (foundationCoders > 0 ? "\n" + Self.adviceOnCoders : "")
  }

  private static let adviceOnKeys = """
    Each CodingKeys type adds five or more of the records that are searched when a
    type is decoded for the first time, and code. What can be done about it:
    - @Serializable instead of synthesized Codable: no keys type is left. A type that
      states Codable as well gets it with the one key type FieldKey for all types.
    - Where init(from:) and encode(to:) are written by hand: FieldKey, or a universal
      key type of your own, instead of an enumeration for each type.
    - For those who cannot migrate yet, the compiler's flag
        -Xfrontend -disable-concrete-type-metadata-mangled-name-accessors
      keeps decoding from searching the records for each type. With 1,000 types and
      70,000 records the first decode of all took 20 ms instead of 200, and the first
      encode 211 ms instead of 399. It is not a supported option: it may go away with
      any compiler, and was measured with Swift 6.3.1 on Linux only.

    """

  private static let adviceOnCoders = """
    Foundation's coders can be replaced one for one by FastJSONDecoder and
    FastJSONEncoder, or be handed out by one CoderProvider for the whole app.

    """
}

extension ProgramAudit {
  fileprivate func text(byModule: Bool) -> String {
    let lines =
      ["\(path): \(kind)\(objectFiles.map { ", object files: \($0)" } ?? "")"]
      + ([recordLine, keysLine] + coderLines + notes).map { "  " + $0 }
    return lines.map { visible($0) + "\n" }.joined() + (byModule && !modules.isEmpty ? "\n" + table : "")
  }

  private var recordLine: String {
    "protocol conformance records: \(conformances)"
      + (unknownConformances > 0 ? ", of which \(unknownConformances) are of unknown types" : "")
  }

  private var keysLine: String {
    guard !codingKeys.isEmpty else { return "CodingKeys types: 0" }
    let records = codingKeys.reduce(0) { $0 + $1.conformances }
    let sizes = codingKeys.compactMap(\.bytes)
    let bytes =
      sizes.count == codingKeys.count
      ? "\(sizes.reduce(0, +)) bytes" : "an unknown number of bytes, because symbols are missing"
    return "CodingKeys types: \(codingKeys.count), with \(records) of the records and \(bytes)"
  }

  private var coderLines: [String] {
    var counts: [String: Int] = [:]
    for use in coderUses { counts[use.coder, default: 0] += use.count }
    let list = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    let what = objectFiles == nil ? "initializers of Foundation's coders" : "places that make Foundation's coders"
    return ["\(what): \(counts.isEmpty ? "0" : list)"]
  }

  /// The notes on the accuracy of the numbers.
  private var notes: [String] {
    var notes: [String] = []
    if containsFoundation {
      notes.append("Foundation is part of the binary: its initializers are there, called or not")
    }
    if !otherArchitectures.isEmpty { notes.append("not counted: \(otherArchitectures.joined(separator: ", "))") }
    if otherMembers > 0 { notes.append("archive members that are not object files: \(otherMembers)") }
    return notes
  }

  private var table: String {
    let titles = ["module", "records", "CodingKeys", "their records", "their bytes"]
    let rows = modules.map { module in
      [
        visible(module.name), "\(module.conformances)", "\(module.codingKeys)", "\(module.codingKeysConformances)",
        module.codingKeysBytes.map { "\($0)" } ?? "-",
      ]
    }
    return aligned([titles] + rows, columnsOfText: 1)
  }
}
