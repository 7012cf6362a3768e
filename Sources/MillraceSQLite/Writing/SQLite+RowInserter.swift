import Millrace
import MillraceTables

extension SQLite {
  /// A writer of cells that are inserted into a table.
  public struct RowInserter: CellWriter, ~Copyable {
    @usableFromInline var staged: StagedRows
    @usableFromInline let insertion: Insertion
    /// The number of rows that are inserted by one statement.
    @usableFromInline var stagedLimit: Int
    /// Whether the insertion has failed; the error is then thrown for every further row.
    @usableFromInline var isBroken = false
    public var failure: (any Error)?

    /// The maximum number of rows of a statement. More rows are not faster.
    static var rowsPerStatement: Int { 100 }
    /// The maximum size of staged texts and blobs, in bytes.
    @inlinable static var stagedByteLimit: Int { 1 << 20 }

    init(_ insertion: Insertion) {
      self.insertion = insertion
      let capacity = min(Self.rowsPerStatement, insertion.options.batch ?? .max)
      staged = StagedRows(capacity: capacity)
      stagedLimit = capacity
    }
  }
}

// MARK: - Rows

extension SQLite.RowInserter {
  public mutating func beginTable() { attempt { (insertion, _) throws in try insertion.begin() } }

  public mutating func endTable() {
    attempt { (insertion, rows) throws in
      try insertion.insert(rows)
      try insertion.commit()
    }
    staged.removeAll()
  }

  public mutating func addColumn(named name: String) -> Bool {
    attempt { (insertion, _) throws in try insertion.addColumn(named: name) }
    guard failure == nil else { return false }
    staged.addColumn()
    return true
  }

  @inlinable
  public mutating func beginRow() {
    if _slowPath(isBroken) { attempt { (_, _) throws in } }
    staged.beginRow()
  }

  @inlinable
  public mutating func endRow() {
    staged.endRow()
    if _slowPath(staged.count >= stagedLimit || staged.byteCount >= Self.stagedByteLimit) { insertStaged() }
  }

  @inlinable
  public mutating func discardRow() { staged.discardRow() }

  @usableFromInline @inline(never)
  mutating func insertStaged() {
    attempt { (insertion, rows) throws in try insertion.insert(rows) }
    staged.removeAll()
    stagedLimit = min(staged.capacity, insertion.rowsLeftInBatch)
  }

  /// - Throws: The stored error; the transaction has been rolled back.
  public mutating func finish() throws {
    do {
      if let failure { throw failure }
      try insertion.insert(staged)
      try insertion.finish()
    } catch {
      insertion.rollback()
      throw error
    }
    staged.removeAll()
  }

  /// Runs a closure unless the insertion has failed, and stores its error.
  @usableFromInline
  mutating func attempt(_ body: (SQLite.Insertion, borrowing SQLite.StagedRows) throws -> Void) {
    guard failure == nil else { return }
    do {
      if let failure = insertion.failure { throw failure }
      try body(insertion, staged)
    } catch {
      failure = error
      isBroken = insertion.failure != nil
    }
  }

  public func place(at column: Int?) -> FormatError.Place {
    var tokens = [String(insertion.rowCount + staged.count)]
    if let column { tokens.append(insertion.columns[column].name) }
    return FormatError.Place(path: JSON.Pointer(tokens: tokens).description)
  }
}

// MARK: - Cells

extension SQLite.RowInserter {
  @inlinable
  public mutating func write(_ value: Bool, at column: Int) {
    if insertion.storesText(at: column) { return write(text: value ? "true" : "false", at: column) }
    staged.set(SQLite.PendingCell(.boolean, payload: value ? 1 : 0), at: column)
  }

  @usableFromInline @inline(never)
  mutating func write(text: String, at column: Int) { text.withUTF8Span { writeString(utf8: $0, at: column) } }

  @inlinable
  public mutating func write(_ value: Int64, at column: Int) {
    staged.set(SQLite.PendingCell(.integer, payload: UInt64(bitPattern: value)), at: column)
  }

  /// NaN is rejected, because SQLite would store a null. Infinities are stored.
  @inlinable
  public mutating func write(_ value: Double, at column: Int) {
    if _slowPath(value.isNaN) { return fail(.notFinite(value), at: column) }
    staged.set(SQLite.PendingCell(.real, payload: value.bitPattern), at: column)
  }

  @inlinable
  public mutating func write(_ value: Float, at column: Int) { write(Double(value), at: column) }

  public mutating func write(_ value: Instant, at column: Int) {
    if let unit = insertion.options.instants.unitsPerSecond {
      guard let count = value.count(unitsPerSecond: unit) else {
        return fail(
          .invalidValue(type: "Unix time in units of 1/\(unit) s", found: value.description), at: column)
      }
      staged.set(SQLite.PendingCell(.instantNumber, payload: UInt64(bitPattern: count)), at: column)
    } else {
      unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: instantCapacity) { text in
        guard let start = text.baseAddress, let end = unsafe writeInstant(value, fraction: .shortest, at: start) else {
          return fail(.invalidValue(type: "RFC 3339 date and time", found: value.description), at: column)
        }
        unsafe staged.set(.instantText, UnsafeBufferPointer(start: start, count: end - start), at: column)
      }
    }
  }

  public func nearestInstant(to value: Instant) -> Instant {
    insertion.options.instants.unitsPerSecond.map { value.rounded(unitsPerSecond: $0) } ?? value
  }

  @inlinable
  public mutating func write(bytes: [UInt8], at column: Int) {
    unsafe bytes.withUnsafeBufferPointer { unsafe staged.set(.blob, $0, at: column) }
  }

  @inlinable
  public mutating func writeString(utf8: Span<UInt8>, at column: Int) {
    unsafe utf8.withUnsafeBufferPointer { unsafe staged.set(.text, $0, at: column) }
  }

  @inlinable
  public mutating func write(json: Span<UInt8>, at column: Int) {
    unsafe json.withUnsafeBufferPointer { unsafe staged.set(.json, $0, at: column) }
  }

  public mutating func writeNumber(text: Span<UInt8>, at column: Int) {
    if let integer = unsafe text.withUnsafeBufferPointer({ unsafe Int64(decimal: $0) }) {
      return write(integer, at: column)
    }
    // A column of text has the number as it is written, with the zero of 1.10.
    if insertion.storesText(at: column) { return writeString(utf8: text, at: column) }
    if let double = exactDouble(inCell: text) { return write(double, at: column) }
    switch insertion.options.longNumbers {
    case .rejected: break
    case .text: return writeString(utf8: text, at: column)
    case .nearest: if let double = nearestDouble(inCell: text) { return write(double, at: column) }
    }
    let beginning = unsafe text.withUnsafeBufferPointer { unsafe String(decoding: $0.prefix(40), as: UTF8.self) }
    fail(.custom(SQLite.LongNumber(text: beginning)), at: column)
  }

  @usableFromInline @inline(never)
  mutating func fail(_ problem: FormatError.Problem, at column: Int) {
    if failure == nil { failure = FormatError(problem, at: place(at: column)) }
  }
}
