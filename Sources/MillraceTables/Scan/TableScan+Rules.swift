import Millrace

extension TableScan {
  /// How a value is handled that a column does not accept.
  struct Rules {
    let coercion: Coercion
    /// Whether such a value becomes null, and the row is counted as bad.
    let keepsRows: Bool
    /// The first problem of the row.
    var problem: FormatError?

    init(_ options: Options) {
      coercion = options.coercion
      keepsRows = options.badRows == .keep && !options.isInferred
    }

    @inline(__always) var isExact: Bool { coercion == .exact }
    var recovers: Bool { coercion == .lenient || keepsRows }
  }
}

extension TableScan.Options {
  /// Whether a row with a problem ends the scan, instead of being a bad row.
  func endsScan(_ problem: FormatError.Problem) -> Bool {
    badRows == .error || isInferred && problem.isOfColumn
  }

  /// Whether members and columns that are not in the schema are errors.
  var isClosed: Bool { coercion == .exact && !isProjection }
}
