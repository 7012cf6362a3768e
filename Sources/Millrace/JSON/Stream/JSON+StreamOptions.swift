extension JSON {
  /// How a stream of JSON is taken apart.
  public struct StreamOptions: Sendable {
    /// How the elements are told apart.
    public var framing: Framing
    /// The most bytes that an element may have, and thereby what the stream holds in memory at most.
    public var maximumElementSize: Int
    /// What becomes of an element that cannot be read.
    public var onBadElement: BadElementPolicy
    /// Limits for each element, and what is to be done about repeated keys. Anything but `.lastWins` costs more passes.
    public var reading: ReadingOptions

    /// - Parameter maximumElementSize: in bytes; 64 MiB unless something else is said.
    public init(
      framing: Framing = .automatic, maximumElementSize: Int = 64 << 20, onBadElement: BadElementPolicy = .stop,
      reading: ReadingOptions = ReadingOptions()
    ) {
      self.framing = framing
      self.maximumElementSize = maximumElementSize
      self.onBadElement = onBadElement
      self.reading = reading
    }

    /// How the elements of a stream are told apart.
    public enum Framing: Sendable, Hashable {
      /// A document if the first byte is `[` or a path is given, and concatenated documents otherwise.
      ///
      /// Lines that are arrays begin with `[`, too: say ``lines`` for them.
      case automatic
      /// The stream is one document, and the elements are those of an array in it.
      case array
      /// The same, but what is no array is the only element.
      case document
      /// One document after another, with any white space, or none, between them. Numbers and literals want some.
      case concatenated
      /// One document on each line, none of which has a line feed in it. Blank lines are passed over.
      case lines
      /// A record separator before each document and a line feed behind it (RFC 7464).
      case records
    }

    /// Options that contradict each other.
    public enum Contradiction: Error, Sendable, Hashable, CustomStringConvertible {
      /// Bad elements are to be passed over in a framing that cannot tell where the next one begins.
      case cannotSkip(Framing)

      public var description: String {
        switch self {
        case .cannotSkip(let framing):
          "bad elements can be skipped only with the framing lines or records, not with \(framing)"
        }
      }
    }

    /// - Throws: ``Contradiction``.
    func check() throws {
      if case .stop = onBadElement { return }
      if framing != .lines, framing != .records { throw Contradiction.cannotSkip(framing) }
    }
  }
}
