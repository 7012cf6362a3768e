import Millrace
import MillraceTables

/// The statistics of the values of a column, in constant memory except for the least and the greatest text.
///
/// The type of a column is known at the end. So the cells of CSV, which are text, are counted as texts, as numbers
/// until one of them is not a number, and as instants until one of them is not an instant.
struct ColumnStatistics: ~Copyable {
  let name: [UInt8]
  /// Whether texts are cells of a format without types.
  private var readsCells: Bool
  /// The values other than null.
  private(set) var count = 0
  private var observer = Schema.Observer()
  /// All values but numbers.
  private var distinct = DistinctCount()
  private var numbers = NumberStatistics()
  /// The numbers that are NaN or infinite.
  private(set) var nonFiniteCount = 0
  private var texts = Extremes<ArraySlice<UInt8>>()
  private var instants = Extremes<TimedText>()
  private var cellsAreNumbers = true
  private var textsAreInstants = true
  /// The characters of the longest text, which are Unicode scalars.
  private var longest: Int?

  init(_ name: [UInt8], readsCells: Bool) {
    self.name = name
    self.readsCells = readsCells
  }

  /// Adds a value of a row.
  ///
  /// - Throws: ``FormatError`` for a value that no format can represent.
  mutating func add(_ value: Range<Int>, of row: RowTape) throws {
    row.replay(value, to: &observer)
    let event = row.events[value.lowerBound]
    if case .null = event { return }
    count += 1
    if case .string(let range) = event { return add(text: row.text[range]) }
    if readsCells { stopReadingCells() }
    switch event {
    case .boolean(let value): addOther(Array((value ? "true" : "false").utf8)[...], .boolean)
    case .integer(let value): numbers.add(ComparedNumber(value))
    case .number(let range):
      if let number = ComparedNumber(row.text[range]) { numbers.add(number) }
    case .double(let value): add(value)
    case .float(let value): add(value)
    case .instant(let value, let form):
      let text = Array(value.description(as: form).utf8)
      distinct.add(hash(text[...], .instant))
      instants.add(TimedText(instant: value, text: text))
    case .bytes(let range): distinct.add(hash(row.text[range], .bytes))
    case .beginArray, .beginObject:
      var writer = JSON.Writer()
      row.replay(value, to: &writer, spellsNonFinite: true)
      try writer.finish()
      distinct.add(hash(Array(copying: writer.bytes)[...], .nested))
    case .string, .null, .key, .endArray, .endObject: break
    }
  }

  /// Treats texts as texts from now on, because another value shows that the format has types.
  private mutating func stopReadingCells() {
    readsCells = false
    numbers = NumberStatistics()
  }

  private mutating func add<Value: BinaryFloatingPoint & CustomStringConvertible>(_ value: Value) {
    if value.isFinite, let number = ComparedNumber(value) { return numbers.add(number) }
    nonFiniteCount += 1
    distinct.add(hash(Array(value.description.utf8)[...], .number))
  }

  private mutating func add(text: ArraySlice<UInt8>) {
    let length = text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    longest = max(longest ?? 0, length)
    if readsCells, cellsAreNumbers {
      if let number = ComparedNumber(text) { numbers.add(number) } else { cellsAreNumbers = false }
    }
    if textsAreInstants {
      if let instant = unsafe text.withUnsafeBufferPointer({ unsafe Instant(rfc3339: $0) }) {
        instants.add(TimedText(instant: instant, text: Array(text)))
      } else {
        textsAreInstants = false
      }
    }
    addOther(text, .text)
  }

  private mutating func addOther(_ text: ArraySlice<UInt8>, _ kind: ValueKind) {
    texts.add(text)
    distinct.add(hash(text, kind))
  }

  private func hash(_ bytes: ArraySlice<UInt8>, _ kind: ValueKind) -> UInt64 {
    var hash = StableHash(kind: kind.rawValue)
    hash.add(bytes)
    return hash.value
  }
}

extension ColumnStatistics {
  /// The statistics.
  ///
  /// - Parameter rowCount: The number of all rows.
  func report(rowCount: Int) -> StatisticsReport.Column {
    let schema = observer.schema
    let forms = schema.kinds == .string ? schema.textForms : []
    let isNumeric =
      readsCells
      ? cellsAreNumbers && forms.contains(.number) : !schema.kinds.isEmpty && schema.kinds.isSubset(of: .numbers)
    let sketches =
      isNumeric && readsCells ? [numbers.distinct] : readsCells ? [distinct] : [distinct, numbers.distinct]
    var column = StatisticsReport.Column(
      name: String(decoding: name, as: UTF8.self), type: schema.typeName(inCells: readsCells), count: count,
      nulls: rowCount - count, distinct: sketches.reduce(0) { $0 + $1.count },
      distinctIsEstimated: !sketches.allSatisfy(\.isExact))
    if isNumeric {
      column.minimum = numbers.minimum?.value
      column.maximum = numbers.maximum?.value
      column.mean = numbers.mean
      if numbers.count > 0, numbers.sum.isKnown { column.sum = JSON.Number(validText: numbers.sum.text) }
      return column
    }
    let isBoolean = schema.kinds == .boolean || readsCells && forms.contains(.boolean)
    let isInstant = schema.kinds == .instant || forms.contains(.instant)
    if isInstant {
      column.minimum = (instants.least?.shown).map(JSON.Value.string)
      column.maximum = (instants.greatest?.shown).map(JSON.Value.string)
    } else if isBoolean || schema.kinds == .string {
      column.minimum = texts.least.map { value(of: $0, isBoolean: isBoolean) }
      column.maximum = texts.greatest.map { value(of: $0, isBoolean: isBoolean) }
    }
    if !readsCells || !isBoolean && !isInstant { column.longest = longest }
    return column
  }

  private func value(of text: ArraySlice<UInt8>, isBoolean: Bool) -> JSON.Value {
    isBoolean ? .boolean(text.elementsEqual("true".utf8)) : .string(String(decoding: text, as: UTF8.self))
  }
}

extension ComparedNumber {
  fileprivate var value: JSON.Value { .number(JSON.Number(validText: String(decoding: writtenText, as: UTF8.self))) }
}

/// The least and the greatest of some values.
private struct Extremes<Value: Ordered> {
  private(set) var least: Value?
  private(set) var greatest: Value?

  mutating func add(_ value: Value) {
    if least.map({ value.precedes($0) }) ?? true { least = value.copied() }
    if greatest.map({ $0.precedes(value) }) ?? true { greatest = value.copied() }
  }
}

private protocol Ordered {
  func precedes(_ other: Self) -> Bool
  /// A value that does not keep the memory of the row.
  func copied() -> Self
}

/// Texts are compared byte by byte.
extension ArraySlice<UInt8>: Ordered {
  fileprivate func precedes(_ other: ArraySlice<UInt8>) -> Bool { lexicographicallyPrecedes(other) }
  fileprivate func copied() -> ArraySlice<UInt8> { Array(self)[...] }
}

private struct TimedText: Ordered {
  let instant: Instant
  let text: [UInt8]

  func precedes(_ other: TimedText) -> Bool { instant < other.instant }
  func copied() -> TimedText { self }

  var shown: String { String(decoding: text, as: UTF8.self) }
}
