extension SQLite {
  /// A cell of a row that is not inserted yet.
  @frozen @usableFromInline
  struct PendingCell {
    /// An integer, the bits of a double, or the offset of its text in ``StagedRows/bytes``.
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

  /// The kinds of the cells of a column.
  struct StagedKinds: OptionSet {
    let rawValue: UInt16

    init(rawValue: UInt16) { self.rawValue = rawValue }
    init(_ kind: PendingCell.Kind) { rawValue = 1 << UInt16(kind.rawValue) }

    static let boolean = StagedKinds(.boolean)
    static let integer = StagedKinds(.integer)
    static let real = StagedKinds(.real)
    static let text = StagedKinds(.text)
    static let blob = StagedKinds(.blob)
    static let json = StagedKinds(.json)
    /// Text that a new column stores as a number.
    static let numericText = StagedKinds(rawValue: 1 << 15)
    static let instants: StagedKinds = [StagedKinds(.instantText), StagedKinds(.instantNumber)]

    /// The declared type of a new column with these cells. It is empty if no type fits all of them, so that SQLite
    /// stores every value as it is.
    var declaredType: String {
      if isEmpty { return "" }
      if self == .boolean { return "BOOLEAN" }
      if self == .integer { return "INTEGER" }
      if isSubset(of: [.integer, .real]) { return "REAL" }
      if self == .text { return "TEXT" }
      if self == .blob { return "BLOB" }
      if isSubset(of: .instants) { return "TIMESTAMP" }
      // Type names can be chosen freely, and those that contain `TEXT` or `BLOB` have the same affinity as these.
      if isSubset(of: [.json, .text]) { return "JSON TEXT" }
      return contains(.json) ? "JSON BLOB" : ""
    }
  }
}
