extension SQLite {
  /// A name in double quotes, as it is in a statement whatever it consists of.
  ///
  /// - Throws: ``DatabaseError`` for a name that holds a NUL, which ends a statement.
  static func quoted(_ identifier: String) throws -> String {
    var quoted = "\""
    for scalar in identifier.unicodeScalars {
      if scalar == "\0" { throw DatabaseError.misuse("name contains a NUL character: \(identifier.debugDescription)") }
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  /// What SQLite compares of a name: of the letters of ASCII the case does not matter, of all others it does.
  static func folded(_ identifier: String) -> String {
    String(decoding: identifier.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
