import MillraceTables

// The format strings of Arrow's C data interface.

extension Arrow.DataType {
  /// The format string; the children of nested types are not in it.
  var format: String {
    get throws {
      switch self {
      case .null: "n"
      case .boolean: "b"
      case .integer(bits: 8, let isSigned): isSigned ? "c" : "C"
      case .integer(bits: 16, let isSigned): isSigned ? "s" : "S"
      case .integer(bits: 32, let isSigned): isSigned ? "i" : "I"
      case .integer(bits: 64, let isSigned): isSigned ? "l" : "L"
      case .float(bits: 32): "f"
      case .float(bits: 64): "g"
      case .decimal(let precision, let scale, bits: 128): "d:\(precision),\(scale)"
      case .utf8(.bits32): "u"
      case .utf8(.bits64): "U"
      case .utf8(.view): "vu"
      case .binary(.bits32): "z"
      case .binary(.bits64): "Z"
      case .binary(.view): "vz"
      case .date(bits: 32): "tdD"
      case .date(bits: 64): "tdm"
      case .time(let unit): "tt\(unit.letter)"
      case .duration(let unit): "tD\(unit.letter)"
      case .fixedSizeBinary(let size): "w:\(size)"
      case .timestamp(let unit, let timeZone): "ts\(unit.letter):\(timeZone ?? "")"
      case .list(_, .bits32): "+l"
      case .list(_, .bits64): "+L"
      case .structure: "+s"
      case .map: "+m"
      default: throw TableScan.OptionError("the type \(self) is not supported")
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
    case "n": self = .null
    case "b": self = .boolean
    case "c", "C": self = .integer(bits: 8, isSigned: format == "c")
    case "s", "S": self = .integer(bits: 16, isSigned: format == "s")
    case "i", "I": self = .integer(bits: 32, isSigned: format == "i")
    case "l", "L": self = .integer(bits: 64, isSigned: format == "l")
    case "e": self = .float(bits: 16)
    case "f": self = .float(bits: 32)
    case "g": self = .float(bits: 64)
    case "u": self = .utf8(.bits32)
    case "U": self = .utf8(.bits64)
    case "vu": self = .utf8(.view)
    case "z": self = .binary(.bits32)
    case "Z": self = .binary(.bits64)
    case "vz": self = .binary(.view)
    case "tdD": self = .date(bits: 32)
    case "tdm": self = .date(bits: 64)
    case "tts": self = .time(.second)
    case "ttm": self = .time(.millisecond)
    case "ttu": self = .time(.microsecond)
    case "ttn": self = .time(.nanosecond)
    case "tDs": self = .duration(.second)
    case "tDm": self = .duration(.millisecond)
    case "tDu": self = .duration(.microsecond)
    case "tDn": self = .duration(.nanosecond)
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
