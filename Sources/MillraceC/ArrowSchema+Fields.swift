import CMillrace
import MillraceTables
import SystemLibrary

// Schemas out of Swift and into it.

extension ArrowSchema {
  /// A schema of rows, which its user releases.
  init(rows fields: [Arrow.Field]) throws {
    try self.init(Arrow.Field(name: "", type: .structure(fields), isNullable: false))
  }

  private init(_ field: Arrow.Field) throws {
    self.init()
    let format = try field.type.format
    var made: [UnsafeMutablePointer<ArrowSchema>?] = []
    do {
      for member in field.type.members {
        let child = try ArrowSchema(member)
        let address = UnsafeMutablePointer<ArrowSchema>.allocate(capacity: 1)
        address.initialize(to: child)
        made.append(address)
      }
    } catch {
      for child in made { Self.destroy(child) }
      throw error
    }
    self.format = UnsafePointer(strdup(format))
    name = UnsafePointer(strdup(field.name))
    flags = field.isNullable ? Int64(ARROW_FLAG_NULLABLE) : 0
    n_children = Int64(made.count)
    if !made.isEmpty {
      children = .allocate(capacity: made.count)
      children?.initialize(from: made, count: made.count)
    }
    release = { schema in
      guard let schema, schema.pointee.release != nil else { return }
      for index in 0..<Int(schema.pointee.n_children) { ArrowSchema.destroy(schema.pointee.children?[index]) }
      schema.pointee.children?.deallocate()
      free(UnsafeMutablePointer(mutating: schema.pointee.format))
      free(UnsafeMutablePointer(mutating: schema.pointee.name))
      schema.pointee = ArrowSchema()
    }
  }

  private static func destroy(_ child: UnsafeMutablePointer<ArrowSchema>?) {
    guard let child else { return }
    child.pointee.release?(child)
    child.deallocate()
  }

  /// The columns of a schema of rows.
  ///
  /// - Throws: `Scan.OptionError` if it is released, is not a structure, or has a type that is not supported.
  func fields() throws -> [Arrow.Field] {
    guard release != nil else { throw Scan.OptionError("the Arrow schema is released") }
    guard case .structure(let fields) = try field(depth: 0).type else {
      throw Scan.OptionError("the Arrow schema is not a structure of columns")
    }
    return fields
  }

  private func field(depth: Int) throws -> Arrow.Field {
    guard let format, depth < 64, (0...100_000).contains(n_children), n_children == 0 || children != nil else {
      throw Scan.OptionError("malformed Arrow schema")
    }
    guard dictionary == nil else { throw Scan.OptionError("dictionary-encoded columns are not supported") }
    let members = try (0..<Int(n_children)).map { index in
      guard let child = children[index] else { throw Scan.OptionError("malformed Arrow schema") }
      return try child.pointee.field(depth: depth + 1)
    }
    let type = try Arrow.DataType(format: String(cString: format), members: members)
    return Arrow.Field(
      name: name.map { String(cString: $0) } ?? "", type: type, isNullable: flags & Int64(ARROW_FLAG_NULLABLE) != 0)
  }
}
