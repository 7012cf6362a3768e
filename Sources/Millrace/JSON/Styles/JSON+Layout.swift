extension JSON {
  /// White space between tokens and the order of members.
  ///
  /// ```swift
  /// enum FourSpaces: JSON.Layout {
  ///   static var indentation: Int? { 4 }
  /// }
  /// enum Wide: JSON.Style {
  ///   typealias Layout = FourSpaces
  /// }
  /// print(try JSON.encode([1], as: String.self, style: Wide.self))
  /// // [
  /// //     1
  /// // ]
  /// ```
  public protocol Layout {
    /// The number of spaces for each nesting level, or nil for one line without white space.
    static var indentation: Int? { get }

    /// Whether the members of each object are sorted by key, by UTF-16 code units as in RFC 8785. Default: `false`.
    static var sortsKeys: Bool { get }
  }

  /// Everything on one line without any white space.
  public enum Compact: Layout {
    @inlinable public static var indentation: Int? { nil }
  }

  /// Every member and element on a separate line, indented by two spaces.
  public enum Indented: Layout {
    @inlinable public static var indentation: Int? { 2 }
  }

  /// Another layout, with the members of each object sorted by key.
  ///
  /// Members are sorted at the object's end, so each nesting level moves its bytes once more.
  public enum Sorted<Base: Layout>: Layout {
    @inlinable public static var indentation: Int? { Base.indentation }
    @inlinable public static var sortsKeys: Bool { true }
  }
}

extension JSON.Layout {
  @inlinable public static var sortsKeys: Bool { false }
}
