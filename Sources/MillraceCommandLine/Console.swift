/// The destination of a command's messages and results. Converted data is written to files.
public struct Console: Sendable {
  /// Prints a result. It fails if standard output cannot be written.
  package var standardOutput: @Sendable (String) throws(CommandError) -> Void
  package var standardError: @Sendable (String) -> Void
  /// Whether standard error is a terminal, so that progress is shown.
  package var isInteractive: Bool

  public init(
    standardOutput: @escaping @Sendable (String) -> Void, standardError: @escaping @Sendable (String) -> Void,
    isInteractive: Bool = false
  ) {
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.isInteractive = isInteractive
  }

  /// Standard output and standard error.
  public static var standard: Console {
    var console = Console(
      standardOutput: { _ in },
      // If standard error cannot be written, there is nowhere to report it.
      standardError: { try? write($0, to: .standardError) }, isInteractive: Descriptor.standardError.isTerminal)
    console.standardOutput = { text throws(CommandError) in try write(text, to: .standardOutput) }
    return console
  }

  private static func write(_ text: String, to descriptor: Descriptor) throws(CommandError) {
    try text.withUTF8Span { bytes throws(CommandError) in try descriptor.write(bytes) }
  }
}
