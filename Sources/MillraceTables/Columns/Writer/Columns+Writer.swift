import Millrace

// Writing objects as structures of arrays.
//
// The writer has a target column and an index at which the next value is stored. After a value the target is the next
// entry of the same column, as lists require; in an object the next key selects another column. Code that is not a
// store into that column is out of line: for a value of another kind, a null entry before the value, or full memory.
//
// A value that cannot be stored in its column, such as an object after numbers, is written as JSON text. The target is
// then `elsewhere`, a column without a kind, so that no fast path applies, and everything up to the end of that value
// is passed to a JSON writer. After a failure the target is also `elsewhere`, and values are discarded.

extension Columns {
  /// Writes values as a table of columns.
  ///
  /// An array is a table and the objects in it are rows. A row that is not an object is one with a single member, `value`.
  ///
  /// ```swift
  /// var writer = Columns.Writer()
  /// for film in films { try writer.append(film) }
  /// let table = try writer.finish()
  /// ```
  ///
  /// SAFETY: all columns belong to `rows` or `elsewhere`, which this value deallocates.
  @safe
  public struct Writer: FormatWriter, ~Copyable {
    @usableFromInline typealias Address = ColumnBuilder.Address

    /// A column of structures, one for each row, which are never null.
    @usableFromInline let rows: Address
    @usableFromInline let elsewhere: Address
    /// The column in which the next value is stored.
    @usableFromInline var target: Address
    @usableFromInline var entry = 0
    /// The innermost open object or array, if it is stored in a column.
    @usableFromInline var container: Address?
    /// The index of its entry in its column.
    @usableFromInline var row = 0
    /// The columns of its fields, if it has known fields.
    @usableFromInline var fields: UnsafeMutablePointer<Address?>?
    /// The index of the member that is expected next.
    @usableFromInline var expected = 0
    /// The objects and arrays around it.
    @usableFromInline var outer = GrowingArray<Frame>()
    @usableFromInline var depth = 0
    /// The number of levels that may be opened before a slower check.
    @usableFromInline var room = 0
    @usableFromInline var isInTable = false

    /// The value that is written as JSON text, its open levels, and the entry that it belongs to.
    @usableFromInline var json = JSON.Writer(capacity: 64)
    @usableFromInline var jsonDepth = 0
    var jsonTarget: Address
    var jsonEntry = 0

    @usableFromInline let knowsLayoutOfShortStrings = layoutOfShortStringsIsKnown
    @usableFromInline var failure: FormatError?
    /// Whether the current row may be removed again.
    @usableFromInline var isAppending = false
    @usableFromInline var replacedColumns: [ReplacedColumn] = []
    let limits: Limits
    var columnCount = 0
    var byteCount = 0
    /// Whether there were rows that are not objects, including those that were removed.
    package internal(set) var hasOtherRows = false

    // SAFETY: the columns belong to the writer of this frame.
    @usableFromInline
    @safe
    struct Frame: BitwiseCopyable {
      @usableFromInline let container: Address?
      @usableFromInline let row: Int
      @usableFromInline let fields: UnsafeMutablePointer<Address?>?
      @usableFromInline let expected: Int

      @inlinable
      init(container: Address?, row: Int, fields: UnsafeMutablePointer<Address?>?, expected: Int) {
        unsafe self.container = unsafe container
        self.row = row
        unsafe self.fields = unsafe fields
        self.expected = expected
      }
    }

    /// Creates a writer of an empty table.
    ///
    /// - Parameter limits: The limits of the table. See ``Limits``.
    public init(limits: Limits = Limits()) {
      unsafe rows = unsafe ColumnBuilder.make(kind: .structure)
      unsafe elsewhere = unsafe ColumnBuilder.make(kind: .elsewhere)
      unsafe target = unsafe rows
      unsafe jsonTarget = unsafe elsewhere
      self.limits = limits
    }

    @inlinable
    deinit {
      for replaced in replacedColumns { unsafe ColumnBuilder.destroy(replaced.original) }
      unsafe ColumnBuilder.destroy(rows)
      unsafe ColumnBuilder.destroy(elsewhere)
    }

    /// The number of rows that were begun.
    public var count: Int { unsafe rows.pointee.count }
  }
}

// MARK: - Objects

extension Columns.Writer {
  @inlinable @inline(__always)
  public mutating func beginObject(_ table: FieldTable) {
    beginMap()
    guard let container = unsafe container else { return }
    if let binding = unsafe container.pointee.members.binding, binding.identity == table.identity {
      unsafe fields = unsafe binding.columns
    } else {
      unsafe fields = unsafe container.pointee.members.bind(table)
    }
  }

  @inlinable @inline(__always)
  public mutating func beginMap() {
    let column = unsafe target
    guard unsafe _fastPath(column.pointee.kind == .structure && column.pointee.count == entry && depth < room) else {
      return beginOutOfLine(.structure)
    }
    enterStructure()
  }

  /// Enters the structure at the target, which does not have this entry yet.
  @inlinable @inline(__always)
  mutating func enterStructure() {
    unsafe target.pointee.count = entry &+ 1
    enter()
  }

  /// Enters the entry at the target.
  @inlinable @inline(__always)
  mutating func enter() {
    outer[depth] = unsafe Frame(container: container, row: row, fields: fields, expected: expected)
    depth &+= 1
    unsafe container = unsafe target
    row = entry
    unsafe fields = nil
    expected = 0
  }

  /// Continues after the open entry.
  @inlinable @inline(__always)
  mutating func leave() {
    guard let container = unsafe container else { return }
    unsafe target = unsafe container
    entry = row &+ 1
    restore()
  }

  @inlinable @inline(__always)
  mutating func restore() {
    depth &-= 1
    let frame = outer[depth]
    unsafe container = unsafe frame.container
    row = frame.row
    unsafe fields = unsafe frame.fields
    expected = frame.expected
    if unsafe container == nil {
      unsafe target = unsafe rows
      entry = unsafe rows.pointee.count
    }
  }

  @inlinable @inline(__always)
  public mutating func endObject() {
    if unsafe _slowPath(container == nil) { return endJSON(.structure) }
    leave()
  }
}
