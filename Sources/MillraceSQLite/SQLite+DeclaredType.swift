extension SQLite {
  /// The meaning of a column's declared type, which can be any text (sqlite.org/datatype3.html, section 3).
  struct DeclaredType: Equatable {
    /// The affinity: the conversion of values that are stored in the column.
    enum Affinity {
      case integer, text, none, real, numeric

      /// Whether text that looks like a number becomes one.
      var convertsText: Bool { self == .integer || self == .real || self == .numeric }
    }
    /// The type of the column's values, if SQLite has no such type.
    enum Meaning {
      case plain, boolean, instant, json
    }
    var affinity: Affinity
    var meaning: Meaning

    /// - Parameter isStrict: whether the table is `STRICT`, where `ANY` is a type.
    init(_ text: String, isStrict: Bool = false) {
      let name = SQLite.folded(text)
      // By bytes, as in SQLite: this runs for every column of every query, and characters are slow.
      func has(_ parts: StaticString...) -> Bool { parts.contains { name.utf8.contains($0) } }
      // In the order of SQLite's rules.
      affinity =
        if isStrict, name == "any" {
          .none
        } else if has("int") {
          .integer
        } else if has("char", "clob", "text") {
          .text
        } else if has("blob") || name.isEmpty {
          .none
        } else if has("real", "floa", "doub") {
          .real
        } else {
          .numeric
        }
      meaning =
        if name.hasPrefix("bool") {
          .boolean
        } else if has("timestamp", "datetime") {
          .instant
        } else if has("json") {
          .json
        } else {
          .plain
        }
    }
  }
}

extension String.UTF8View {
  /// Whether these bytes occur one after the other.
  fileprivate func contains(_ part: StaticString) -> Bool {
    part.withUTF8Buffer { part in
      var rest = self[...]
      while rest.count >= part.count {
        if unsafe rest.starts(with: part) { return true }
        rest.removeFirst()
      }
      return false
    }
  }
}
