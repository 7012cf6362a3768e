import Millrace
import MillraceTables

/// A structure with `@Serializable` for objects with a schema.
struct TypeDeclaration {
  let name: String
  private var properties: [Property] = []
  private var nested: [TypeDeclaration] = []

  private struct Property {
    var key: String
    var name: String
    var type: SwiftType
    var isOptional: Bool
  }

  /// - Parameters:
  ///   - objects: Their schema.
  ///   - outerNames: the names of the types around this one, which types in it must not have.
  ///   - cells: whether numbers, booleans and instants are written as text, as they are in CSV.
  init(_ name: String, of objects: Schema, in outerNames: Set<String> = [], cells: Bool) {
    self.name = name
    var takenTypes = outerNames.union([name])
    var takenProperties: Set<String> = []
    let enclosing = takenTypes
    for field in objects.fields {
      let type = SwiftType(field.value, named: field.name, cells: cells) { name, objects in
        let name = SwiftName.unique(name, among: &takenTypes)
        nested.append(TypeDeclaration(name, of: objects, in: enclosing, cells: cells))
        return name
      }
      properties.append(
        Property(
          key: field.name, name: SwiftName.unique(SwiftName.property(field.name), among: &takenProperties), type: type,
          isOptional: field.value.nullCount > 0 || objects.absentCount(of: field) > 0))
    }
  }

  /// The longest name that `@Field` takes, in bytes of UTF-8.
  private static let longestName = 127

  func code(level: Int = 0) -> String {
    let margin = String(repeating: "  ", count: level)
    var lines = ["@Serializable", "struct \(name) {"]
    for property in properties {
      guard property.key.utf8.count <= Self.longestName else {
        lines.append(
          "  // A key of \(property.key.utf8.count) bytes is too long for a field: \(property.key.prefix(40))…")
        continue
      }
      var arguments: [String] = []
      if property.key != property.name { arguments.append(SwiftName.literal(property.key)) }
      if let strategy = property.type.strategy { arguments.append("using: \(strategy).self") }
      let attribute = arguments.isEmpty ? "" : "@Field(\(arguments.joined(separator: ", "))) "
      let type = property.type.code + (property.isOptional ? "?" : "")
      lines.append("  \(attribute)var \(SwiftName.inCode(property.name)): \(type)")
    }
    var text = lines.map { margin + $0 + "\n" }.joined()
    for declaration in nested { text += "\n" + declaration.code(level: level + 1) }
    return text + margin + "}\n"
  }
}
