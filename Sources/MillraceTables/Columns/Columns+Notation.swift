import Millrace

extension Columns {
  /// How the entries of a column are written in formats without their type, such as JSON and CSV.
  ///
  /// ``Values`` has one case for all instants, one for all floating-point numbers and so on. A table that was read from Arrow or
  /// Parquet also has the notation of each column, so that a date is written as `2024-02-29`.
  public enum Notation: Sendable, Hashable {
    /// The notation of the values: instants in UTC, doubles with as few digits as identify them, strings in quotes.
    case standard
    /// Instants are dates: `2024-02-29`.
    case date
    /// Instants are dates and times without a time zone: `2024-02-29T12:30:00`.
    case localTime
    /// Doubles have as few digits as identify a number of 32 bits: `0.1`, not `0.10000000149011612`.
    case singlePrecision
    /// Doubles have as few digits as identify a number of 16 bits: `0.1`, not `0.0999755859375`.
    case halfPrecision
    /// Strings are numbers, whose digits are written without quotes: `12.50`.
    case number
    /// Lists of structures, each with a string and a value, are objects.
    case map
  }
}

extension Columns.Notation {
  /// The notation of instants.
  init(of form: Instant.Form?) {
    self =
      switch form {
      case .date: .date
      case .localTime: .localTime
      case .instant, nil: .standard
      }
  }
}

extension Instant.Form? {
  /// Adds the form of another instant. Those of different forms together are instants.
  mutating func add(_ other: Instant.Form) { self = self == nil || self == other ? other : .instant }
}

extension Columns {
  /// Where rows of a table go, which determines what is forwarded for a notation that the destination does not have.
  package enum RowDestination: Sendable {
    /// Text, such as JSON and CSV.
    case text
    /// A database, which stores numbers of half precision exactly, as doubles.
    case database
    /// Columns with the types of the table: numbers of half precision are doubles, decimal numbers strings, and maps lists.
    case columns
  }
}

extension Double {
  /// The number with single precision that is equal to this number; nil if there is none.
  var single: Float? {
    let number = Float(self)
    return Double(number) == self ? number : nil
  }

  /// The double with the fewest digits of which this number is the nearest one with half precision (IEEE 754, binary16). If this
  /// number does not have half precision, the result is the number.
  var shortestOfHalfPrecision: Double {
    // Integers have all their digits, as in other precisions.
    guard isFinite, rounded() != self else { return self }
    // Numbers below 2⁻¹⁴ have the distance of those from there on.
    let distance = Double(sign: .plus, exponent: Swift.max(exponent, -14) - 10, significand: 1)
    let units = magnitude / distance
    guard units.rounded() == units, magnitude < 65_536 else { return self }
    let isPowerOfTwo = significand == 1 && exponent > -14
    let isEven = units.truncatingRemainder(dividingBy: 2) == 0
    var power = 0
    while magnitude >= Self.powersOfTen[power + 1] { power += 1 }
    var small = 0
    while magnitude * Self.powersOfTen[small] < 1 { small += 1 }
    // Five digits identify each number of 11 bits.
    for digits in 1...5 {
      // The place of the last digit: 10 to the power of `places`, below the point if negative.
      let places = power - small - (digits - 1)
      let scale = Self.powersOfTen[Int(places.magnitude)]
      let candidate =
        places < 0
        ? (magnitude * scale).rounded(.toNearestOrEven) / scale
        : (magnitude / scale).rounded(.toNearestOrEven) * scale
      let difference = candidate - magnitude
      let bound = isPowerOfTwo && difference < 0 ? distance / 4 : distance / 2
      if difference.magnitude < bound || isEven && difference.magnitude == bound {
        return sign == .minus ? -candidate : candidate
      }
    }
    return self
  }

  private static let powersOfTen: [Double] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13]
}
