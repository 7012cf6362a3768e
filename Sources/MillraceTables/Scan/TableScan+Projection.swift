import Millrace

extension TableScan {
  /// Returns selected columns of a schema, in the order in which they are listed.
  ///
  /// - Parameters:
  ///   - fields: The schema.
  ///   - names: The names of columns. Those of members of structures contain dots, such as `user.id`.
  /// - Throws: ``TableScan/OptionError`` for a name that is not in the schema.
  public static func projected(_ fields: [Arrow.Field], _ names: [String]) throws -> [Arrow.Field] {
    var result: [Arrow.Field] = []
    for name in names {
      guard let field = projected(fields, name[...]) else { throw OptionError("unknown column '\(name)'") }
      if let index = result.firstIndex(where: { JSON.ExactKey.areEqual($0.name, field.name) }) {
        result[index] = merged(result[index], field)
      } else {
        result.append(field)
      }
    }
    return result
  }

  private static func projected(_ fields: [Arrow.Field], _ name: Substring) -> Arrow.Field? {
    if let field = fields.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) { return field }
    // Names may contain dots, so each prefix is tried.
    for dot in name.indices where name[dot] == "." {
      guard let field = fields.first(where: { $0.name.utf8.elementsEqual(name[..<dot].utf8) }),
        case .structure(let members) = field.type,
        let member = projected(members, name[name.index(after: dot)...])
      else { continue }
      return Arrow.Field(name: field.name, type: .structure([member]), isNullable: field.isNullable)
    }
    return nil
  }

  private static func merged(_ first: Arrow.Field, _ second: Arrow.Field) -> Arrow.Field {
    guard case .structure(var members) = first.type, case .structure(let others) = second.type else { return first }
    for other in others {
      if let index = members.firstIndex(where: { JSON.ExactKey.areEqual($0.name, other.name) }) {
        members[index] = merged(members[index], other)
      } else {
        members.append(other)
      }
    }
    return Arrow.Field(name: first.name, type: .structure(members), isNullable: first.isNullable)
  }
}
