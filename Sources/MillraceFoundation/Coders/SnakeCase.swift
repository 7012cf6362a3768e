/// A name in camel case as words in lower case with underscores between them, by Foundation's rules.
///
/// A word ends before a capital, and a run of capitals ends before the last of them if a lowercase letter follows:
/// `myURLProperty` becomes `my_url_property`. The first character always begins the first word.
func snakeCase(_ name: String) -> String {
  guard let first = name.indices.first else { return name }
  var words: [Substring] = []
  var wordStart = first
  var searched = name.index(after: first)
  while let capital = name.unicodeScalars[searched...].firstIndex(where: isCapital) {
    words.append(name[wordStart..<capital])
    wordStart = capital
    guard let small = name.unicodeScalars[capital...].firstIndex(where: isSmall) else {
      searched = name.endIndex
      break
    }
    if small != name.index(after: capital) {
      // Several capitals: the last of them begins the next word.
      let last = name.index(before: small)
      words.append(name[capital..<last])
      wordStart = last
    }
    searched = name.unicodeScalars.index(after: small)
  }
  words.append(name[wordStart...])
  return words.map { $0.lowercased() }.joined(separator: "_")
}

private func isCapital(_ scalar: Unicode.Scalar) -> Bool {
  let category = scalar.properties.generalCategory
  return category == .uppercaseLetter || category == .titlecaseLetter
}

private func isSmall(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .lowercaseLetter }
