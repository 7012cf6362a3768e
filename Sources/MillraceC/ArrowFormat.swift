import MillraceTables

// The format strings of Arrow's C data interface.

extension Arrow.DataType {
  /// The formats of types without parameters and children.
  private static let formats: [(format: String, type: Arrow.DataType)] = [
    ("n", .null), ("b", .boolean), ("c", .integer(bits: 8, isSigned: true)), ("C", .integer(bits: 8, isSigned: false)),
    ("s", .integer(bits: 16, isSigned: true)), ("S", .integer(bits: 16, isSigned: false)),
    ("i", .integer(bits: 32, isSigned: true)), ("I", .integer(bits: 32, isSigned: false)), ("l", .int64),
    ("L", .integer(bits: 64, isSigned: false)), ("e", .float(bits: 16)), ("f", .float(bits: 32)), ("g", .float64),
    ("u", .utf8), ("U", .utf8(.bits64)), ("vu", .utf8(.view)), ("z", .binary), ("Z", .binary(.bits64)),
    ("vz", .binary(.view)), ("tdD", .date(bits: 32)), ("tdm", .date(bits: 64)), ("tts", .time(.second)),
    ("ttm", .time(.millisecond)), ("ttu", .time(.microsecond)), ("ttn", .time(.nanosecond)),
    ("tDs", .duration(.second)),
    ("tDm", .duration(.millisecond)), ("tDu", .duration(.microsecond)), ("tDn", .duration(.nanosecond)),
  ]

  /// The format string; the children of nested types are not in it.
  var format: String {
    get throws {
      switch self {
      case .decimal(let precision, let scale, bits: 128): return "d:\(precision),\(scale)"
      case .fixedSizeBinary(let size): return "w:\(size)"
      case .timestamp(let unit, let timeZone): return "ts\(unit.letter):\(timeZone ?? "")"
      case .list(_, .bits32): return "+l"
      case .list(_, .bits64): return "+L"
      case .structure: return "+s"
      case .map: return "+m"
      default:
        guard let format = Self.formats.first(where: { $0.type == self })?.format else {
          throw TableScan.OptionError("the type \(self) is not supported")
        }
        return format
      }
    }
  }

  var members: [Arrow.Field] {
    switch self {
    case .list(let element, _): [element]
    case .map(let entries): [entries]
    case .structure(let fields): fields
    default: []
    }
  }

  /// - Parameters:
  ///   - format: a format string.
  ///   - members: the children.
  init(format: String, members: [Arrow.Field]) throws {
    func unsupported() -> TableScan.OptionError {
      TableScan.OptionError("the Arrow format '\(format.prefix(40))' is not supported")
    }
    func child() throws -> Arrow.Field {
      guard members.count == 1 else { throw unsupported() }
      return members[0]
    }
    switch format {
    case "+l": self = .list(try child(), .bits32)
    case "+L": self = .list(try child(), .bits64)
    case "+s": self = .structure(members)
    case "+m": self = .map(entries: try child())
    default:
      if format.hasPrefix("d:") {
        let numbers = format.dropFirst(2).split(separator: ",").map { Int($0) }
        let bits = numbers.count == 3 ? numbers[2] : 128
        guard numbers.count >= 2, let precision = numbers[0], let scale = numbers[1], let bits else {
          throw unsupported()
        }
        self = .decimal(precision: precision, scale: scale, bits: bits)
      } else if format.hasPrefix("ts"), format.utf8.count >= 4,
        let unit = Arrow.TimeUnit.allCases.first(where: { format.dropFirst(2).hasPrefix("\($0.letter):") })
      {
        let timeZone = String(format.dropFirst(4))
        self = .timestamp(unit, timeZone: timeZone.isEmpty ? nil : timeZone)
      } else if format.hasPrefix("w:"), let size = Int(format.dropFirst(2)), size > 0 {
        self = .fixedSizeBinary(size: size)
      } else if let type = Self.formats.first(where: { $0.format == format })?.type {
        self = type
      } else {
        throw unsupported()
      }
    }
  }
}

extension Arrow.TimeUnit {
  fileprivate var letter: String {
    switch self {
    case .second: "s"
    case .millisecond: "m"
    case .microsecond: "u"
    case .nanosecond: "n"
    }
  }
}
