import MillraceMigration

extension Migration.Change {
  /// The change in the format of `diff -u`, with three lines of context.
  var unifiedDiff: String {
    let old = lines(of: before.text)
    let new = lines(of: after)
    return "--- \(before.path)\n+++ \(before.path)\n" + hunks(old, new).map { $0.text(old, new) }.joined()
  }

  /// Lines with what ends them.
  private func lines(of text: String) -> [Substring] {
    var lines: [Substring] = []
    var rest = text[...]
    while let feed = rest.utf8.firstIndex(of: UInt8(ascii: "\n")) {
      let next = rest.utf8.index(after: feed)
      lines.append(rest[..<next])
      rest = rest[next...]
    }
    return rest.isEmpty ? lines : lines + [rest]
  }

  /// What was removed and inserted, in the order of the lines; what is close together in one piece.
  private func hunks(_ old: [Substring], _ new: [Substring]) -> [Hunk] {
    let difference = new.difference(from: old)
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var hunks: [Hunk] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      guard removed.contains(i) || inserted.contains(j) else {
        (i, j) = (i + 1, j + 1)
        continue
      }
      let start = (i, j)
      while removed.contains(i) { i += 1 }
      while inserted.contains(j) { j += 1 }
      let piece = Hunk.Piece(old: start.0..<i, new: start.1..<j)
      if let last = hunks.last?.pieces.last, piece.old.lowerBound - last.old.upperBound <= 2 * Hunk.context {
        hunks[hunks.count - 1].pieces.append(piece)
      } else {
        hunks.append(Hunk(pieces: [piece]))
      }
    }
    return hunks
  }
}

/// Pieces of a change with the lines around them.
private struct Hunk {
  /// Lines that are replaced, and by which.
  struct Piece {
    var old: Range<Int>
    var new: Range<Int>
  }

  static let context = 3
  var pieces: [Piece]

  func text(_ old: [Substring], _ new: [Substring]) -> String {
    guard let first = pieces.first, let last = pieces.last else { return "" }
    let before = min(Self.context, first.old.lowerBound)
    let after = min(Self.context, old.count - last.old.upperBound)
    let oldRange = (first.old.lowerBound - before)..<(last.old.upperBound + after)
    let newRange = (first.new.lowerBound - before)..<(last.new.upperBound + after)
    var text = "@@ -\(shown(oldRange)) +\(shown(newRange)) @@\n"
    var line = oldRange.lowerBound
    for piece in pieces {
      for index in line..<piece.old.lowerBound { text += shown(" ", old[index]) }
      for index in piece.old { text += shown("-", old[index]) }
      for index in piece.new { text += shown("+", new[index]) }
      line = piece.old.upperBound
    }
    for index in line..<oldRange.upperBound { text += shown(" ", old[index]) }
    return text
  }

  /// The first line and how many there are; of none, the line before.
  private func shown(_ range: Range<Int>) -> String {
    range.isEmpty ? "\(range.lowerBound),0" : "\(range.lowerBound + 1),\(range.count)"
  }

  private func shown(_ sign: String, _ line: Substring) -> String {
    sign + (line.utf8.last == UInt8(ascii: "\n") ? line : line + "\n\\ No newline at end of file\n")
  }
}
