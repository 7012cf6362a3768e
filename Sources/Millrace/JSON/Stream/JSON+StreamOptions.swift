extension JSON {
  /// Options for reading a stream of JSON.
  ///
  /// ```swift
  /// let options = JSON.StreamOptions(framing: .lines, onBadElement: .skip)
  /// var films = try JSON.stream(Film.self, from: "films.jsonl", options: options)
  /// while let film = try films.next() { print(film.name) }
  /// ```
  public struct StreamOptions: Sendable {
    /// How the elements are separated. The default is `.automatic`.
    public var framing: Framing
    /// The maximum size of an element, in bytes. It also bounds the memory of the stream. The default is 64 MiB.
    public var maximumElementSize: Int
    /// What happens to an element that cannot be read. The default is `.stop`.
    public var onBadElement: BadElementPolicy
    /// Limits for each element, and how duplicate keys are handled. Options other than `.lastWins` cost more passes.
    public var reading: ReadingOptions

    /// Creates options. The properties describe the parameters.
    public init(
      framing: Framing = .automatic, maximumElementSize: Int = 64 << 20, onBadElement: BadElementPolicy = .stop,
      reading: ReadingOptions = ReadingOptions()
    ) {
      self.framing = framing
      self.maximumElementSize = maximumElementSize
      self.onBadElement = onBadElement
      self.reading = reading
    }

    /// How the elements of a stream are separated.
    public enum Framing: Sendable, Hashable {
      /// A document if the first byte is `[` or a path is given, and concatenated documents otherwise.
      ///
      /// For lines that are arrays, specify ``lines``, because they begin with `[` too.
      case automatic
      /// The stream is one document, and the elements are those of an array in it.
      case array
      /// Like ``array``, but a value that is not an array is streamed as a single element.
      case document
      /// One document after another, with any white space, or none, between them. Numbers and literals require white space.
      case concatenated
      /// One document on each line, none of which has a line feed in it. Blank lines are skipped.
      case lines
      /// A record separator before each document and a line feed after it (RFC 7464).
      case records
    }

    /// Options that contradict each other.
    #if hasAttribute(nonexhaustive)
      @nonexhaustive
    #endif
    public enum InvalidOptions: Error, Sendable, Hashable, CustomStringConvertible {
      /// Bad elements are to be skipped, but with this framing the beginning of the next element is unknown.
      case cannotSkip(Framing)

      public var description: String {
        switch self {
        case .cannotSkip(let framing):
          "bad elements can be skipped only with the framing lines or records, not with \(framing)"
        }
      }
    }

    /// - Throws: ``InvalidOptions`` if the options contradict each other.
    func check() throws {
      if case .stop = onBadElement { return }
      if framing != .lines, framing != .records { throw InvalidOptions.cannotSkip(framing) }
    }
  }
}
