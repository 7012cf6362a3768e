/// Pairs of offsets in a JSON5 document and in its rewritten form. After each pair, both documents continue with the
/// same bytes.
struct JSON5Shifts {
  private var rewrittenOffsets: [Int] = []
  private var originalOffsets: [Int] = []
  private var originalCount = 0

  private init() {}

  /// Rewrites a document, which must be valid, to record the offsets of the edits.
  ///
  /// - Parameters: The parameters of ``JSON/rewritten(json5:assumesBraces:)``.
  init(_ document: Span<UInt8>, assumesBraces: Bool = false) {
    var rewriter = JSON5Rewriter(document, assumesBraces: assumesBraces)
    rewriter.shifts = JSON5Shifts()
    try? rewriter.rewriteDocument()
    self = rewriter.shifts ?? JSON5Shifts()
    originalCount = document.count
  }

  /// Adds a pair of offsets, which must not be smaller than those of the last pair.
  mutating func note(rewritten: Int, original: Int) {
    rewrittenOffsets.append(rewritten)
    originalOffsets.append(original)
  }

  /// Returns the offset in the JSON5 document for one in the rewritten document.
  ///
  /// All bytes of a replacement are mapped to the offset of the replaced text.
  ///
  /// - Complexity: O(log *s*), where *s* is the number of shifts.
  func originalOffset(of offset: Int) -> Int {
    let next = Self.firstIndex(after: offset, in: rewrittenOffsets)
    let moved = next == 0 ? offset : originalOffsets[next - 1] + offset - rewrittenOffsets[next - 1]
    return min(moved, next < originalOffsets.count ? originalOffsets[next] : originalCount)
  }

  /// Returns the offset in the rewritten document for one in the JSON5 document.
  ///
  /// - Complexity: O(log *s*), where *s* is the number of shifts.
  func rewrittenOffset(of offset: Int) -> Int {
    let next = Self.firstIndex(after: offset, in: originalOffsets)
    let moved = next == 0 ? offset : rewrittenOffsets[next - 1] + offset - originalOffsets[next - 1]
    return next < rewrittenOffsets.count ? min(moved, rewrittenOffsets[next]) : moved
  }

  private static func firstIndex(after offset: Int, in offsets: [Int]) -> Int {
    var (low, high) = (0, offsets.count)
    while low < high {
      let middle = low + (high - low) / 2
      if offsets[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
