import Millrace
import MillraceCommandLine
import MillraceSQLite
import MillraceTables
import SystemLibrary

/// The rows of an input for a query, which a separate thread reads ahead.
final class InputRows: SQLite.VirtualRows {
  private let queue = RowQueue()
  private var thread: SystemThread?
  private var batch = RowBatch(width: 0)
  private var row = -1

  /// - Parameter columns: The indices of the columns that the query uses.
  init(_ table: QueryTable, columns: [Int]) throws {
    let queue = queue
    let isFirst = table.begin()
    thread = SystemThread {
      queue.finish(Result { try table.read(columns, isFirst: isFirst) { queue.put($0) } })
    }
    if thread == nil { throw CommandError.data("millrace: the system has no thread to read \(table.inputName) with") }
  }

  deinit { close() }

  func nextRow() throws -> Bool {
    row += 1
    while row == batch.rowCount {
      guard let next = try queue.take() else { return false }
      batch = next
      row = 0
    }
    return true
  }

  func give(_ index: Int, to result: SQLite.VirtualResult) { batch.give(index, ofRow: row, to: result) }

  func close() {
    queue.close()
    thread?.join()
    thread = nil
  }
}

struct BatchedRows: ElementVisitor, ~Copyable {
  private var cells: RowCells
  private let input: String
  private let wantsAllMembers: Bool
  private let put: (RowBatch) -> Bool
  /// The first batch is small, so that a query for a few rows ends soon.
  private var limit = 16

  private static let largestBatch = 512
  private static let largestText = 1 << 18

  /// - Parameters:
  ///   - input: The name of the input in messages.
  ///   - wantsAllMembers: Whether a member that is not a column is an error.
  ///   - put: Receives a batch, and returns whether to continue.
  init(_ cells: consuming RowCells, of input: String, wantsAllMembers: Bool, put: @escaping (RowBatch) -> Bool) {
    self.cells = cells
    self.input = input
    self.wantsAllMembers = wantsAllMembers
    self.put = put
  }

  mutating func visit<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws {
    while true {
      cells.beginRow(again: false)
      do {
        guard try elements.forwardNext(to: &cells, restart: { $0.beginRow(again: true) }) else {
          cells.removeLastRow()
          _ = put(cells.takeBatch())
          return
        }
      } catch {
        // The rows before come first.
        cells.removeLastRow()
        _ = put(cells.takeBatch())
        throw error
      }
      if let failure = cells.failure { throw FormatError(failure) }
      if wantsAllMembers, let name = cells.unknownMember { throw UnknownMember(name: name, input: input) }
      if cells.batch.rowCount >= limit || cells.batch.bytes.count >= Self.largestText {
        guard put(cells.takeBatch()) else { return }
        limit = min(limit * 4, Self.largestBatch)
      }
    }
  }
}

/// A row has a member that the rows before, from which the columns are inferred, do not have.
struct UnknownMember: Error {
  let name: String
  /// The name of the input in messages.
  let input: String
}
