import Millrace
import MillraceTables

/// The properties of all rows that the conversion of a row depends on. They are determined from the first rows, and from
/// all rows if a later one does not fit.
struct ChunkPlan: Sendable {
  /// The columns of the output; nil if the output has no columns.
  var shape = Columns.Shape(kind: .structure)
  /// The kinds of the cells of CSV by the names of their columns, unless an option gives them.
  var kinds: [String: CSV.CellKind] = [:]
  /// Whether a row that does not fit is an error.
  var isFinal = false

  /// Widens the kind of a column's cells so that it includes a cell that does not fit.
  ///
  /// - Returns: `false` if no kind includes both.
  mutating func widen(_ name: String, toTake cell: String) -> Bool {
    guard let kind = kinds[name], kind != .text else { return false }
    kinds[name] = kind == .integer && JSON.Number(cell) != nil ? .number : .text
    return true
  }

  /// Merges the requirements of a chunk into the plan.
  mutating func add(_ misfit: (shape: Columns.Shape, kinds: [String: CSV.CellKind])) {
    shape.merge(misfit.shape)
    merge(kinds: misfit.kinds)
  }

  /// Merges the kinds of cells of another plan.
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

/// An input that is read in chunks, with its known properties.
struct ChunkedInput {
  let input: StreamInput
  /// The columns and the delimiter of a table; nil if it has none.
  var table: Table?

  struct Table {
    var names: [String]
    var delimiter: UInt8
    /// The number of bytes up to the end of the header.
    var headerSize: Int
    /// The number of lines up to the end of the header.
    var headerLines: Int
  }
}

/// The requirements of the rows of a chunk.
struct LearnedChunk {
  var shape: Columns.Shape
  var kinds: [String: CSV.CellKind]
  /// The counts of the rows.
  var rows: ConvertedChunk
  /// The error of a row.
  var error: FormatError?
}

/// The result of a chunk.
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
  /// The requirements of the chunk, if it does not fit the plan.
  var misfit: (shape: Columns.Shape, kinds: [String: CSV.CellKind])?
  /// The cells that are NaN or infinities, by column.
  var nonFiniteCells: [String: Int] = [:]
  /// The required columns that were found.
  var findings: ReferenceFindings?
  /// The error, with a place relative to the start of the chunk. For a misfit, the reason why the chunk does not fit.
  var error: FormatError?
}
