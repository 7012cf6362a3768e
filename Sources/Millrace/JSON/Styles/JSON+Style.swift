extension JSON {
  /// Specifies how JSON is written and read, at compile time. A style is a type without values, so its options cost
  /// nothing at run time, and unused options are not part of the program.
  ///
  /// ```swift
  /// enum ForTheBrowser: JSON.Style {
  ///   typealias Keys = JSON.CamelCase
  ///   typealias Escapes = JSON.ForScripts
  ///   typealias Dates = UnixMilliseconds
  ///   typealias NotFinite = NotFiniteAsNull
  /// }
  ///
  /// let text = try JSON.encode(films, as: String.self, style: ForTheBrowser.self)
  /// ```
  public protocol Style {
    /// White space between tokens and the order of members. Default: one line without white space.
    associatedtype Layout: JSON.Layout = Compact
    /// The conversion of field names to keys. Default: unchanged.
    associatedtype Keys: JSON.Keys = AsDeclared
    /// Additional escapes in strings. Default: none.
    associatedtype Escapes: JSON.Escapes = Minimal
    /// The text of numbers. Default: the shortest notation.
    associatedtype Numbers: JSON.Numbers = Shortest
    /// The representation of NaN and the infinities. Default: they are rejected.
    associatedtype NotFinite: FieldStrategy = NotFiniteRejected where NotFinite.Value == Double
    /// The representation of instants. Default: RFC 3339.
    associatedtype Dates: FieldStrategy = RFC3339 where Dates.Value == Instant
    /// The representation of binary data. Default: Base64.
    associatedtype Binary: FieldStrategy = Base64 where Binary.Value == [UInt8]

    /// Whether a field that is nil is written as null instead of being omitted. Default: `false`.
    static var writesNil: Bool { get }

    /// The grammar for reading. The writer always writes JSON. Default: ``Grammar/json``.
    static var grammar: Grammar { get }

    /// Writes a value with a writer of this style.
    ///
    /// The standard style has its own implementation (see ``Writable/writeJSON(to:)``); other styles use the default.
    static func write<Value: Writable & ~Copyable>(value: borrowing Value, to writer: inout StyledWriter<Self>)
  }

  /// A grammar of documents.
  public enum Grammar: Sendable {
    /// RFC 8259.
    case json
    /// JSON5: comments, trailing commas, names without quotes, single quotes, more numbers (https://spec.json5.org).
    case json5
  }
}

extension JSON.Style {
  @inlinable public static var writesNil: Bool { false }
  @inlinable public static var grammar: JSON.Grammar { .json }

  @inlinable
  public static func write<Value: Writable & ~Copyable>(
    value: borrowing Value, to writer: inout JSON.StyledWriter<Self>
  ) {
    value.write(to: &writer)
  }
}

// MARK: - Predefined styles

extension JSON {
  /// Compact JSON (RFC 8259): no white space, only required escapes.
  public enum Standard: Style {
    @inlinable @inline(__always)
    public static func write<Value: Writable & ~Copyable>(value: borrowing Value, to writer: inout Writer) {
      value.writeJSON(to: &writer)
    }
  }

  /// Every member and element on a separate line, indented by two spaces; a space after the colon.
  public enum Pretty: Style {
    public typealias Layout = Indented
  }

  /// The JSON Canonicalization Scheme (RFC 8785): equal values have equal bytes, for signatures and hashes.
  ///
  /// All numbers are doubles. Integers without an equal double, NaN and infinities are rejected.
  ///
  /// ```swift
  /// print(try JSON.encode(["b": 1.0, "a": 2.5], as: String.self, style: JSON.Canonical.self))  // {"a":2.5,"b":1}
  /// ```
  public enum Canonical: Style {
    public typealias Layout = Sorted<Compact>
    public typealias Numbers = ECMAScript
  }

  /// JSON as Rails writes it by default: nil as null, safe for scripts, times in milliseconds, NaN as null.
  public enum Rails: Style {
    public typealias Escapes = ForScripts
    public typealias Numbers = Ruby
    public typealias NotFinite = NotFiniteAsNull
    public typealias Dates = RFC3339Milliseconds
    @inlinable public static var writesNil: Bool { true }
  }

  /// Reads JSON5 and writes standard JSON, except for numbers that only JSON5 can represent.
  ///
  /// ```swift
  /// let sizes = try JSON.decode([String: Int].self, from: "{width: 0x10, /* mm */ height: 20,}", style: JSON.Lenient.self)
  /// print(sizes["width"] ?? 0)  // 16
  /// ```
  public enum Lenient: Style {
    public typealias NotFinite = NotFiniteAsLiterals
    @inlinable public static var grammar: Grammar { .json5 }
  }
}
