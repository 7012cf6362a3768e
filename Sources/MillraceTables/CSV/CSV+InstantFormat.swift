import Millrace

extension CSV {
  /// How dates and times are written in cells.
  ///
  /// A text is scanned by the format, and its numbers are written as a date and time of RFC 3339, whose reader rejects the 31st of April.
  public struct InstantFormat: Sendable, Hashable {
    private enum Element: Hashable {
      case byte(UInt8)
      /// One or more spaces.
      case blanks
      /// A conversion such as `%Y`.
      case conversion(Character)
    }

    private let elements: [Element]
    /// The format as it was given; nil for ISO 8601.
    private let text: String?
    /// The time zone of texts that have no offset.
    public let zone: TimeZoneRules
    /// What the cells stand for: instants, or dates without a time.
    package private(set) var form = Instant.Form.instant

    /// Creates a format of the conversions of `strptime`: `%Y %m %d %H %M %S`, `%y` (from 1969 to 2068), `%b` and `%B` (English names of
    /// months), `%a` and `%A` (of days), `%e`, `%I`, `%p`, `%D`, `%F`, `%R`, `%T`, `%z` (an offset), `%f` (digits of a fraction) and `%%`.
    ///
    /// - Parameters:
    ///   - format: The format. A space in it is one or more spaces.
    ///   - zone: The time zone of texts that have no offset. A local time that comes twice is the first of the two instants, and one
    ///     that clocks skip has the offset from before the change (RFC 5545). Default: UTC.
    /// - Throws: ``InvalidOptions/instantFormat(_:)`` if the format has another conversion, or not a year, a month and a day.
    public init(_ format: String, zone: TimeZoneRules = .utc) throws {
      var elements: [Element] = []
      var isConversion = false
      for character in format {
        if isConversion {
          guard let converted = Self.elements(of: character) else { throw InvalidOptions.instantFormat(format) }
          elements += converted
        } else if character == " " {
          if elements.last != .blanks { elements.append(.blanks) }
        } else if character != "%" {
          elements += character.utf8.map(Element.byte)
        }
        isConversion = !isConversion && character == "%"
      }
      let hasDay = [["Y", "y"], ["m", "b"], ["d"]].allSatisfy { choices in
        choices.contains { elements.contains(.conversion($0)) }
      }
      guard !isConversion, hasDay else { throw InvalidOptions.instantFormat(format) }
      self.elements = elements
      text = format
      self.zone = zone
    }

    private init(iso8601In zone: TimeZoneRules) {
      elements = []
      text = nil
      self.zone = zone
    }

    /// RFC 3339, and the same without an offset, seconds or time, such as `2024-01-02 03:04:05` and `2024-01-02`.
    ///
    /// - Parameter zone: The time zone of texts that have no offset. Default: UTC.
    public static func iso8601(zone: TimeZoneRules = .utc) -> InstantFormat { InstantFormat(iso8601In: zone) }

    /// Dates, which have no time zone.
    ///
    /// - Parameter format: The format of the conversions of `strptime`; nil for ISO 8601, such as `2024-01-02`. A time must be midnight.
    /// - Throws: ``InvalidOptions/instantFormat(_:)``.
    package static func dates(_ format: String?) throws -> InstantFormat {
      var dates = try format.map { try InstantFormat($0) } ?? .iso8601()
      dates.form = .date
      return dates
    }

    private static func elements(of conversion: Character) -> [Element]? {
      switch conversion {
      case "Y", "y", "m", "d", "H", "I", "M", "S", "f", "p", "z", "b", "a": [.conversion(conversion)]
      case "B", "h": [.conversion("b")]
      case "A": [.conversion("a")]
      case "e": [.conversion("d")]
      case "D": elements(of: "mdy", separatedBy: UInt8(ascii: "/"))
      case "F": elements(of: "Ymd", separatedBy: ASCII.minus)
      case "R": elements(of: "HM", separatedBy: ASCII.colon)
      case "T": elements(of: "HMS", separatedBy: ASCII.colon)
      case "%": [.byte(UInt8(ascii: "%"))]
      default: nil
      }
    }

    private static func elements(of conversions: String, separatedBy separator: UInt8) -> [Element] {
      Array(conversions.map { [Element.conversion($0)] }.joined(separator: [.byte(separator)]))
    }

    /// The instant that a text stands for; nil if the text does not have the format.
    package func instant(_ text: UnsafeBufferPointer<UInt8>) -> Instant? {
      let instant = unsafe self.text == nil ? isoInstant(text) : scannedInstant(text)
      guard form == .date, let instant else { return instant }
      return instant.isMidnight ? instant : nil
    }

    private func scannedInstant(_ text: UnsafeBufferPointer<UInt8>) -> Instant? {
      guard text.count <= Scanner.longestText else { return nil }
      var scanner = unsafe Scanner(Array(text))
      return elements.allSatisfy { scanner.take($0) } ? scanner.instant(in: zone) : nil
    }

    private func isoInstant(_ text: UnsafeBufferPointer<UInt8>) -> Instant? {
      if let instant = unsafe Instant(rfc3339: text) { return instant }
      guard text.count >= 10 else { return nil }
      let local =
        unsafe text.count == 10
        ? Instant(rfc3339: text, followedBy: "T00:00:00Z")
        : Instant(rfc3339: text, followedBy: "Z") ?? Instant(rfc3339: text, followedBy: ":00Z")
      guard let local else { return unsafe Instant(rfc3339: text, followedBy: "") }
      return Instant(seconds: zone.seconds(ofLocal: local.seconds), nanoseconds: local.nanoseconds)
    }

    /// Scans a text.
    private struct Scanner {
      static let longestText = 200

      private let text: [UInt8]
      private var position = 0
      private var (year, month, day) = (0, 0, 0)
      private var (hour, minute, second) = (0, 0, 0)
      /// The digits of the fraction of the second.
      private var fraction: ArraySlice<UInt8> = []
      /// Whether the hour is one of an afternoon; nil without `%p`.
      private var isAfternoon: Bool?
      private var hasHourOfTwelve = false
      private var offset: Int?

      init(_ text: [UInt8]) { self.text = text }

      mutating func take(_ element: Element) -> Bool {
        switch element {
        case .byte(let byte): return take(byte)
        case .blanks:
          let start = position
          while take(ASCII.space) {}
          return position > start
        case .conversion(let conversion): return take(conversion)
        }
      }

      private mutating func take(_ byte: UInt8) -> Bool {
        guard position < text.count, text[position] == byte else { return false }
        position += 1
        return true
      }

      private mutating func take(_ conversion: Character) -> Bool {
        switch conversion {
        case "Y": return number(4...4, 0...9999).map { year = $0 } != nil
        case "y":
          return number(2...2, 0...99).map { year = $0 + ($0 < 69 ? 2000 : 1900) } != nil
        case "m": return number(1...2, 1...12).map { month = $0 } != nil
        case "d":
          _ = take(ASCII.space)
          return number(1...2, 1...31).map { day = $0 } != nil
        case "H": return number(1...2, 0...23).map { hour = $0 } != nil
        case "I":
          hasHourOfTwelve = true
          return number(1...2, 1...12).map { hour = $0 } != nil
        case "M": return number(1...2, 0...59).map { minute = $0 } != nil
        case "S": return number(1...2, 0...59).map { second = $0 } != nil
        case "f":
          let start = position
          guard number(1...9, 0...999_999_999) != nil else { return false }
          fraction = text[start..<position]
          return true
        case "b":
          guard let index = name(of: Self.months) else { return false }
          month = index + 1
          return true
        case "a": return name(of: Self.days) != nil
        case "p":
          guard let index = name(of: ["am", "pm"]) else { return false }
          isAfternoon = index == 1
          return true
        default: return takeOffset()
        }
      }

      private mutating func number(_ digits: ClosedRange<Int>, _ range: ClosedRange<Int>) -> Int? {
        let start = position
        var number = 0
        while position < text.count, position - start < digits.upperBound, ASCII.isDigit(text[position]) {
          number = number * 10 + Int(text[position] - ASCII.zero)
          position += 1
        }
        return position - start >= digits.lowerBound && range.contains(number) ? number : nil
      }

      private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
      ]
      private static let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

      /// Takes a name, or its first three letters, and returns its index.
      private mutating func name(of names: [String]) -> Int? {
        for (index, name) in names.enumerated() {
          for candidate in [name, String(name.prefix(3))] {
            let end = position + candidate.utf8.count
            guard end <= text.count, text[position..<end].lazy.map({ $0 | 0x20 }).elementsEqual(candidate.utf8) else {
              continue
            }
            position = end
            return index
          }
        }
        return nil
      }

      /// Takes `Z`, `+0100`, `+01:00` or `+01`.
      private mutating func takeOffset() -> Bool {
        if take(UInt8(ascii: "Z")) {
          offset = 0
          return true
        }
        let isNegative = take(ASCII.minus)
        guard isNegative || take(ASCII.plus) else { return false }
        guard let hours = number(2...2, 0...23) else { return false }
        var minutes = 0
        if take(ASCII.colon) || position < text.count && ASCII.isDigit(text[position]) {
          guard let number = number(2...2, 0...59) else { return false }
          minutes = number
        }
        offset = (hours * 3600 + minutes * 60) * (isNegative ? -1 : 1)
        return true
      }

      /// The instant, if the text has ended.
      func instant(in zone: TimeZoneRules) -> Instant? {
        guard position == text.count, hasHourOfTwelve || isAfternoon == nil else { return nil }
        var hour = hour
        if hasHourOfTwelve, let isAfternoon { hour = hour % 12 + (isAfternoon ? 12 : 0) }
        func digits(_ number: Int, _ count: Int) -> String {
          String(repeating: "0", count: max(0, count - "\(number)".utf8.count)) + "\(number)"
        }
        var date = "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
        date += "T\(digits(hour, 2)):\(digits(minute, 2)):\(digits(second, 2))"
        if !fraction.isEmpty { date += "." + String(decoding: fraction, as: UTF8.self) }
        let instant = unsafe Array((date + "Z").utf8).withUnsafeBufferPointer { unsafe Instant(rfc3339: $0) }
        return instant.map { local in
          let seconds = offset.map { local.seconds - Int64($0) } ?? zone.seconds(ofLocal: local.seconds)
          return Instant(seconds: seconds, nanoseconds: local.nanoseconds)
        }
      }
    }
  }
}

extension CSV.InstantFormat: CustomStringConvertible {
  /// What a cell must be.
  public var description: String {
    let (subject, example) = form == .date ? ("date", "2024-01-02") : ("date and time", "2024-01-02 03:04:05")
    return text.map { "\(subject) like '\($0)'" } ?? "\(subject) such as \(example)"
  }
}
