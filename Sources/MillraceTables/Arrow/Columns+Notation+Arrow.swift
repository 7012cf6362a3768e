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
      case .map: .map
      default: .standard
      }
  }
}
