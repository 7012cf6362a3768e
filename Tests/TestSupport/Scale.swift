/// How much is tried: the counts in the tests, times the environment variable `MILLRACE_TEST_SCALE`.
public enum Scale {
  static let factor = environmentVariable("MILLRACE_TEST_SCALE").flatMap { Double($0) } ?? 1

  public static func count(_ count: Int) -> Int { max(1, Int(Double(count) * factor)) }
}
