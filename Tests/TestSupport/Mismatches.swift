import Testing

/// What went wrong in a loop that is too long for an `#expect` in each round.
public struct Mismatches {
  private var first: [String] = []
  private var count = 0

  public init() {}

  /// Remembers a failure; the text is made only for the first few.
  public mutating func note(_ text: @autoclosure () -> String) {
    count += 1
    if first.count < 8 { first.append(text()) }
  }

  /// Remembers a failure unless the two are equal.
  public mutating func expect<Value: Equatable>(_ found: Value, _ expected: Value, _ about: @autoclosure () -> String) {
    if found != expected { note("\(about()): found \(found), expected \(expected)") }
  }

  /// The same for bytes, shown as text.
  public mutating func expect(_ found: [UInt8], _ expected: [UInt8], _ about: @autoclosure () -> String) {
    func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).debugDescription }
    if found != expected { note("\(about()): found \(shown(found)), expected \(shown(expected))") }
  }

  /// Fails the test if anything was noted.
  public func report(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(
      count == 0, "\(count) mismatches; \(SeededGenerator.note)\n\(first.joined(separator: "\n"))",
      sourceLocation: sourceLocation)
  }
}
