import Millrace

/// The findings of an audit in all binaries, and its limits.
@Serializable
struct AuditReport {
  var codingKeys: Int
  /// The number of places that create Foundation's coders.
  var foundationCoders: Int
  var limits: [AuditLimit]
  var binaries: [ProgramAudit]

  init(_ binaries: [ProgramAudit]) {
    self.binaries = binaries
    limits = []
    codingKeys = binaries.reduce(0) { $0 + $1.codingKeys.count }
    foundationCoders = binaries.reduce(0) { $0 + $1.coderUses.reduce(0) { $0 + $1.count } }
  }

  /// The report as a JSON document.
  var document: [UInt8] {
    // Encoding cannot fail: the report has no floating-point numbers.
    ((try? JSON.encode(self, style: JSON.Pretty.self)) ?? []) + [UInt8(ascii: "\n")]
  }
}
