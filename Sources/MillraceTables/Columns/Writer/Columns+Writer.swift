import Millrace

// Objects as structures of arrays.
//
// The writer is at a column, where the next value is to become the entry of an index. After a value it is at
// the next entry of the same column, which is right in a list; in an object the next key says another one. What is not
// a store into that column is out of line: a value of another kind, an absent one before it, memory that is full.
//
// A value that no column can take as it is, such as an object where there were numbers before, is written as JSON
// text. The writer then is `elsewhere`, at a column of no kind, so that nothing is ever as usual there, and what
// comes up to the end of that value goes to a writer of JSON. What comes after a failure goes there, too, and nowhere.

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
  public struct Writer: FormatWriter, ~Copyable {
    @usableFromInline typealias Address = ColumnBuilder.Address

    /// A column of structures, one for each row, which are never absent.
    @usableFromInline let rows: Address
    @usableFromInline let elsewhere: Address
    /// Where the next value goes.
    @usableFromInline var target: Address
    @usableFromInline var entry = 0
    /// The innermost object or array that is open, as long as it is in a column.
    @usableFromInline var container: Address?
    /// Its entry in its column.
    @usableFromInline var row = 0
    /// The columns of its fields, if these are known.
    @usableFromInline var fields: UnsafeMutablePointer<Address?>?
    /// The member that is likely to come next.
    @usableFromInline var expected = 0
    /// What is open around it.
    @usableFromInline var outer = GrowingArray<Frame>()
    @usableFromInline var depth = 0
    /// How many may be open before somebody looks more closely.
    @usableFromInline var room = 0
    @usableFromInline var isInTable = false

    /// The value that is written as JSON text, how deep it is open, and what it is the entry of.
    @usableFromInline var json = JSON.Writer(capacity: 64)
    @usableFromInline var jsonDepth = 0
    var jsonTarget: Address
    var jsonEntry = 0

    @usableFromInline let knowsLayoutOfShortStrings = layoutOfShortStringsIsKnown
    @usableFromInline var failure: FormatError?
    /// Whether a row is written that may be taken back.
    @usableFromInline var isAppending = false
    @usableFromInline var replacedColumns: [ReplacedColumn] = []
    let limits: Limits
    var columnCount = 0
    var byteCount = 0

    @usableFromInline
    struct Frame: BitwiseCopyable {
      @usableFromInline let container: Address?
      @usableFromInline let row: Int
      @usableFromInline let fields: UnsafeMutablePointer<Address?>?
      @usableFromInline let expected: Int

      @inlinable
      init(container: Address?, row: Int, fields: UnsafeMutablePointer<Address?>?, expected: Int) {
        self.container = container
        self.row = row
        self.fields = fields
        self.expected = expected
      }
    }

    public init(limits: Limits = Limits()) {
      rows = ColumnBuilder.make(kind: .structure)
      elsewhere = ColumnBuilder.make(kind: .elsewhere)
      target = rows
      jsonTarget = elsewhere
      self.limits = limits
    }

    @inlinable
    deinit {
      for replaced in replacedColumns { ColumnBuilder.destroy(replaced.original) }
      ColumnBuilder.destroy(rows)
      ColumnBuilder.destroy(elsewhere)
    }

    /// The number of rows that were begun.
    public var count: Int { rows.pointee.count }
  }
}

// MARK: - Objects

extension Columns.Writer {
  @inlinable @inline(__always)
  public mutating func beginObject(_ table: FieldTable) {
    beginDictionary()
    guard let container else { return }
    if let binding = container.pointee.members.binding, binding.identity == table.identity {
      fields = binding.columns
    } else {
      fields = container.pointee.members.bind(table)
    }
  }

  @inlinable @inline(__always)
  public mutating func beginDictionary() {
    let column = target
    guard _fastPath(column.pointee.kind == .structure && column.pointee.count == entry && depth < room) else {
      return beginOutOfLine(.structure)
    }
    enterStructure()
  }

  /// Enters the structure at the target, which has no entry yet.
  @inlinable @inline(__always)
  mutating func enterStructure() {
    target.pointee.count = entry &+ 1
    enter()
  }

  /// Enters the target's entry.
  @inlinable @inline(__always)
  mutating func enter() {
    outer[depth] = Frame(container: container, row: row, fields: fields, expected: expected)
    depth &+= 1
    container = target
    row = entry
    fields = nil
    expected = 0
  }

  /// Goes on after the entry that is open.
  @inlinable @inline(__always)
  mutating func leave() {
    guard let container else { return }
    target = container
    entry = row &+ 1
    restore()
  }

  @inlinable @inline(__always)
  mutating func restore() {
    depth &-= 1
    let frame = outer[depth]
    container = frame.container
    row = frame.row
    fields = frame.fields
    expected = frame.expected
    if container == nil {
      target = rows
      entry = rows.pointee.count
    }
  }

  @inlinable @inline(__always)
  public mutating func endObject() {
    if _slowPath(container == nil) { return endJSON(.structure) }
    leave()
  }
}
