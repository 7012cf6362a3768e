import Millrace
import MillraceCommandLine
import SystemLibrary

/// The patterns of `--columns`, `--drop` and `--rename` for rows whose members are not known beforehand, such as those of JSON lines.
/// The result for each name is cached, so that each name is compared once.
final class MemberPatterns {
  private let columns: [NamePattern]?
  private let dropped: [NamePattern]
  private let renamed: [(old: NamePattern, new: NamePattern)]
  private let findings: PatternFindings
  private var known: [JSON.ExactKey: Effect] = [:]

  /// The size at which the cache is emptied, so that rows with different keys do not take unlimited memory.
  private static let maximumKnownCount = 10_000

  struct Effect {
    var isListed: Bool
    var isDropped: Bool
    var newName: String?
  }

  init(
    columns: [NamePattern]?, dropped: [NamePattern], renamed: [(old: NamePattern, new: NamePattern)],
    _ findings: PatternFindings
  ) {
    self.columns = columns
    self.dropped = dropped
    self.renamed = renamed
    self.findings = findings
  }

  var renames: Bool { !renamed.isEmpty }

  func effect(on name: String) -> Effect {
    if let effect = known[name] { return effect }
    var matched: [NamePattern] = []
    func find(_ patterns: [NamePattern]) -> [NamePattern] {
      let found = patterns.filter { $0.matches(name) }
      matched += found
      return found
    }
    let isListed = columns.map { !find($0).isEmpty } ?? false
    let isDropped = !find(dropped).isEmpty
    let old = find(renamed.map(\.old)).first
    let newName = renamed.first { $0.old == old }.flatMap { renaming in
      renaming.old.match(in: name).map { renaming.new.name(with: $0) }
    }
    findings.add(name, matched.map(\.text))
    if known.count == Self.maximumKnownCount { known.removeAll() }
    let effect = Effect(isListed: isListed, isDropped: isDropped, newName: newName)
    known[name] = effect
    return effect
  }
}

/// Which patterns have matched a member of a row, and the names of members, for an error if one has matched none.
final class PatternFindings: Sendable {
  private let patterns: [(option: String, pattern: NamePattern)]
  private let found = Locked<(texts: Set<String>, names: [String])>(([], []))

  private static let maximumNameCount = 30

  init(_ patterns: [(option: String, pattern: NamePattern)]) { self.patterns = patterns }

  func add(_ name: String, _ texts: [String]) {
    found.withLock { found in
      found.texts.formUnion(texts)
      if found.names.count <= Self.maximumNameCount, !found.names.contains(name) { found.names.append(name) }
    }
  }

  /// - Throws: if there were members, and a pattern has matched none of them.
  func check(in input: String) throws(CommandError) {
    let (texts, names) = found.withLock { $0 }
    guard !names.isEmpty, let missing = patterns.first(where: { !texts.contains($0.pattern.text) }) else { return }
    throw Self.noMatch(missing.option, missing.pattern.text, among: names, in: input)
  }

  /// The error for a pattern that matches no column.
  static func noMatch(_ option: String, _ text: String, among names: [String], in input: String) -> CommandError {
    let list = names.prefix(maximumNameCount).joined(separator: ", ") + (names.count > maximumNameCount ? ", …" : "")
    return .usage(
      "--\(option) \(text): no column of \(input) matches",
      hint: names.isEmpty ? "there are no columns" : "the columns are \(list)")
  }
}
