import CMillrace
import MillraceTables
import SystemLibrary

// Schemas out of Swift and into it.

extension ArrowSchema {
  /// A schema of rows, which its user releases.
  init(rows fields: [Arrow.Field]) throws {
    try unsafe self.init(Arrow.Field(name: "", type: .structure(fields), isNullable: false))
  }

  private init(_ field: Arrow.Field) throws {
    unsafe self.init()
    let format = try field.type.format
    var made: [UnsafeMutablePointer<ArrowSchema>?] = unsafe []
    do {
      for member in field.type.members {
        let child = try unsafe ArrowSchema(member)
        let address = UnsafeMutablePointer<ArrowSchema>.allocate(capacity: 1)
        unsafe address.initialize(to: child)
        unsafe made.append(address)
      }
    } catch {
      unsafe made.forEach { unsafe Self.destroy($0) }
      throw error
    }
    unsafe self.format = unsafe UnsafePointer(strdup(format))
    unsafe name = unsafe UnsafePointer(strdup(field.name))
    unsafe flags = field.isNullable ? Int64(ARROW_FLAG_NULLABLE) : 0
    unsafe n_children = unsafe Int64(made.count)
    if unsafe !made.isEmpty {
      unsafe children = unsafe .allocate(capacity: made.count)
      unsafe children?.initialize(from: made, count: made.count)
    }
    unsafe release = { schema in
      guard let schema = unsafe schema, unsafe schema.pointee.release != nil else { return }
      for index in unsafe 0..<Int(schema.pointee.n_children) {
        unsafe ArrowSchema.destroy(schema.pointee.children?[index])
      }
      unsafe schema.pointee.children?.deallocate()
      unsafe free(UnsafeMutablePointer(mutating: schema.pointee.format))
      unsafe free(UnsafeMutablePointer(mutating: schema.pointee.name))
      unsafe schema.pointee = unsafe ArrowSchema()
    }
  }

  private static func destroy(_ child: UnsafeMutablePointer<ArrowSchema>?) {
    guard let child = unsafe child else { return }
    unsafe child.pointee.release?(child)
    unsafe child.deallocate()
  }

  /// The columns of a schema of rows.
  ///
  /// - Throws: `TableScan.OptionError` if it is released, is not a structure, or has a type that is not supported.
  func fields() throws -> [Arrow.Field] {
    guard unsafe release != nil else { throw TableScan.OptionError("the Arrow schema is released") }
    guard case .structure(let fields) = try unsafe field(depth: 0).type else {
      throw TableScan.OptionError("the Arrow schema is not a structure of columns")
    }
    return fields
  }

  private func field(depth: Int) throws -> Arrow.Field {
    guard let format = unsafe format, depth < 64, unsafe (0...100_000).contains(n_children),
      unsafe n_children == 0 || children != nil
    else {
      throw TableScan.OptionError("malformed Arrow schema")
    }
    let members = try unsafe (0..<Int(n_children)).map { index in
      guard let child = unsafe children[index] else { throw TableScan.OptionError("malformed Arrow schema") }
      do { return try unsafe child.pointee.field(depth: depth + 1) } catch let error as TableScan.OptionError {
        guard depth == 0, let name = unsafe child.pointee.name else { throw error }
        throw TableScan.OptionError("column '\(unsafe String(cString: name))': \(error)")
      }
    }
    var type = try unsafe Arrow.DataType(format: String(cString: format), members: members)
    if let dictionary = unsafe dictionary {
      // Batches carry their dictionaries with them, so these need no numbers.
      type = .dictionary(id: 0, indices: type, values: try unsafe dictionary.pointee.field(depth: depth + 1).type)
    }
    return unsafe Arrow.Field(
      name: name.map { unsafe String(cString: $0) } ?? "", type: type,
      isNullable: unsafe flags & Int64(ARROW_FLAG_NULLABLE) != 0)
  }
}
