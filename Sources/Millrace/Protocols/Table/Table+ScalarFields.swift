// Tables without structures: what code needs that copies members from one format to another by the table of a type, without
// making a value of it.

/// A field that contains a scalar.
package struct ScalarField {
  package enum Kind {
    case bool, int, int32, int64, uint64, double, float, string
  }

  /// The name as a JSON key with quotes and colon.
  package let key: StaticString
  package let kind: Kind
  /// Whether the field may be missing, and is nil then.
  package let isOptional: Bool
}

extension __Table {
  /// The fields of a structure, in their order; nil if one of them is not a scalar, or if reading does more than copying: by defaults,
  /// other names, strategies, validation or the rejection of unknown fields.
  package var scalarFields: [ScalarField]? {
    let contents = unsafe contents.pointee
    guard unsafe contents.cases == nil, contents.fieldsOfAliases.isEmpty, !contents.isValidated, !names.rejectsUnknown
    else { return nil }
    var fields: [ScalarField] = []
    for index in 0..<count {
      guard let field = unsafe contents.fields[index].details.pointee.scalarField else { return nil }
      fields.append(field)
    }
    return fields
  }

  /// The names of the fields.
  package var fieldNames: FieldTable { names }
}

extension __TableField.Details {
  fileprivate var scalarField: ScalarField? {
    let isPlain = unsafe !takesNull && !hasDefault && isOmitted == nil && !readsItself
    guard isPlain, shape == .value || shape == .optional && omitsNil, let kind = content.scalarKind else { return nil }
    return ScalarField(key: key, kind: kind, isOptional: shape == .optional)
  }
}

extension FieldContent {
  fileprivate var scalarKind: ScalarField.Kind? {
    switch self {
    case .bool: .bool
    case .int: .int
    case .int32: .int32
    case .int64: .int64
    case .uint64: .uint64
    case .double: .double
    case .float: .float
    case .string: .string
    case .strings, .ints, .doubles, .listsOfDoubles, .stringsByKey, .intsByKey, .doublesByKey, .table, .other: nil
    }
  }
}
