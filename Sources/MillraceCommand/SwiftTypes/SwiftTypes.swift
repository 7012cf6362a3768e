import Millrace
import MillraceCommandLine
import MillraceTables

/// The types that a file is read into, ready to paste.
struct SwiftTypes {
  let code: String

  /// - Parameters:
  ///   - schema: The schema of the elements, or of the only one.
  ///   - name: the name of the type of an element.
  init(_ schema: Schema, named name: String, of input: StreamInput) throws(CommandError) {
    guard SwiftName.isTypeName(name) else {
      throw .usage(
        "--name \(name): not a valid name of a Swift type", hint: "letters and digits, beginning with a letter")
    }
    guard schema.count > 0 else {
      throw .data("millrace: \(input.name) contains no values to infer a type from")
    }
    let cells = Format.ofCSV.contains(input.format)
    let isStructure = schema.kinds == .object && !schema.keysAreData
    var declarations: [TypeDeclaration] = []
    var taken: Set<String> = isStructure ? [] : [name]
    let type = SwiftType(schema, named: name, cells: cells) { _, objects in
      let unique = SwiftName.unique(isStructure ? name : name + "Element", among: &taken)
      declarations.append(TypeDeclaration(unique, of: objects, cells: cells))
      return unique
    }
    var text = "import Millrace\n"
    if !isStructure { text += "\ntypealias \(name) = \(type.code)\n" }
    for declaration in declarations { text += "\n" + declaration.code() }
    code = text
  }

  /// Returns the name of the type of a file's elements: `Film` for `films.json`.
  static func name(for input: StreamInput, isSingle: Bool) throws -> String {
    let file = input.path.split(separator: "/").last.map(String.init) ?? ""
    let name = input.format == .sqlite ? try input.databaseTable() : String(file.prefix { $0 != "." })
    guard !name.isEmpty, name != "-" else { return isSingle ? "Document" : "Row" }
    return SwiftName.type(isSingle ? name : SwiftName.singular(name))
  }
}
