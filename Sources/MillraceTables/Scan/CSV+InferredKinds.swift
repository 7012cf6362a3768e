import Millrace

extension Elements where Source == CSV.Rows {
  /// Infers what the cells of columns are, by the next rows.
  ///
  /// Cells are Boolean values, integers, numbers, instants or JSON if all of a column can be read so, null if the column has none, and
  /// text otherwise. The options of the rows must have ``CSV/ReadingOptions/infersNumbers``.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of rows.
  ///   - readsOn: Whether all rows are read for the columns that have no cell in the first ones.
  ///   - isIncluded: Whether a column is wanted, by the bytes of its name.
  ///   - isForColumns: Whether the cells are stored in columns with types. Then dates and times are instants, and cells that only a column
  ///     of text can store together are text.
  ///   - isCut: Whether the bytes may end within a row, so that the first error is their end.
  /// - Throws: `FormatError` for a row that cannot be read, unless the options skip it.
  package mutating func inferredKinds(
    rows limit: Int, readsOn: Bool = false, of isIncluded: ([UInt8]) -> Bool = { _ in true }, isForColumns: Bool = true,
    isCut: Bool = false
  ) throws -> CSV.InferredKinds {
    let names = try columnNames().map { Array($0.utf8) }
    let wanted = names.indices.filter { isIncluded(names[$0]) }
    var columns = Array(repeating: ObservedCells(), count: names.count)
    var observed = wanted
    var count = 0
    while count < limit || readsOn {
      if count == limit { observed = observed.filter { columns[$0].kind == .null } }
      if observed.isEmpty { break }
      do {
        guard try source.reader.cells.nextRow() else { break }
        for column in observed where columns[column].forms != [] {
          if source.reader.cells.isNull(at: column) {
            if source.reader.cells.isOmittedNonFinite(at: column) { columns[column].hasNonFinite = true }
          } else {
            try source.reader.cells.withText(at: column) { columns[column].add($0) }
          }
        }
        count += 1
      } catch {
        if isCut { break }
        try source.reader.cells.handleBadRow(error)
      }
    }
    var kinds: CSV.InferredKinds = [:]
    for column in wanted { kinds[names[column]] = isForColumns ? columns[column].kindInColumn : columns[column].kind }
    return kinds
  }
}

/// What is known of the cells of a column.
private struct ObservedCells {
  /// The forms that all cells have; nil if there is none.
  private(set) var forms: Schema.TextForms?
  /// Whether there is NaN or an infinity, which only numbers can be beside.
  var hasNonFinite = false
  private var hasLargeIntegers = false
  private var hasArrays = false
  private var hasObjects = false
  private var hasFarInstants = false
  private var hasNanoseconds = false

  mutating func add(_ text: Span<UInt8>) {
    let known = forms ?? .all
    let forms = known.intersection(Schema.TextForms(of: text, among: known))
    self.forms = forms
    if forms.contains(.number) {
      hasLargeIntegers = hasLargeIntegers || text.isIntegerThatIsNoDouble
    } else if forms.contains(.json) {
      let isArray = unsafe text.withUnsafeBufferPointer { unsafe $0.first { $0 > ASCII.space } == ASCII.openBracket }
      if isArray { hasArrays = true } else { hasObjects = true }
    } else if forms.contains(.instant) {
      guard let instant = unsafe text.withUnsafeBufferPointer({ unsafe Instant(rfc3339: $0) }) else { return }
      if instant.isFar { hasFarInstants = true }
      if instant.hasNanoseconds { hasNanoseconds = true }
    }
  }

  var kind: CSV.CellKind {
    guard var forms else { return hasNonFinite ? .number : .null }
    if hasNonFinite { forms.formIntersection([.integer, .number]) }
    let kinds: [(Schema.TextForms, CSV.CellKind)] = [
      (.boolean, .boolean), (.integer, .integer), (.number, .number), (.json, .json),
    ]
    return kinds.first { forms.contains($0.0) }?.1 ?? .text
  }

  /// The same for a column with a type.
  var kindInColumn: CSV.CellKind {
    switch kind {
    case .text where forms?.contains(.instant) == true && !hasNonFinite && !(hasFarInstants && hasNanoseconds): .instant
    case .number where hasLargeIntegers, .integer where hasLargeIntegers && hasNonFinite,
      .json where hasArrays && hasObjects:
      .text
    case let kind: kind
    }
  }
}

extension Span<UInt8> {
  /// Whether a number is an integer of which a double may not have all digits.
  fileprivate var isIntegerThatIsNoDouble: Bool {
    guard count > 15 else { return false }
    return unsafe withUnsafeBufferPointer { text in
      unsafe text.allSatisfy { ASCII.isDigit($0) || $0 == ASCII.minus } && Int64(decimal: text)?.isExactAsDouble != true
    }
  }
}
