/// Pairs of offsets in a JSON5 document and in its rewritten form: after each pair both continue with the same bytes.
struct JSON5Shifts {
  private var rewrittenOffsets: [Int] = []
  private var originalOffsets: [Int] = []
  private var originalCount = 0

  private init() {}

  /// Rewrites a document, which must be valid, to find the places of its edits.
  ///
  /// - Parameters: those of ``JSON/rewritten(json5:assumesBraces:)``.
  init(_ document: Span<UInt8>, assumesBraces: Bool = false) {
    var rewriter = JSON5Rewriter(document, assumesBraces: assumesBraces)
    rewriter.shifts = JSON5Shifts()
    try? rewriter.rewriteDocument()
    self = rewriter.shifts ?? JSON5Shifts()
    originalCount = document.count
  }

  /// Adds a pair of offsets, which are not before those of the last pair.
  mutating func note(rewritten: Int, original: Int) {
    rewrittenOffsets.append(rewritten)
    originalOffsets.append(original)
  }

  /// Returns the offset in the JSON5 document for one in the rewritten document.
  ///
  /// All bytes of a replacement have the offset of what they replace.
  ///
  /// - Complexity: O(log *s*), where *s* is the number of shifts.
  func originalOffset(of offset: Int) -> Int {
    // The first shift after the offset.
    var (low, high) = (0, rewrittenOffsets.count)
    while low < high {
      let middle = low + (high - low) / 2
      if rewrittenOffsets[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    let moved = low == 0 ? offset : originalOffsets[low - 1] + offset - rewrittenOffsets[low - 1]
    return min(moved, low < originalOffsets.count ? originalOffsets[low] : originalCount)
  }
}
