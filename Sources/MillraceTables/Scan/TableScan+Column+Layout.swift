import Millrace

extension TableScan.Column {
  /// The kind of values that a column stores.
  enum Kind: UInt8 {
    case null, boolean
    case int8, int16, int32, int64, uint8, uint16, uint32, uint64
    case float, double, decimal, date, timestamp
    case string, binary
    case list, structure, map
  }

  /// The properties of entries that a column's type determines.
  struct Layout {
    let field: Arrow.Field
    let kind: Kind
    /// The size of an entry in ``values``, in bytes; 0 for bits and structures.
    let width: Int
    /// The precision of decimals, the scale of decimals, and the units per second of timestamps.
    let precision: Int
    let scale: Int
    let unitsPerSecond: Int64
    let hasTimeZone: Bool
    /// The fields of structures, or of the elements of lists; the entries of maps.
    let members: [Arrow.Field]
    /// How the dates and times are written; nil for RFC 3339.
    let instantFormat: CSV.InstantFormat?

    /// What the column accepts, for errors.
    var accepted: String { instantFormat.map { "\($0)" } ?? "\(field.type)" }

    /// - Throws: ``TableScan/OptionError`` if the type is not supported.
    init(_ field: Arrow.Field, path: String, _ instantFormat: CSV.InstantFormat?) throws {
      guard path.utf8.count < 1 << 16, path.count(where: { $0 == "." }) < 64 else {
        throw TableScan.OptionError("column \(path.prefix(60))…: nested too deeply, or its name is too long")
      }
      var (precision, scale, unitsPerSecond, hasTimeZone) = (0, 0, Int64(1), false)
      var members: [Arrow.Field] = []
      switch field.type {
      case .null: (kind, width) = (.null, 0)
      case .boolean: (kind, width) = (.boolean, 0)
      case .integer(let bits, let isSigned):
        let kinds: [Int: (Kind, Kind)] = [
          8: (.int8, .uint8), 16: (.int16, .uint16), 32: (.int32, .uint32), 64: (.int64, .uint64),
        ]
        guard let pair = kinds[bits] else { throw Self.unsupported(field, path) }
        (kind, width) = (isSigned ? pair.0 : pair.1, bits / 8)
      case .float(bits: 32): (kind, width) = (.float, 4)
      case .float(bits: 64): (kind, width) = (.double, 8)
      case .decimal(let digits, let places, bits: 128):
        guard (1...38).contains(digits), (0...digits).contains(places) else { throw Self.unsupported(field, path) }
        (kind, width) = (.decimal, 16)
        (precision, scale) = (digits, places)
      case .date(bits: 32): (kind, width) = (.date, 4)
      case .timestamp(let unit, let timeZone):
        (kind, width) = (.timestamp, 8)
        unitsPerSecond = unit.perSecond
        hasTimeZone = timeZone != nil
      case .utf8(.bits32), .utf8(.bits64): (kind, width) = (.string, 4)
      case .binary(.bits32), .binary(.bits64): (kind, width) = (.binary, 4)
      case .list(let element, .bits32), .list(let element, .bits64):
        (kind, width) = (.list, 4)
        members = [element]
      case .map(let entries):
        guard case .structure(let pair) = entries.type, pair.count == 2, case .utf8(.bits32) = pair[0].type else {
          throw TableScan.OptionError("column \(path): keys of maps must be strings")
        }
        (kind, width) = (.map, 4)
        members = [entries]
      case .structure(let fields):
        (kind, width) = (.structure, 0)
        members = fields
      default: throw Self.unsupported(field, path)
      }
      self.field = field
      self.instantFormat = instantFormat
      (self.precision, self.scale, self.members) = (precision, scale, members)
      (self.unitsPerSecond, self.hasTimeZone) = (unitsPerSecond, hasTimeZone)
    }

    private static func unsupported(_ field: Arrow.Field, _ path: String) -> TableScan.OptionError {
      TableScan.OptionError("column \(path): the type \(field.type) is not supported")
    }
  }
}
