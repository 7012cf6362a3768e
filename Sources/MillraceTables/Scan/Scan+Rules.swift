import Millrace

extension Scan {
  /// The values that the columns of a scan accept.
  enum Acceptance {
    /// See ``Coercion``.
    case strict, lenient
    /// Only values that can be written back unchanged: a column of doubles has no integers above 2⁵³, numbers in CSV have
    /// JSON's grammar, and objects have neither duplicate keys nor keys that are not in the schema. A column of strings
    /// accepts any other value as its JSON text.
    case exact
  }

  /// How a value is handled that a column does not accept.
  struct Rules {
    let acceptance: Acceptance
    /// Whether such a value becomes null, and the row is counted as bad.
    let keepsRows: Bool
    /// The first problem of the row.
    var problem: FormatError?

    init(_ acceptance: Acceptance, _ options: Options) {
      self.acceptance = acceptance
      keepsRows = options.badRows == .keep
    }

    @inline(__always) var isExact: Bool { acceptance == .exact }
    var recovers: Bool { acceptance == .lenient || keepsRows }
  }
}
