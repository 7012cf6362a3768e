/// JSON as RFC 8259 has it: ``Reader``, ``Writer``, ``Value``, and functions from bytes to values and back.
///
/// ```swift
/// let films = try JSON.decode([Film].self, from: bytes)
/// let text = try JSON.encode(films, as: String.self)
/// ```
public enum JSON {
  /// What a reader of JSON admits.
  public struct ReadingOptions: Sendable, Hashable {
    /// How many arrays and objects may be open at once. An array of numbers is one level.
    public var maximumDepth: Int
    /// What becomes of a key that an object holds twice. Anything but `.lastWins` costs a second pass.
    public var duplicateKeys: DuplicateKeys

    @inlinable
    public init(maximumDepth: Int = 512, duplicateKeys: DuplicateKeys = .lastWins) {
      self.maximumDepth = maximumDepth
      self.duplicateKeys = duplicateKeys
    }
  }
}
