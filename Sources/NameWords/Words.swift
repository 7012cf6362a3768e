// The words of names, for the macro and for the styles of JSON, which must spell a name in the same way.

/// Returns the words of a name in lower case: `myURLPath` is `my`, `url` and `path`.
///
/// Underscores and hyphens separate words. A word also begins at a capital letter after a small one, and at the last of several
/// capital letters if a small one follows.
package func words(of name: some StringProtocol) -> [String] {
  var words: [String] = []
  var word = ""
  let characters = Array(name)
  for (index, character) in characters.enumerated() {
    let isSeparator = character == "_" || character == "-"
    if isSeparator || beginsWord(index, characters), !word.isEmpty {
      words.append(word)
      word = ""
    }
    if !isSeparator { word += character.lowercased() }
  }
  if !word.isEmpty { words.append(word) }
  return words
}

private func beginsWord(_ index: Int, _ characters: [Character]) -> Bool {
  guard index > 0, characters[index].isUppercase else { return false }
  return !characters[index - 1].isUppercase || index + 1 < characters.count && characters[index + 1].isLowercase
}

/// Returns a word with its first letter in upper case.
package func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
