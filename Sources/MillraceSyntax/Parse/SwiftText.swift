// Pieces of generated source.

let formatReader = "Millrace.FormatReader & ~Swift.Copyable & ~Swift.Escapable"
let formatWriter = "Millrace.FormatWriter & ~Swift.Copyable"

/// A Swift literal of a name as a JSON key, including quotes and colon.
func jsonKey(_ name: String) -> String { swiftLiteral("\"\(escapedForJSON(name))\":") }

/// A text as a Swift literal.
package func swiftLiteral(_ text: String) -> String { "\"\(escapedForSwift(text))\"" }

func escapedForSwift(_ text: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": escaped += "\\\""
    case "\\": escaped += "\\\\"
    case "\u{0}"..<" ", "\u{7F}": escaped += "\\u{\(String(scalar.value, radix: 16))}"
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped
}

/// The escapes that RFC 8259, section 7, requires.
private func escapedForJSON(_ text: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": escaped += "\\\""
    case "\\": escaped += "\\\\"
    case "\u{8}": escaped += "\\b"
    case "\t": escaped += "\\t"
    case "\n": escaped += "\\n"
    case "\u{C}": escaped += "\\f"
    case "\r": escaped += "\\r"
    case "\u{0}"..<" ":
      let digits = String(scalar.value, radix: 16)
      escaped += "\\u00" + (digits.count < 2 ? "0" : "") + digits
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped
}

func fieldTable(_ names: [String], required: [Bool] = [], rejectsUnknown: Bool = false) -> String {
  var literal = names.map { "\\u{\(String($0.utf8.count, radix: 16))}" + escapedForSwift($0) }.joined()
  var namesSize = ""
  if let index = indexBytes(of: names) {
    literal += escapedForSwift(String(decoding: index, as: UTF8.self))
    namesSize = ", namesSize: \(names.reduce(0) { $0 + 1 + $1.utf8.count })"
  }
  var bits = required.prefix(64).reversed().map { $0 ? "1" : "0" }.joined()
  bits = String(bits.drop { $0 == "0" })
  let required = bits.isEmpty ? "" : ", required: 0b\(bits)"
  return "Millrace.FieldTable(\"\(literal)\"\(namesSize)\(required)\(rejectsUnknown ? ", rejectsUnknown: true" : ""))"
}

/// A name as an identifier, with backticks if necessary.
func identifier(_ name: String) -> String {
  let isPlain =
    name.first?.isNumber == false && name.allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber || !$0.isASCII }
  return isPlain ? name : "`\(name)`"
}

extension String {
  /// The text of an argument without the comma after it.
  var trimmingCommas: String { hasSuffix(",") ? String(dropLast()) : self }
}
