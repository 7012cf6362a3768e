extension SQLite {
  /// A cell that waits for its row to be inserted.
  @frozen @usableFromInline
  struct StagedCell {
    /// An integer, the bits of a double, or where its text begins in ``StagedRows/bytes``.
    @usableFromInline var payload: UInt64
    /// The bytes of a text or blob.
    @usableFromInline var size: UInt32
    @usableFromInline var kind: Kind

    @frozen @usableFromInline
    enum Kind: UInt8, CaseIterable {
      case absent, boolean, integer, real, text, blob, json
      /// An instant as text, and as a number.
      case instantText, instantNumber
    }

    @inlinable
    init(_ kind: Kind, payload: UInt64 = 0, size: UInt32 = 0) {
      self.kind = kind
      self.payload = payload
      self.size = size
    }

    var integer: Int64 { Int64(bitPattern: payload) }
    var double: Double { Double(bitPattern: payload) }
  }

  /// Which kinds there are among the cells of a column.
  struct StagedKinds: OptionSet {
    let rawValue: UInt16

    init(rawValue: UInt16) { self.rawValue = rawValue }
    init(_ kind: StagedCell.Kind) { rawValue = 1 << UInt16(kind.rawValue) }

    static let boolean = StagedKinds(.boolean)
    static let integer = StagedKinds(.integer)
    static let real = StagedKinds(.real)
    static let text = StagedKinds(.text)
    static let blob = StagedKinds(.blob)
    static let json = StagedKinds(.json)
    static let instants: StagedKinds = [StagedKinds(.instantText), StagedKinds(.instantNumber)]

    /// The declared type of a column that begins with these. Where nothing fits all of them it is empty, so that SQLite
    /// stores every value as it is.
    var declaredType: String {
      if isEmpty { return "" }
      if self == .boolean { return "BOOLEAN" }
      if self == .integer { return "INTEGER" }
      if isSubset(of: [.integer, .real]) { return "REAL" }
      if self == .text { return "TEXT" }
      if self == .blob { return "BLOB" }
      if isSubset(of: .instants) { return "TIMESTAMP" }
      // The names of types are free, and `TEXT` and `BLOB` in them have the effect of these.
      if isSubset(of: [.json, .text]) { return "JSON TEXT" }
      return contains(.json) ? "JSON BLOB" : ""
    }
  }
}
