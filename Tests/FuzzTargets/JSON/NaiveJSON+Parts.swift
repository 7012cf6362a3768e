extension NaiveJSON {
  /// The texts of the elements of an array, or of the members of an object, with their keys. Nil for other values.
  ///
  /// - Parameter text: A JSON value that is well-formed.
  static func parts(of text: ArraySlice<UInt8>) -> [(key: ArraySlice<UInt8>?, value: ArraySlice<UInt8>)]? {
    let text = withoutBlanks(text)
    guard let opening = text.first, opening == UInt8(ascii: "[") || opening == UInt8(ascii: "{") else { return nil }
    let contents = withoutBlanks(text.dropFirst().dropLast())
    guard !contents.isEmpty else { return [] }
    return pieces(of: contents, separatedBy: ",").map { piece in
      guard opening == UInt8(ascii: "{") else { return (nil, withoutBlanks(piece)) }
      let member = pieces(of: piece, separatedBy: ":")
      return (withoutBlanks(member[0]), withoutBlanks(member[1]))
    }
  }

  /// Removes the white space of RFC 8259 at both ends.
  static func withoutBlanks(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while let byte = text.first, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { text.removeFirst() }
    while let byte = text.last, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { text.removeLast() }
    return text
  }

  /// Splits a text at the separators that are neither in brackets nor in strings.
  private static func pieces(of text: ArraySlice<UInt8>, separatedBy separator: Character) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var (start, depth, isString, isEscaped) = (text.startIndex, 0, false, false)
    for index in text.indices {
      let character = Character(Unicode.Scalar(text[index]))
      if isString {
        if !isEscaped, character == "\"" { isString = false }
        isEscaped = !isEscaped && character == "\\"
      } else if character == "\"" {
        isString = true
      } else if character == "[" || character == "{" {
        depth += 1
      } else if character == "]" || character == "}" {
        depth -= 1
      } else if character == separator, depth == 0 {
        pieces.append(text[start..<index])
        start = index + 1
      }
    }
    return pieces + [text[start...]]
  }
}
