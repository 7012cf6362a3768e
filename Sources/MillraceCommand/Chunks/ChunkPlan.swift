import Millrace
import MillraceTables

/// What must be known of all rows before some of them are converted: it is learnt from the first rows, and again from all of
/// them if a later row does not fit.
struct ChunkPlan: Sendable {
  /// The columns of an output that has some.
  var shape = Columns.Shape(kind: .structure)
  /// What cells of CSV are, by the names of their columns, unless an option gives their kinds.
  var kinds: [String: CSV.CellKind] = [:]
  /// Whether a row that does not fit is an error.
  var isFinal = false

  /// Makes cells of a column those of a kind that also takes a cell that it does not take now.
  ///
  /// - Returns: `false` if there is none.
  mutating func widen(_ name: String, toTake cell: String) -> Bool {
    guard let kind = kinds[name], kind != .text else { return false }
    kinds[name] = kind == .integer && JSON.Number(cell) != nil ? .number : .text
    return true
  }

  /// Takes what a chunk needs.
  mutating func add(_ misfit: (shape: Columns.Shape, kinds: [String: CSV.CellKind])) {
    shape.merge(misfit.shape)
    merge(kinds: misfit.kinds)
  }

  /// Takes cells of all columns for what they are in two plans.
  mutating func merge(kinds others: [String: CSV.CellKind]) {
    for (name, kind) in others {
      guard let known = kinds[name], known != kind else {
        kinds[name] = kind
        continue
      }
      kinds[name] = [known, kind].allSatisfy { $0 == .integer || $0 == .number } ? .number : .text
    }
  }
}

/// An input that is read in chunks, and what is known of it.
struct ChunkedInput {
  let input: StreamInput
  /// The columns and the delimiter of a table; nil if it has none.
  var table: Table?

  struct Table {
    var names: [String]
    var delimiter: UInt8
    /// The bytes of the header and of what is before it.
    var headerSize: Int
    /// The lines of the same.
    var headerLines: Int
  }
}

/// What the rows of a chunk need.
struct LearnedChunk {
  var shape: Columns.Shape
  var kinds: [String: CSV.CellKind]
  /// The counts of the rows.
  var rows: ConvertedChunk
  /// What is wrong with a row.
  var error: FormatError?
}

/// What became of a chunk.
struct ConvertedChunk {
  /// The rows that were converted, and those that were read.
  var rowCount = 0
  var readCount = 0
  var lineCount = 0
  /// The text of the rows, if the output is text.
  var text: [UInt8] = []
  /// The rows, if the output is Arrow.
  var batch: Arrow.EncodedBatch?
  /// The rows that were skipped.
  var badRows: [FormatError] = []
  /// What the chunk needs, if it does not fit the plan.
  var misfit: (shape: Columns.Shape, kinds: [String: CSV.CellKind])?
  /// The cells that are NaN or infinities, by column.
  var nonFiniteCells: [String: Int] = [:]
  /// Which columns were found that rows must have.
  var findings: ReferenceFindings?
  /// What is wrong with it, counted from its start. With a misfit, why it does not fit.
  var error: FormatError?
}
