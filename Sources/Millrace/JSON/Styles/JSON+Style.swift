extension JSON {
  /// How JSON is written, fixed at compile time: a style is a type without values, and what it says costs nothing at
  /// run time.
  public protocol Style {
    associatedtype Layout: JSON.Layout

    /// Writes a value with a writer of this style.
    ///
    /// The standard style has a path of its own here (see ``Writable/writeJSON(to:)``); others leave it at the default.
    static func write<Value: Writable & ~Copyable>(value: borrowing Value, to writer: inout StyledWriter<Self>)
  }

  /// White space between tokens.
  public protocol Layout {
    /// The spaces that each level of nesting is indented by; nil for everything on one line without any white space.
    static var indentation: Int? { get }
  }

  /// RFC 8259, as short as it goes: no white space, no escape that is not demanded.
  public enum Standard: Style {
    public typealias Layout = Compact

    @inlinable @inline(__always)
    public static func write<Value: Writable & ~Copyable>(value: borrowing Value, to writer: inout Writer) {
      value.writeJSON(to: &writer)
    }
  }

  /// Every member and element on a line of its own, indented by two spaces; a space behind the colon.
  public enum Pretty: Style {
    public typealias Layout = Indented
  }

  public enum Compact: Layout {
    @inlinable public static var indentation: Int? { nil }
  }

  public enum Indented: Layout {
    @inlinable public static var indentation: Int? { 2 }
  }
}

extension JSON.Style {
  @inlinable
  public static func write<Value: Writable & ~Copyable>(
    value: borrowing Value, to writer: inout JSON.StyledWriter<Self>
  ) {
    value.write(to: &writer)
  }
}
