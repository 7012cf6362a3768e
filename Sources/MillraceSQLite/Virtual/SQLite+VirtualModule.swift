import CSQLite
import Millrace

// The functions of a virtual table that SQLite calls (sqlite.org/vtab.html). A table exists as soon as its module does:
// it is eponymous, and no statement creates it.
//
// SAFETY: SQLite calls the functions with the structures that earlier functions returned. The objects in them are
// retained by these structures, from `connect` to `disconnect` and from `open` to `close`.

extension SQLite.Database {
  /// Registers a virtual table under its name.
  package func register(_ table: SQLite.VirtualTable) throws {
    try checkColumnCount(table.columns.count, ofTable: table.name)
    let context = unsafe Unmanaged.passRetained(table).toOpaque()
    // If this fails, SQLite releases the table as well.
    let code = unsafe sqlite3_create_module_v2(connection, table.name, VirtualModule.functions, context) { context in
      if let context = unsafe context { unsafe Unmanaged<SQLite.VirtualTable>.fromOpaque(context).release() }
    }
    if code != SQLITE_OK { throw unsafe SQLite.DatabaseError(connection) }
  }

  /// Removes a virtual table.
  func unregister(_ table: SQLite.VirtualTable) {
    statements.removeAll()
    unsafe sqlite3_create_module_v2(connection, table.name, nil, nil, nil)
  }
}

/// SQLite's structure for a table, followed by the table.
@unsafe
private struct VirtualTableInstance {
  var base = unsafe sqlite3_vtab()
  let table: Unmanaged<SQLite.VirtualTable>
}

/// SQLite's structure for a cursor, followed by the cursor.
@unsafe
private struct VirtualCursorInstance {
  var base = unsafe sqlite3_vtab_cursor()
  let cursor: Unmanaged<VirtualCursor>
}

private enum VirtualModule {
  /// The functions, in memory that is never deallocated.
  nonisolated(unsafe) static let functions: UnsafePointer<sqlite3_module> = {
    var module = sqlite3_module()
    module.iVersion = 1
    // Without `xCreate` the table needs no statement that creates it.
    unsafe module.xConnect = { connection, context, _, _, result, _ in
      unsafe VirtualModule.connect(connection, context, result)
    }
    unsafe module.xBestIndex = { table, plan in unsafe VirtualModule.plan(table, plan) }
    unsafe module.xDisconnect = { table in
      unsafe table?.withMemoryRebound(to: VirtualTableInstance.self, capacity: 1) { instance in
        unsafe instance.pointee.table.release()
        unsafe instance.deallocate()
      }
      return SQLITE_OK
    }
    unsafe module.xOpen = { table, result in
      guard let table = unsafe table else { return SQLITE_MISUSE }
      let owner = unsafe VirtualModule.table(table)
      let instance = UnsafeMutablePointer<VirtualCursorInstance>.allocate(capacity: 1)
      unsafe instance.initialize(to: VirtualCursorInstance(cursor: .passRetained(VirtualCursor(owner))))
      unsafe result?.pointee = unsafe UnsafeMutableRawPointer(instance).assumingMemoryBound(
        to: sqlite3_vtab_cursor.self)
      return SQLITE_OK
    }
    unsafe module.xClose = { cursor in
      unsafe cursor?.withMemoryRebound(to: VirtualCursorInstance.self, capacity: 1) { instance in
        unsafe instance.pointee.cursor.takeUnretainedValue().close()
        unsafe instance.pointee.cursor.release()
        unsafe instance.deallocate()
      }
      return SQLITE_OK
    }
    unsafe module.xFilter = { cursor, number, text, count, values in
      guard let cursor = unsafe VirtualModule.cursor(cursor) else { return SQLITE_MISUSE }
      let used = unsafe text.flatMap { unsafe UInt64(String(cString: $0)) } ?? .max
      let key = unsafe count > 0 ? values?[0] : nil
      return VirtualModule.code { unsafe try cursor.begin(used: used, keyColumn: Int(number) - 1, key: key) }
    }
    unsafe module.xNext = { cursor in
      guard let cursor = unsafe VirtualModule.cursor(cursor) else { return SQLITE_MISUSE }
      return VirtualModule.code { try cursor.move() }
    }
    unsafe module.xEof = { cursor in unsafe VirtualModule.cursor(cursor)?.hasEnded ?? true ? 1 : 0 }
    unsafe module.xColumn = { cursor, context, column in
      unsafe VirtualModule.cursor(cursor)?.give(Int(column), to: SQLite.VirtualResult(context: context))
      return SQLITE_OK
    }
    unsafe module.xRowid = { cursor, result in
      unsafe result?.pointee = unsafe VirtualModule.cursor(cursor)?.row ?? 0
      return SQLITE_OK
    }
    let memory = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    unsafe memory.initialize(to: module)
    return unsafe UnsafePointer(memory)
  }()

  static func table(_ table: UnsafeMutablePointer<sqlite3_vtab>) -> SQLite.VirtualTable {
    unsafe table.withMemoryRebound(to: VirtualTableInstance.self, capacity: 1) {
      unsafe $0.pointee.table.takeUnretainedValue()
    }
  }

  static func cursor(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> VirtualCursor? {
    unsafe cursor?.withMemoryRebound(to: VirtualCursorInstance.self, capacity: 1) {
      unsafe $0.pointee.cursor.takeUnretainedValue()
    }
  }

  /// Stores an error in the table, and returns the code that makes SQLite stop.
  static func code(_ body: () throws -> Void) -> CInt {
    do {
      try body()
      return SQLITE_OK
    } catch { return SQLITE_ERROR }
  }

  static func connect(
    _ connection: OpaquePointer?, _ context: UnsafeMutableRawPointer?,
    _ result: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?
  ) -> CInt {
    guard let context = unsafe context else { return SQLITE_MISUSE }
    let table = unsafe Unmanaged<SQLite.VirtualTable>.fromOpaque(context)
    guard let declaration = unsafe try? table.takeUnretainedValue().declaration else { return SQLITE_ERROR }
    let code = unsafe sqlite3_declare_vtab(connection, declaration)
    guard code == SQLITE_OK else { return code }
    let instance = UnsafeMutablePointer<VirtualTableInstance>.allocate(capacity: 1)
    unsafe instance.initialize(to: VirtualTableInstance(table: table.retain()))
    unsafe result?.pointee = unsafe UnsafeMutableRawPointer(instance).assumingMemoryBound(to: sqlite3_vtab.self)
    return SQLITE_OK
  }

  /// Chooses between a scan of all rows and a lookup of equal values, and estimates the costs.
  ///
  /// The costs make SQLite choose the table with more rows as the outer one: the inner table is copied, so it should be
  /// the smaller table.
  static func plan(_ table: UnsafeMutablePointer<sqlite3_vtab>?, _ plan: UnsafeMutablePointer<sqlite3_index_info>?)
    -> CInt
  {
    guard let table = unsafe table, let plan = unsafe plan else { return SQLITE_MISUSE }
    let rowCount = max(unsafe VirtualModule.table(table).expectedRowCount, 1)
    let text = unsafe "\(plan.pointee.colUsed)"
    guard let memory = unsafe sqlite3_malloc(Int32(text.utf8.count + 1)) else { return SQLITE_NOMEM }
    let characters = unsafe memory.assumingMemoryBound(to: CChar.self)
    for (index, byte) in text.utf8.enumerated() { unsafe characters[index] = CChar(byte) }
    unsafe characters[text.utf8.count] = 0
    unsafe plan.pointee.idxStr = unsafe characters
    unsafe plan.pointee.needToFreeIdxStr = 1
    let key = unsafe (0..<Int(plan.pointee.nConstraint)).first { unsafe isKey($0, plan) }
    if let key {
      unsafe plan.pointee.aConstraintUsage[key].argvIndex = 1
      unsafe plan.pointee.idxNum = unsafe plan.pointee.aConstraint[key].iColumn + 1
      unsafe plan.pointee.estimatedCost = power(rowCount, 1.2)
      unsafe plan.pointee.estimatedRows = 1
    } else {
      unsafe plan.pointee.idxNum = 0
      unsafe plan.pointee.estimatedCost = power(rowCount, 1.4)
      unsafe plan.pointee.estimatedRows = Int64(min(rowCount, 1e15))
    }
    return SQLITE_OK
  }

  /// Whether a constraint compares a column for equality, with another value for each row of another table. A single value, or a
  /// list of values, is compared with each row of a single scan.
  private static func isKey(_ index: Int, _ plan: UnsafeMutablePointer<sqlite3_index_info>) -> Bool {
    let constraint = unsafe plan.pointee.aConstraint[index]
    guard constraint.op == SQLITE_INDEX_CONSTRAINT_EQ, constraint.usable != 0, constraint.iColumn >= 0 else {
      return false
    }
    let collation = unsafe sqlite3_vtab_collation(plan, Int32(index)).map { unsafe String(cString: $0) }
    guard collation?.uppercased() == "BINARY" else { return false }
    guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return true }
    var value: OpaquePointer?
    if unsafe sqlite3_vtab_rhs_value(plan, Int32(index), &value) == SQLITE_OK { return false }
    return unsafe sqlite3_vtab_in(plan, Int32(index), -1) == 0
  }

  /// A power of a number of at least 1, exact enough for an estimate.
  private static func power(_ base: Double, _ exponent: Double) -> Double {
    // For 2^x with x = n + f, the exponent is n, and the significand is about 1 + f.
    let logarithm = (Double(base.exponent) + (base.significand - 1)) * exponent
    let whole = logarithm.rounded(.down)
    return Double(sign: .plus, exponent: Int(whole), significand: 1 + (logarithm - whole))
  }
}

/// A scan of a virtual table, or one scan after another of the inner table of a join.
private final class VirtualCursor {
  private let table: SQLite.VirtualTable
  private var rows: (any SQLite.VirtualRows)?
  private var copiedRows: SQLite.CopiedRows?
  /// The index of each column among the columns that are read; negative for the other columns.
  private var positions: [Int] = []
  private var hasBegun = false
  private(set) var hasEnded = true
  /// The number of the row in the scan, counted from 1.
  private(set) var row: Int64 = 0

  init(_ table: SQLite.VirtualTable) { self.table = table }

  /// - Parameters:
  ///   - used: A bit for each column that is read. The last bit is for all columns from the 64th on.
  ///   - keyColumn: The column that must have the value `key`; negative for all rows.
  func begin(used: UInt64, keyColumn: Int, key: OpaquePointer?) throws {
    row = 0
    // The first scan reads all rows, even for a lookup: SQLite compares the rows that a lookup returns again.
    if hasBegun {
      if copiedRows == nil {
        let columns = Self.columns(used, table.columns.count)
        copiedRows = try table.noting { try table.copiedRows(of: columns, key: keyColumn < 0 ? nil : keyColumn) }
        rows?.close()
        rows = copiedRows
      }
      unsafe copiedRows?.begin(key)
    } else {
      hasBegun = true
      let columns = Self.columns(used, table.columns.count)
      positions = Array(repeating: -1, count: table.columns.count)
      for (index, column) in columns.enumerated() { positions[column] = index }
      rows = try table.rows(of: columns)
    }
    try move()
  }

  func move() throws {
    hasEnded = try !table.noting { try rows?.nextRow() ?? false }
    row += 1
  }

  func give(_ column: Int, to result: SQLite.VirtualResult) {
    // A column that is not read is null: SQLite's default for a missing result.
    guard positions.indices.contains(column), positions[column] >= 0 else { return }
    rows?.give(positions[column], to: result)
  }

  func close() { rows?.close() }

  private static func columns(_ used: UInt64, _ count: Int) -> [Int] {
    (0..<count).filter { used >> UInt64(min($0, 63)) & 1 == 1 }
  }
}
