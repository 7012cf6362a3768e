extension Columns.Notation {
  /// The notation of the entries of a column of this type.
  init(of type: Arrow.DataType) {
    self =
      switch type {
      case .date: .date
      case .timestamp(_, timeZone: nil): .localTime
      case .float(bits: 32): .singlePrecision
      case .float(bits: 16): .halfPrecision
      case .decimal, .integer(bits: 64, isSigned: false): .number
      case .map(let entries) where entries.hasTextKeys: .map
      default: .standard
      }
  }
}

extension Arrow.Field {
  /// Whether this is the field of the entries of a map whose keys are strings, which text has as the names of members.
  fileprivate var hasTextKeys: Bool {
    switch pair?.key.type {
    case .utf8, .dictionary(_, _, .utf8): true
    default: false
    }
  }
}
