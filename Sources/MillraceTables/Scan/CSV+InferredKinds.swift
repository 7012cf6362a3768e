import Millrace

extension Elements where Source == CSV.Rows {
  /// Infers what the cells of columns are, by the next rows.
  ///
  /// Cells are Boolean values, integers, numbers, instants or JSON if all of a column can be read so, and text otherwise. A column
  /// without any cell is not in the result. The options of the rows must have ``CSV/ReadingOptions/infersNumbers``.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of rows.
  ///   - readsInstants: Whether dates and times are instants, and not text.
  ///   - isCut: Whether the bytes may end within a row, so that the first error is their end.
  /// - Throws: `FormatError` for a row that cannot be read, unless the options skip it.
  package mutating func inferredKinds(
    rows limit: Int, readsInstants: Bool = true, isCut: Bool = false
  ) throws -> CSV.InferredKinds {
    let names = try columnNames()
    var forms: [Schema.TextForms?] = Array(repeating: nil, count: names.count)
    // Columns with cells that only numbers can be beside.
    var hasNonFinite = Array(repeating: false, count: names.count)
    var count = 0
    while count < limit {
      do {
        guard try source.reader.cells.nextRow() else { break }
        for column in names.indices where forms[column] != [] {
          guard !source.reader.cells.isNull(at: column) else {
            if source.reader.cells.isOmittedNonFinite(at: column) { hasNonFinite[column] = true }
            continue
          }
          let known = forms[column] ?? .all
          forms[column] = try source.reader.cells.withText(at: column) {
            known.intersection(Schema.TextForms(of: $0, among: known))
          }
        }
        count += 1
      } catch {
        if isCut { break }
        try source.reader.cells.handleBadRow(error)
      }
    }
    var kinds: CSV.InferredKinds = [:]
    for (column, name) in names.enumerated() {
      guard var forms = forms[column] else { continue }
      if hasNonFinite[column] { forms.formIntersection([.integer, .number]) }
      kinds[Array(name.utf8)] = CSV.CellKind(of: forms, readsInstants: readsInstants)
    }
    return kinds
  }
}

extension CSV.CellKind {
  /// The kind of cells that can all be read in these forms.
  fileprivate init(of forms: Schema.TextForms, readsInstants: Bool) {
    self =
      if forms.contains(.boolean) {
        .boolean
      } else if forms.contains(.integer) {
        .integer
      } else if forms.contains(.number) {
        .number
      } else if forms.contains(.instant), readsInstants {
        .instant
      } else if forms.contains(.json) {
        .json
      } else {
        .text
      }
  }
}
