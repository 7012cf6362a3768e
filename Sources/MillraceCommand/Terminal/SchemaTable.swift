import Millrace
import MillraceTables

/// A schema as a table for people: a row for each column and each nested member.
struct SchemaTable {
  private let isSingle: Bool
  private let cells: Bool
  private let rows: Int
  private var table = TextTable(
    [("column", .left), ("type", .left), ("absent", .right), ("null", .right), ("examples", .left)], widestCell: 60)

  /// - Parameters:
  ///   - isSingle: whether there is only one element by the nature of the file.
  ///   - cells: whether numbers, booleans and instants are written as text, as they are in CSV.
  init(_ schema: Schema, isSingle: Bool, cells: Bool) {
    self.isSingle = isSingle
    self.cells = cells
    rows = schema.count
    // A table without rows has columns, too.
    if schema.kinds == .object || schema.kinds.isEmpty && !schema.fields.isEmpty, !schema.keysAreData {
      appendContents(of: schema, path: "")
    } else if isSingle || rows > 0 {
      append(schema, path: isSingle ? "the document" : "each", absent: nil)
    }
  }

  var text: String { (isSingle ? "one document" : "\(rows) \(rows == 1 ? "row" : "rows")") + "\n\n" + table.text }

  private mutating func append(_ schema: Schema, path: String, absent: Int?) {
    let examples = schema.examples.map { schema.kinds == .string ? "\"\($0)\"" : $0 }.joined(separator: ", ")
    table.append([
      path, schema.typeName(inCells: cells), absent.map { $0 == 0 ? "" : String($0) } ?? "",
      schema.nullCount == 0 ? "" : String(schema.nullCount), examples,
    ])
    appendContents(of: schema, path: path)
  }

  private mutating func appendContents(of schema: Schema, path: String) {
    if schema.keysAreData {
      let values = schema.allValues
      if values.count > 0 { append(values, path: path + "{}", absent: nil) }
    } else {
      for field in schema.fields {
        append(
          field.value, path: path.isEmpty ? field.name : path + "." + field.name, absent: schema.absentCount(of: field))
      }
    }
    // The type of the array is sufficient for elements that are scalars of one type.
    guard let elements = schema.elements, !elements.kinds.isDisjoint(with: [.array, .object]) else { return }
    if elements.kinds == .object, !elements.keysAreData {
      appendContents(of: elements, path: path + "[]")
    } else {
      append(elements, path: path + "[]", absent: nil)
    }
  }
}

extension Schema {
  /// The name of the type of the values, for people.
  ///
  /// - Parameter cells: whether numbers, booleans and instants are written as text, as they are in CSV.
  func typeName(inCells cells: Bool) -> String {
    var kinds = kinds
    var names: [String] = []
    if kinds.remove(.boolean) != nil { names.append("boolean") }
    if !kinds.isDisjoint(with: [.fraction, .largeFraction]) {
      names.append("number")
    } else if kinds.contains(.largeInteger) {
      names.append("large integer")
    } else if kinds.contains(.integer) {
      names.append("integer")
    }
    if kinds.contains(.string) { names.append(textName(inCells: cells)) }
    if kinds.contains(.instant) { names.append("instant") }
    if kinds.contains(.bytes) { names.append("bytes") }
    if kinds.contains(.array) {
      let elements = elements?.typeName(inCells: cells) ?? ""
      names.append(elements.isEmpty ? "list" : "list of \(elements)")
    }
    if kinds.contains(.object) { names.append(keysAreData ? "dictionary" : "object") }
    return names.isEmpty ? "null" : names.joined(separator: " or ")
  }

  private func textName(inCells cells: Bool) -> String {
    if textForms.contains(.instant) { return cells ? "instant" : "text (instants)" }
    guard cells else { return "text" }
    if textForms.contains(.boolean) { return "boolean" }
    if textForms.contains(.integer) { return "integer" }
    if textForms.contains(.number) { return "number" }
    return textForms.contains(.json) ? "json" : "text"
  }
}
