extension JSON {
  /// A path to a value in a document: a JSON Pointer (RFC 6901), such as `/statuses/3/user`; empty for the whole
  /// document.
  ///
  /// ```swift
  /// let value: JSON.Value = ["cast": [["name": "Weaver"]]]
  /// let pointer: JSON.Pointer = "/cast/0/name"
  /// print(value[pointer]?.string ?? "unknown")  // Weaver
  /// ```
  public struct Pointer: Sendable {
    /// Keys and indices, unescaped.
    public var tokens: [String]

    /// Creates a pointer from keys and indices without escapes.
    ///
    /// - Parameter tokens: The keys and indices, from the outermost to the innermost.
    public init(tokens: [String]) { self.tokens = tokens }

    /// Creates a pointer from its text. Returns nil unless the text is empty or begins with a slash, and each tilde
    /// is followed by `0` or `1`.
    ///
    /// - Parameter text: The text with its escapes, such as `/statuses/3/a~1b`.
    public init?(_ text: String) {
      guard !text.isEmpty else {
        tokens = []
        return
      }
      guard text.utf8.first == ASCII.slash else { return nil }
      tokens = []
      for escaped in text.unicodeScalars.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
        var token = String.UnicodeScalarView()
        var scalars = escaped.makeIterator()
        while let scalar = scalars.next() {
          guard scalar == "~" else {
            token.append(scalar)
            continue
          }
          switch scalars.next() {
          case "0": token.append("~")
          case "1": token.append("/")
          default: return nil
          }
        }
        tokens.append(String(token))
      }
    }
  }
}

extension JSON.Pointer: Hashable {
  /// Whether two pointers have the same tokens. Tokens are compared byte by byte, like keys.
  public static func == (left: JSON.Pointer, right: JSON.Pointer) -> Bool {
    left.tokens.elementsEqual(right.tokens, by: JSON.ExactKey.areEqual)
  }

  public func hash(into hasher: inout Hasher) {
    for token in tokens { hasher.combine(JSON.ExactKey(text: token)) }
  }
}

extension JSON.Pointer: CustomStringConvertible {
  /// The pointer's text, with its escapes.
  public var description: String { tokens.map { "/" + JSON.pointerToken($0) }.joined() }
}

// MARK: - Creating pointers

extension JSON.Pointer: ExpressibleByArrayLiteral {
  /// A key or an index in a literal such as `["statuses", 3, "user"]`.
  public struct Token: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, Sendable {
    let text: String

    public init(stringLiteral value: String) { text = value }
    public init(integerLiteral value: Int) { text = String(value) }
  }

  /// Creates a pointer from keys and indices without escapes.
  public init(arrayLiteral tokens: Token...) { self.tokens = tokens.map(\.text) }

  /// Returns the pointer to a member of the object at this pointer.
  ///
  /// - Parameter key: The key of the member, without escapes.
  public func appending(_ key: String) -> JSON.Pointer { JSON.Pointer(tokens: tokens + [key]) }

  /// Returns the pointer to an element of the array at this pointer.
  ///
  /// - Parameter index: The index of the element, from 0.
  public func appending(_ index: Int) -> JSON.Pointer { appending(String(index)) }
}

extension JSON.Pointer {
  /// The index in an array that a token represents: digits without a superfluous leading zero (RFC 6901, section 4).
  static func index(_ token: String) -> Int? {
    guard let index = Int(token), index >= 0, index.description == token else { return nil }
    return index
  }
}

extension JSON.Reader {
  /// Reads the value at a pointer, and skips everything around it.
  ///
  /// Skipped values are validated as strictly as values that are read. For a duplicate key the first value is used.
  ///
  /// - Parameters:
  ///   - pointer: The path of the value.
  ///   - body: A closure that reads exactly one value.
  /// - Throws: ``FormatError`` if there is no such value, and the errors of `body`.
  public mutating func read<Result>(
    at pointer: JSON.Pointer, _ body: (inout JSON.Reader) throws -> Result
  ) throws -> Result {
    try read(at: pointer.tokens[...], of: pointer, body)
  }

  private mutating func read<Result>(
    at tokens: ArraySlice<String>, of pointer: JSON.Pointer, _ body: (inout JSON.Reader) throws -> Result
  ) throws -> Result {
    guard let token = tokens.first else { return try body(&self) }
    var found: Result?
    switch try nextKind() {
    case .object:
      guard try beginMap() else { try fail(.noSuchPath(pointer.description)) }
      repeat {
        if try readKey() == token, found == nil {
          found = try read(at: tokens.dropFirst(), of: pointer, body)
        } else {
          try skipValue()
        }
      } while try nextMember()
    case .array:
      let wanted = JSON.Pointer.index(token)
      guard try beginArray() else { try fail(.noSuchPath(pointer.description)) }
      var index = 0
      repeat {
        if index == wanted {
          found = try read(at: tokens.dropFirst(), of: pointer, body)
        } else {
          try skipValue()
        }
        index += 1
      } while try nextElement()
    case .null, .boolean, .number, .string: break
    }
    guard let found else { try fail(.noSuchPath(pointer.description)) }
    return found
  }
}
