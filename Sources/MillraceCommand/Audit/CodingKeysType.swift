import Millrace

/// A type of keys that belongs to one `Codable` type: one whose name ends in `CodingKeys`.
@Serializable
struct CodingKeysType {
  /// Its name with module and outer types.
  var name: String
  @Field(.ignored) var module = ""
  var conformances: Int
  /// The bytes of code and data that have its symbols, and of its records; nil if there are no symbols.
  var bytes: Int?

  /// The identity of a type. Names are not sufficient, because each file may have a private type of the same name.
  enum Identity: Hashable {
    case symbol(String)
    /// The descriptor's address, and the number of the image.
    case address(UInt64, image: Int)
  }

  static let nameEnding = "CodingKeys"

  /// Whether a type descriptor's symbol is that of such a type: the name, the file's mark if it is private, the kind of
  /// type, and `Mn`.
  static func isSymbol(_ symbol: String) -> Bool {
    guard symbol.hasSuffix("Mn"), let kind = symbol.dropLast(2).last, "OVC".contains(kind) else { return false }
    let name = symbol.dropLast(3)
    if name.hasSuffix(nameEnding) { return true }
    guard name.hasSuffix("LL") else { return false }
    // The mark is a number, an underscore, and letters and digits.
    guard let underscore = name.lastIndex(of: "_") else { return false }
    var marked = name[..<underscore]
    while let last = marked.last, last.isASCII, last.isNumber { marked.removeLast() }
    return marked.hasSuffix(nameEnding)
  }
}
