extension JSON {
  /// A key that is equal to another if their bytes are equal.
  ///
  /// Two `String`s are equal if they are canonically equivalent, such as `é` as one scalar and as two. In a document
  /// they are two keys (RFC 8259, section 8.3), and neither may replace the other.
  struct ExactKey: Hashable, Sendable {
    let text: String

    static func == (left: ExactKey, right: ExactKey) -> Bool { areEqual(left.text, right.text) }

    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    static func areEqual(_ left: String, _ right: String) -> Bool {
      // Strings with equal bytes are equal strings, which is decided faster. Equal strings may have different bytes.
      left.utf8.count == right.utf8.count && left == right && left.utf8.elementsEqual(right.utf8)
    }
  }
}
