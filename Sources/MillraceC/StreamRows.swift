import CMillrace
import Millrace
import MillraceTables

/// The rows of a stream that another library has made, as tables.
///
/// SAFETY: the stream belongs to the caller and outlives this value, which releases its batches.
@safe
struct StreamRows: Columns.TableSource, ~Copyable {
  private let stream: UnsafeMutablePointer<ArrowArrayStream>
  let fields: [Arrow.Field]
  private var batch = unsafe ArrowArray()
  /// The number of rows of the batch that were returned.
  private var row = 0
  private let rowsPerTable: Int

  init(_ stream: UnsafeMutablePointer<ArrowArrayStream>) throws {
    unsafe self.stream = unsafe stream
    var schema = unsafe ArrowSchema()
    guard unsafe stream.pointee.release != nil, let get_schema = unsafe stream.pointee.get_schema else {
      throw TableScan.OptionError("the Arrow stream is released")
    }
    let status = unsafe get_schema(stream, &schema)
    guard status == 0 else { throw unsafe Self.failure(of: stream, status) }
    defer { unsafe schema.release?(&schema) }
    let fields = try unsafe schema.fields()
    for field in fields { try field.type.checkIsRead(in: field.name) }
    self.fields = fields
    // The values of dictionaries are copied for each table.
    rowsPerTable = fields.contains { $0.type.hasDictionary } ? .max : 65_536
  }

  deinit {
    var batch = unsafe batch
    unsafe batch.release?(&batch)
  }

  private static func failure(of stream: UnsafeMutablePointer<ArrowArrayStream>, _ status: Int32) -> StreamError {
    let message = unsafe stream.pointee.get_last_error?(stream).map { unsafe String(cString: $0) }
    return StreamError(status: status, message: message ?? "the Arrow stream failed with error \(status)")
  }

  private mutating func advance() throws -> Bool {
    while unsafe row >= Int(batch.length) || batch.release == nil {
      unsafe batch.release?(&batch)
      unsafe batch = unsafe ArrowArray()
      row = 0
      guard let get_next = unsafe stream.pointee.get_next else { return false }
      let status = unsafe get_next(stream, &batch)
      guard status == 0 else { throw unsafe Self.failure(of: stream, status) }
      guard unsafe batch.release != nil else { return false }
      guard unsafe batch.n_children == Int64(fields.count) else {
        throw TableScan.OptionError(unsafe "a batch has \(batch.n_children) columns; its schema has \(fields.count)")
      }
    }
    return true
  }

  /// Returns the next rows: small batches are joined, and large ones are divided.
  mutating func next() throws -> Columns.Table? {
    var tables: [Columns.Table] = []
    var rowCount = 0
    while rowCount < Self.joinedRows, try advance() {
      let count = unsafe min(Int(batch.length) - row, rowsPerTable - rowCount)
      tables.append(try unsafe Columns.Table(batch, as: fields, from: row, count: count))
      row += count
      rowCount += count
    }
    return tables.isEmpty ? nil : Columns.Table(joining: tables)
  }

  /// More rows would only take more memory, for the parts and for the whole.
  private static var joinedRows: Int { 16_384 }
}

extension Arrow.DataType {
  /// - Throws: `TableScan.OptionError` for a type of nested entries, or of the entries, whose values cannot be read.
  fileprivate func checkIsRead(in column: String) throws {
    switch self {
    case .decimal(_, _, let bits) where ![32, 64, 128].contains(bits):
      throw TableScan.OptionError("column '\(column)': the type \(self) is not supported")
    case .dictionary(_, _, let values): try values.checkIsRead(in: column)
    default: for member in members { try member.type.checkIsRead(in: column) }
    }
  }

  /// Whether entries, or nested ones, are indices into a dictionary.
  fileprivate var hasDictionary: Bool {
    if case .dictionary = self { return true }
    return members.contains { $0.type.hasDictionary }
  }
}

struct StreamError: Error, CustomStringConvertible {
  let status: Int32
  let message: String
  var description: String { message }
}

func malformed() -> TableScan.OptionError {
  TableScan.OptionError("malformed Arrow array: its buffers do not match its schema")
}
