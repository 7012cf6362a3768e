/// The JSON format (RFC 8259): ``Reader``, ``Writer``, ``Value``, and functions that decode and encode.
///
/// ```swift
/// let films = try JSON.decode([Film].self, from: bytes)
/// let text = try JSON.encode(films, as: String.self)
/// ```
public enum JSON {
  /// Options for reading JSON.
  ///
  /// ```swift
  /// let options = JSON.ReadingOptions(maximumDepth: 16, duplicateKeys: .rejected)
  /// let films = try JSON.decode([Film].self, from: bytes, options: options)
  /// ```
  public struct ReadingOptions: Sendable, Hashable {
    /// The maximum nesting depth, in levels. An array of numbers is one level. The default is 512.
    public var maximumDepth: Int
    /// How duplicate keys in an object are handled. The default is `.lastWins`. The other options cost a second pass.
    public var duplicateKeys: DuplicateKeys

    /// Creates options. The properties describe the parameters.
    @inlinable
    public init(maximumDepth: Int = 512, duplicateKeys: DuplicateKeys = .lastWins) {
      self.maximumDepth = maximumDepth
      self.duplicateKeys = duplicateKeys
    }
  }
}
