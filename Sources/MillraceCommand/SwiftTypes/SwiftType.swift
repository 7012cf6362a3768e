import Millrace
import MillraceTables

/// The type that values of a schema are read into.
struct SwiftType {
  /// The type as written in code, without the mark of optional types.
  let code: String
  /// The strategy of a field of this type, if it has one.
  private(set) var strategy: String?

  /// - Parameters:
  ///   - key: The key that a declared type is named after.
  ///   - cells: whether numbers, booleans and instants are written as text, as they are in CSV.
  ///   - declare: declares a structure for objects, and returns its name.
  init(_ schema: Schema, named key: String, cells: Bool, declare: (String, Schema) -> String) {
    switch schema.kinds {
    case .boolean: code = "Bool"
    case .integer: code = "Int"
    case .instant: code = "Instant"
    case .bytes:
      code = "[UInt8]"
      strategy = "NativeBytes"
    case .string: code = Self.type(ofTexts: schema.textForms, cells: cells)
    case .array:
      let elements = schema.elements ?? Schema()
      let element = SwiftType(elements, named: SwiftName.singular(key), cells: cells, declare: declare)
      code = "[" + element.codeOfElement(isOptional: elements.nullCount > 0) + "]"
    case .object where schema.keysAreData:
      let values = schema.allValues
      let value = SwiftType(values, named: SwiftName.singular(key), cells: cells, declare: declare)
      code = "[String: " + value.codeOfElement(isOptional: values.nullCount > 0) + "]"
    case .object: code = declare(SwiftName.type(key), schema)
    case [.integer, .fraction], .fraction: code = "Double"
    case let kinds where !kinds.isEmpty && kinds.isSubset(of: .numbers): code = "JSON.Number"
    default: code = "JSON.Value"
    }
  }

  /// The type as that of elements. `JSON.Value` has a null of its own, and a strategy is for fields only.
  private func codeOfElement(isOptional: Bool) -> String {
    if strategy != nil || code == "JSON.Value" { return "JSON.Value" }
    return code + (isOptional ? "?" : "")
  }

  private static func type(ofTexts forms: Schema.TextForms, cells: Bool) -> String {
    if forms.contains(.instant) { return "Instant" }
    guard cells else { return "String" }
    if forms.contains(.boolean) { return "Bool" }
    if forms.contains(.integer) { return "Int" }
    if forms.contains(.number) { return "Double" }
    return forms.contains(.json) ? "JSON.Value" : "String"
  }
}
