/// Where a command's words go. What it converts goes to files.
public struct Console: Sendable {
  package var say: @Sendable (String) -> Void
  package var complain: @Sendable (String) -> Void
  /// Whether somebody watches the complaints, so that progress is worth showing.
  package var isInteractive: Bool

  public init(
    say: @escaping @Sendable (String) -> Void, complain: @escaping @Sendable (String) -> Void,
    isInteractive: Bool = false
  ) {
    self.say = say
    self.complain = complain
    self.isInteractive = isInteractive
  }

  /// Standard output and standard error.
  public static var standard: Console {
    Console(
      say: { write($0, to: .standardOutput) }, complain: { write($0, to: .standardError) },
      isInteractive: Descriptor.standardError.isTerminal)
  }

  private static func write(_ text: String, to descriptor: Descriptor) {
    // When these words cannot be written, neither could a complaint about it.
    try? text.withUTF8Span { bytes throws(CommandError) in try descriptor.write(bytes) }
  }
}
