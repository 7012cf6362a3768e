import Millrace

// Numbers and dates that are not written as in JSON and RFC 3339.
//
// Readers of cells know one notation. So the row is copied, with the cells of columns that have other notations converted, and all that is
// read of it is read of the copy. Tables without such columns are not copied. Errors have their places in the original row.

extension CSV {
  /// How numbers are written in cells.
  public struct NumberFormat: Sendable, Hashable {
    /// The byte before the fraction, such as a comma.
    public var decimalSeparator: UInt8
    /// The character between groups of three digits; nil if digits have no groups. A space also stands for U+00A0 and U+202F.
    public var groupSeparator: Character?

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - decimalSeparator: The byte before the fraction.
    ///   - groupSeparator: The character between groups of three digits; nil for no groups.
    public init(decimalSeparator: UInt8, groupSeparator: Character? = nil) {
      self.decimalSeparator = decimalSeparator
      self.groupSeparator = groupSeparator
    }

    /// Whether the separators can be distinguished from each other and from the other characters of numbers.
    package var isValid: Bool {
      let decimal = Character(UnicodeScalar(decimalSeparator))
      let characters = [decimal] + (groupSeparator.map { [$0] } ?? [])
      return decimalSeparator < 0x80 && groupSeparator != decimal
        && characters.allSatisfy { !$0.isNumber && !$0.isLetter && !"+-\"\r\n".contains($0) }
    }
  }

  /// A row whose cells were converted.
  struct ConvertedRow: ~Copyable {
    /// What is done with the cells of a column.
    enum Conversion: Equatable {
      case none, number, instant(InstantFormat)
    }

    let conversions: [Conversion]
    private var bytes = GrowingArray<UInt8>()
    private var count = 0
    private var positions = GrowingArray<UInt32>()
    private let numbers: CSV.NumberFormat?
    private let groupSeparators: [[UInt8]]
    /// Whether all cells that are numbers are converted, so that the kinds of columns can be inferred.
    private let infersNumbers: Bool

    /// - Returns: nil if no column has another notation.
    init?(_ options: ReadingOptions, names: [String], kinds: [CellKind?]) {
      numbers = options.numbers
      groupSeparators = options.numbers.map(CSV.groupSeparators) ?? []
      infersNumbers = options.infersNumbers && options.numbers != nil
      let hasNumbers = options.numbers != nil
      conversions = zip(names, kinds).map { name, kind in
        switch kind {
        case .integer, .number: hasNumbers ? .number : .none
        case .instant: options.instants[name].map(Conversion.instant) ?? .none
        default: .none
        }
      }
      guard infersNumbers || conversions.contains(where: { $0 != .none }) else { return nil }
    }

    /// Converts the cells of a row.
    ///
    /// - Parameters:
    ///   - cellCount: The number of cells to copy.
    ///   - isNull: Whether a cell is null.
    /// - Returns: The column of the first cell that would be read as another value; nil if there is none.
    mutating func convert(_ row: RowCursor.Row, cellCount: Int, isNull: (Int) -> Bool) -> Int? {
      positions.reserve(cellCount + 1)
      count = 0
      append(0)
      positions[0] = 0
      for column in 0..<cellCount {
        let conversion = column < conversions.count ? conversions[column] : .none
        let text = unsafe row.text(at: column)
        if conversion == .none && !infersNumbers || isNull(column) {
          unsafe append(row.writtenText(at: column))
        } else if case .instant(let format) = conversion {
          guard let instant = unsafe format.instant(text) else { return column }
          append(Array(instant.description(as: format.form).utf8))
        } else if let number = unsafe number(text) {
          append(number)
        } else if unsafe numberForm(ofCell: text.span) != nil || shortInteger(text) != nil {
          // As a number it would be another one, or one that is not written in this way.
          guard infersNumbers else { return column }
          append([UInt8(ascii: "?")])
        } else {
          unsafe append(row.writtenText(at: column))
        }
        positions[column + 1] = UInt32(truncatingIfNeeded: count)
        append(0)
      }
      // From each byte of a cell, 16 bytes are readable.
      bytes.reserve(count + 64)
      return nil
    }

    /// The converted row.
    var row: RowCursor.Row {
      unsafe RowCursor.Row(start: UnsafePointer(bytes.start), positions: UnsafePointer(positions.start))
    }

    private mutating func append(_ byte: UInt8) {
      bytes.reserve(count + 64)
      bytes[count] = byte
      count += 1
    }

    private mutating func append(_ text: [UInt8]) { unsafe text.withUnsafeBufferPointer { unsafe append($0) } }

    private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
      bytes.reserve(count + text.count + 64)
      if let source = text.baseAddress { unsafe (bytes.start + count).update(from: source, count: text.count) }
      count += text.count
    }

    /// A number in the grammar of RFC 8259; nil if the text is not a number in the format.
    private func number(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
      guard let numbers else { return nil }
      var number: [UInt8] = []
      var position = 0
      func digits() -> Int {
        let start = position
        while position < text.count, unsafe ASCII.isDigit(text[position]) {
          unsafe number.append(text[position])
          position += 1
        }
        return position - start
      }
      if unsafe text.first == ASCII.minus {
        number.append(ASCII.minus)
        position = 1
      }
      let first = number.count
      var groupSize = digits()
      guard groupSize > 0 else { return nil }
      if groupSize <= 3 {
        while let separator = groupSeparators.first(where: { unsafe text.dropFirst(position).starts(with: $0) }) {
          position += separator.count
          groupSize = digits()
          guard groupSize == 3 else { return nil }
        }
      }
      guard number[first] != ASCII.zero || number.count == first + 1 else { return nil }
      if position < text.count, unsafe text[position] == numbers.decimalSeparator {
        number.append(ASCII.dot)
        position += 1
        guard digits() > 0 else { return nil }
      }
      if position < text.count, unsafe ASCII.isExponentMark(text[position]) {
        unsafe number.append(text[position])
        position += 1
        if position < text.count, unsafe text[position] == ASCII.minus || text[position] == ASCII.plus {
          unsafe number.append(text[position])
          position += 1
        }
        guard digits() > 0 else { return nil }
      }
      return position == text.count ? number : nil
    }
  }

  /// The bytes of the characters between groups of digits.
  fileprivate static func groupSeparators(_ format: NumberFormat) -> [[UInt8]] {
    guard let separator = format.groupSeparator else { return [] }
    let characters: [Character] = separator == " " ? [" ", "\u{A0}", "\u{202F}"] : [separator]
    return characters.map { Array(String($0).utf8) }
  }
}
