internal import NameWords

extension JSON {
  /// How field names are converted to keys. The keys of dictionaries are unchanged.
  ///
  /// ```swift
  /// enum WithUnderscore: JSON.Keys {
  ///   static func key(for field: String) -> String { "_" + field }
  /// }
  /// ```
  ///
  /// If a key is the same for all styles, specify it at the field or the type, so that it is a constant.
  public protocol Keys {
    /// The key in documents.
    ///
    /// - Parameter field: The field's name in the type's declaration.
    static func key(for field: String) -> String

    /// Whether every field's key is its name, so that the conversion is skipped. Default: `false`.
    static var areAsDeclared: Bool { get }
  }

  /// `releaseYear` is `releaseYear`.
  public enum AsDeclared: Keys {
    @inlinable public static func key(for field: String) -> String { field }
    @inlinable public static var areAsDeclared: Bool { true }
  }

  /// `releaseYear` is `release_year`.
  public enum SnakeCase: Keys {
    public static func key(for field: String) -> String { words(of: field).joined(separator: "_") }
  }

  /// `releaseYear` is `release-year`.
  public enum KebabCase: Keys {
    public static func key(for field: String) -> String { words(of: field).joined(separator: "-") }
  }

  /// `release_year` is `releaseYear`.
  public enum CamelCase: Keys {
    public static func key(for field: String) -> String {
      let words = words(of: field)
      return words.prefix(1).joined() + words.dropFirst().map(capitalized).joined()
    }
  }

  /// `releaseYear` is `ReleaseYear`.
  public enum PascalCase: Keys {
    public static func key(for field: String) -> String { words(of: field).map(capitalized).joined() }
  }

  /// Returns the name in a field's key, which is a JSON string and a colon.
  @usableFromInline
  package static func fieldName(ofKey key: StaticString) -> String {
    let quoted = unsafe UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount - 1)
    let name = unsafe String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
    guard name.utf8.contains(ASCII.backslash) else { return name }
    return unsafe (try? decode(String.self, from: quoted.span)) ?? name
  }

  /// Returns the words of a name in lower case. Leading underscores stay with the first word.
  private static func words(of name: String) -> [String] {
    let underscores = name.prefix { $0 == "_" }
    let words = NameWords.words(of: name.dropFirst(underscores.count))
    guard let first = words.first else { return underscores.isEmpty ? [] : [String(underscores)] }
    return [underscores + first] + words.dropFirst()
  }
}

extension JSON.Keys {
  @inlinable public static var areAsDeclared: Bool { false }
}
