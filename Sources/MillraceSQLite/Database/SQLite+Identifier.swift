extension SQLite {
  /// Returns a name in double quotes, so that it may contain any characters.
  ///
  /// - Throws: ``DatabaseError`` for a name with a NUL character, which would end the statement.
  static func quoted(_ identifier: String) throws -> String {
    var quoted = "\""
    for scalar in identifier.unicodeScalars {
      if scalar == "\0" { throw DatabaseError.misuse("name contains a NUL character: \(identifier.debugDescription)") }
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  /// Returns a name in the form that SQLite compares: the case of ASCII letters is ignored, the case of others is not.
  static func folded(_ identifier: String) -> String {
    String(decoding: identifier.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
