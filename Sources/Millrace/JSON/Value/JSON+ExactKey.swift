extension JSON {
  /// A key that is equal to another if their bytes are equal.
  ///
  /// Two `String`s are equal if they are canonically equivalent, such as `é` as one scalar and as two. In a document
  /// they are two keys (RFC 8259, section 8.3), and neither may replace the other.
  package struct ExactKey: Hashable, Sendable {
    package let text: String

    /// Creates a key from its text.
    package init(text: String) { self.text = text }

    package static func == (left: ExactKey, right: ExactKey) -> Bool { areEqual(left.text, right.text) }

    package func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    /// Whether the bytes of two texts are equal.
    package static func areEqual(_ left: String, _ right: String) -> Bool {
      // Strings with equal bytes are equal strings, which is decided faster. Equal strings may have different bytes.
      left.utf8.count == right.utf8.count && left == right && left.utf8.elementsEqual(right.utf8)
    }
  }
}

extension Set<JSON.ExactKey> {
  /// Creates a set of texts.
  package init(texts: some Sequence<String>) { self.init(texts.lazy.map { JSON.ExactKey(text: $0) }) }

  /// Whether the set contains a text with the same bytes.
  package func contains(_ text: String) -> Bool { contains(JSON.ExactKey(text: text)) }

  /// Inserts a text, unless the set contains one with the same bytes.
  @discardableResult
  package mutating func insert(_ text: String) -> (inserted: Bool, memberAfterInsert: JSON.ExactKey) {
    insert(JSON.ExactKey(text: text))
  }
}

extension Dictionary where Key == JSON.ExactKey {
  /// The value for a text with the same bytes.
  package subscript(text: String) -> Value? {
    get { self[JSON.ExactKey(text: text)] }
    set { self[JSON.ExactKey(text: text)] = newValue }
  }
}
