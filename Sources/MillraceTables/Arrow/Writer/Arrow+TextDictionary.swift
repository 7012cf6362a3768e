import Millrace

extension Arrow {
  /// The texts of a column that is written as indices into them.
  ///
  /// All texts are known before the first row, so batches are encoded independently, and the dictionary precedes them in the file.
  final class TextDictionary: Sendable, Hashable {
    let id: Int64
    /// The type of the indices.
    let indices: DataType
    let values: Columns.Column
    /// The index of the first of equal texts.
    private let positions: [JSON.ExactKey: Int64]

    /// - Returns: Nil if the values are not texts.
    init?(id: Int64, indices: DataType, values: Columns.Column) {
      guard case .strings(let texts) = values.values else { return nil }
      self.id = id
      self.indices = indices
      self.values = values
      let present = (0..<values.count).filter { !values.isNull(at: $0) }
      positions = [JSON.ExactKey: Int64](
        present.map { (JSON.ExactKey(text: texts[$0]), Int64($0)) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the indices of some entries of a column; 0 for null entries.
    ///
    /// - Throws: ``EntryProblem`` for an entry that is not in the dictionary.
    func indices(of column: Columns.Column, in rows: Range<Int>) throws -> Columns.Column {
      guard case .strings(let texts) = column.values else {
        throw problem(column, at: rows.lowerBound)
      }
      let numbers = try rows.map { row -> Int64 in
        if column.isNull(at: row) { return 0 }
        guard let index = positions[texts[row]] else { throw problem(column, at: row) }
        return index
      }
      let validity = column.validity.map { Columns.Bitmap(words: $0.words(in: rows), count: rows.count) }
      return Columns.Column(name: column.name, values: .integers(numbers), validity: validity, count: rows.count)
    }

    private func problem(_ column: Columns.Column, at row: Int) -> EntryProblem {
      EntryProblem(
        .anotherType(found: column.values.kindName, .dictionary(id: id, indices: indices, values: .utf8)), at: row)
    }

    static func == (one: TextDictionary, other: TextDictionary) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }
}
