import Millrace
import MillraceTables

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

struct ConvertedChunk {
  /// The rows that were converted, and those that were read.
  var rowCount = 0
  var readCount = 0
  var lineCount = 0
  /// The text of the rows, if the output is text.
  var text: [UInt8] = []
  /// The rows, if the output stores columns.
  var batch: EncodedBatch?
  /// The rows that were skipped.
  var badRows: [FormatError] = []
  /// The requirements of the chunk, if it does not fit the plan or if only they are determined.
  var mismatch: (shape: Columns.Shape, kinds: CSV.InferredKinds)?
  /// The number of rows before the first one that is not an object; nil if all are, or if this is not known.
  var otherRow: Int?
  /// The cells that are NaN or infinities, by column.
  var nonFiniteCells: [String: Int] = [:]
  /// The required columns that were found.
  var findings: ReferenceFindings?
  /// The error, with a place relative to the start of the chunk. For a mismatch, the reason why the chunk does not fit.
  var error: FormatError?
}

struct RowTotals {
  private(set) var count = 0
  private(set) var byteCount = 0

  mutating func add(_ chunk: ConvertedChunk, _ block: RowBlock) {
    count += chunk.readCount
    byteCount += block.count
  }
}
