extension JSON {
  /// White space between tokens and the order of members.
  public protocol Layout {
    /// The spaces that each level of nesting is indented by; nil for everything on one line without any white space.
    static var indentation: Int? { get }

    /// Whether the members of each object are brought into the order of their keys, by UTF-16 code units as RFC 8785
    /// wants it.
    static var sortsKeys: Bool { get }
  }

  /// Everything on one line without any white space.
  public enum Compact: Layout {
    @inlinable public static var indentation: Int? { nil }
  }

  /// Every member and element on a line of its own, indented by two spaces.
  public enum Indented: Layout {
    @inlinable public static var indentation: Int? { 2 }
  }

  /// Another layout with the members of each object in the order of their keys.
  ///
  /// They are written as they come and sorted at the object's end, so that each level of nesting moves its bytes
  /// once more.
  public enum Sorted<Base: Layout>: Layout {
    @inlinable public static var indentation: Int? { Base.indentation }
    @inlinable public static var sortsKeys: Bool { true }
  }
}

extension JSON.Layout {
  @inlinable public static var sortsKeys: Bool { false }
}
