import Millrace
import SystemLibrary

extension Parquet {
  /// Reads the rows of a Parquet file, as tables, in the memory of one row group.
  ///
  /// ```swift
  /// var tables = try Parquet.TableReader(path: "films.parquet")
  /// while let table = try tables.next() { print(table.count) }
  /// ```
  ///
  /// Only the selected columns are read and decoded (``ReadingOptions/columns``), and row groups can be skipped by the
  /// bounds of their values (``selectRowGroups(where:)``).
  public struct TableReader: Columns.TableSource, ~Copyable {
    private let content: Arrow.FileContent
    private let options: ReadingOptions
    private let footer: [UInt8]
    private let metadata: FileMetadata
    private let leaves: [StoredColumn]
    /// The selected columns.
    private let columns: [SchemaNode]
    /// The indices of the row groups that follow.
    private var groups: ArraySlice<Int>
    /// The leaf columns of the current row group, and the number of its rows that remain.
    private var chunks: [Int: ChunkReader] = [:]
    private var group = 0
    private var remaining = 0
    private var hasFailed = false

    /// The selected columns.
    public let fields: [Arrow.Field]
    /// The names of all columns of the file, including those that cannot be read.
    public let columnNames: [String]
    /// The names of the columns that can be read.
    package let readableColumns: [String]
    /// The number of rows of the file.
    public let rowCount: Int

    /// Reads bytes in memory.
    ///
    /// - Parameters:
    ///   - bytes: A Parquet file.
    ///   - options: The options. See ``ReadingOptions``.
    /// - Throws: `FormatError` with a ``Problem`` if the footer is not valid, or a selected column does not exist or
    ///   cannot be read.
    public init(bytes: [UInt8], options: ReadingOptions = ReadingOptions()) throws {
      try self.init(.bytes(bytes), options)
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file. It cannot be a pipe, because the footer is at the end of a file.
    ///   - options: The options. See ``ReadingOptions``.
    /// - Throws: `SystemError` if the file cannot be opened, and `FormatError` as ``init(bytes:options:)`` does.
    public init(path: String, options: ReadingOptions = ReadingOptions()) throws {
      let descriptor = try FileDescriptor(opening: path, flags: O_RDONLY, action: "read")
      guard let size = descriptor.size else {
        throw FormatError(wrapping: Problem.unsupported(feature: "a pipe instead of a file", column: nil))
      }
      try self.init(.file(descriptor, size: size), options)
    }

    private init(_ content: Arrow.FileContent, _ options: ReadingOptions) throws {
      let (footer, schema) = try Self.readFooter(content, options)
      self.content = content
      self.options = options
      self.footer = footer
      metadata = schema.metadata
      leaves = schema.leaves
      columns = schema.columns
      columnNames = schema.nodes.map(\.field.name)
      readableColumns = schema.nodes.filter { $0.problem == nil }.map(\.field.name)
      fields = schema.columns.map(\.field)
      rowCount = schema.metadata.rowCount
      groups = Array(schema.metadata.groups.indices)[...]
    }

    /// Returns the next rows, or nil after the last ones.
    ///
    /// - Throws: `FormatError` with a ``Problem``, the column, the row group and the offset of the page. Errors of the
    ///   file are also reported as a `FormatError`. After an error the file has ended.
    public mutating func next() throws -> Columns.Table? {
      if hasFailed { return nil }
      do {
        return try readTable()
      } catch {
        hasFailed = true
        throw Self.located(error)
      }
    }

    // MARK: Row groups

    /// The number of row groups of the file.
    public var rowGroupCount: Int { metadata.groups.count }

    /// Returns a row group.
    ///
    /// - Parameter index: The index of the row group, less than ``rowGroupCount``.
    public func rowGroup(at index: Int) -> RowGroup { RowGroup(metadata.groups[index], leaves, footer) }

    /// Skips the row groups for which a function returns `false`.
    ///
    /// ```swift
    /// var tables = try Parquet.TableReader(path: "films.parquet")
    /// try tables.selectRowGroups { group in
    ///   if case .integer(let latest)? = group.bounds["year"]?.maximum { latest >= 2000 } else { true }
    /// }
    /// ```
    ///
    /// Call it before the first call of ``next()``.
    ///
    /// - Throws: Errors of the function.
    public mutating func selectRowGroups(where isNeeded: (RowGroup) throws -> Bool) rethrows {
      groups = try groups.filter { try isNeeded(rowGroup(at: $0)) }[...]
    }

    /// Opens the next row group. Returns `false` after the last one.
    private mutating func beginGroup() throws -> Bool {
      chunks.removeAll()
      guard let index = groups.popFirst() else { return false }
      let stored = metadata.groups[index]
      group = index
      remaining = stored.rowCount
      let budget = MemoryBudget(limit: options.maximumRowGroupSize)
      for leaf in columns.flatMap(\.leaves) {
        let column = leaves[leaf]
        let chunk = stored.chunks[leaf]
        guard column.maximumRepetition > 0 || chunk.slotCount == stored.rowCount else {
          let what = "found \(chunk.slotCount) entries, expected \(stored.rowCount)"
          throw Problem.malformed(what, column: column.name, rowGroup: index)
        }
        chunks[leaf] = try ChunkReader(chunk, column, rowGroup: index, content, options, budget)
      }
      return true
    }

    private mutating func readTable() throws -> Columns.Table? {
      while remaining == 0 {
        guard try beginGroup() else { return nil }
      }
      // Rows without columns take no memory.
      let count = columns.isEmpty ? remaining : min(options.rowsPerTable, remaining)
      let budget = MemoryBudget(limit: options.maximumRowGroupSize)
      var table: [Columns.Column] = []
      for node in columns {
        var rows: [Int: LeafRows] = [:]
        for leaf in node.leaves { rows[leaf] = try chunks[leaf]?.read(rows: count, budget) }
        var assembler = ColumnAssembler(
          leaves, rows, rowGroup: group, budget, keepsStored: options.keepsStoredValues)
        rows.removeAll()
        table.append(try assembler.column(node, count: count))
      }
      remaining -= count
      if remaining == 0 {
        for chunk in chunks.values { try chunk.checkIsComplete() }
      }
      return Columns.Table(columns: table, count: count)
    }

    // MARK: Footer

    /// Returns the range of the footer, which is followed by its size and `PAR1`.
    private static func footerRange(_ content: Arrow.FileContent, limit: Int) throws -> Range<Int> {
      let tailSize = 4 + magic.count
      guard content.size >= magic.count else { throw Problem.notParquet }
      let start = try content.bytes(0..<magic.count)
      if start == encryptedMagic { throw Problem.encrypted }
      guard start == magic else { throw Problem.notParquet }
      guard content.size >= magic.count + tailSize else { throw Problem.truncated }
      let tail = try content.bytes(content.size - tailSize..<content.size)
      guard tail.suffix(magic.count).elementsEqual(magic) else { throw Problem.truncated }
      let size = tail.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      let end = content.size - tailSize
      guard size <= end - magic.count else {
        throw Problem.malformed("footer is larger than the file", column: nil, rowGroup: nil)
      }
      guard size <= limit else { throw Problem.tooLarge(limit: limit) }
      return end - size..<end
    }

    private typealias Schema = (
      metadata: FileMetadata, leaves: [StoredColumn], columns: [SchemaNode], nodes: [SchemaNode]
    )

    private static func readFooter(
      _ content: Arrow.FileContent, _ options: ReadingOptions
    ) throws -> (footer: [UInt8], schema: Schema) {
      var start: Int?
      do {
        let range = try footerRange(content, limit: options.maximumRowGroupSize)
        start = range.lowerBound
        let footer = try content.bytes(range)
        return (footer, try schema(footer, content, options))
      } catch let damage as ParquetDamage {
        let problem = Problem.malformed(damage.what, column: nil, rowGroup: nil)
        throw FormatError(.custom(problem), at: FormatError.Place(offset: start))
      } catch {
        throw located(error)
      }
    }

    private static func schema(
      _ footer: [UInt8], _ content: Arrow.FileContent, _ options: ReadingOptions
    ) throws -> Schema {
      let metadata = try unsafe footer.withUnsafeBytes { try unsafe FileMetadata(ByteView($0)) }
      var (nodes, leaves) = try SchemaParser.columns(metadata.elements)
      if let range = metadata.arrowSchema { nodes.restoreTypes(&leaves, storedIn: footer[range]) }
      var (rows, size) = (0, 0)
      for (index, group) in metadata.groups.enumerated() {
        guard group.chunks.count == leaves.count else {
          throw ParquetDamage("row group \(index) has \(group.chunks.count) columns, expected \(leaves.count)")
        }
        // Otherwise a short file could list the same pages many times.
        for chunk in group.chunks {
          guard chunk.size <= content.size - size else { throw ParquetDamage("row groups are larger than the file") }
          size += chunk.size
        }
        rows = rows.addingReportingOverflow(group.rowCount).partialValue
        guard rows >= 0 else { throw ParquetDamage("too many rows") }
      }
      guard rows == metadata.rowCount else {
        throw ParquetDamage("row groups have \(rows) rows, expected \(metadata.rowCount)")
      }
      return (metadata, leaves, try selected(nodes, options.columns), nodes)
    }

    private static func selected(_ nodes: [SchemaNode], _ names: [String]?) throws -> [SchemaNode] {
      var columns = nodes
      if let names {
        let found = Dictionary(nodes.map { (JSON.ExactKey(text: $0.field.name), [$0]) }, uniquingKeysWith: +)
        columns = try names.map { name in
          guard let matches = found[name] else { throw Problem.unknownColumn(name) }
          guard matches.count == 1 else { throw Problem.duplicateColumn(name) }
          return matches[0]
        }
      }
      var used: Set<JSON.ExactKey> = []
      for column in columns {
        guard used.insert(column.field.name).inserted else { throw Problem.duplicateColumn(column.field.name) }
        if let problem = column.problem { throw problem }
      }
      return columns
    }

    private static func located(_ error: any Error) -> FormatError {
      // The file was shorter than when it was opened.
      if case .truncated? = error as? Arrow.Problem { return FormatError(wrapping: Problem.truncated) }
      return FormatError(wrapping: error)
    }
  }

  /// The bytes at the beginning and the end of a file with an encrypted footer: `PARE`.
  private static let encryptedMagic = Array("PARE".utf8)
}
