/// How much is tried: the counts in the tests, times the environment variable `MILLRACE_TEST_SCALE`.
public enum Scale {
  static let factor = environmentVariable("MILLRACE_TEST_SCALE").flatMap { Double($0) } ?? 1

  public static func count(_ count: Int) -> Int { max(1, Int(Double(count) * factor)) }

  /// So many of the elements, at equal distances, from a random one of the first on. All of them at a scale of at least 1.
  public static func sample<Element>(_ elements: [Element], _ random: inout SeededGenerator) -> [Element] {
    let step = max(1, elements.count / count(elements.count))
    return elements.isEmpty ? [] : stride(from: random.below(step), to: elements.count, by: step).map { elements[$0] }
  }
}
