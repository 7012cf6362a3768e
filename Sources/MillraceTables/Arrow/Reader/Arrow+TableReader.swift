import Millrace
import SystemLibrary

extension Arrow {
  /// Reads the batches of an Arrow stream or file, each as a table.
  ///
  /// ```swift
  /// var tables = try Arrow.TableReader(path: "films.arrow")
  /// while let table = try tables.next() { print(table.count) }
  /// ```
  public struct TableReader: Columns.TableSource, ~Copyable {
    private var messages: MessageReader
    private let limit: Int
    private let decompress: Decompressor?
    private var fields: [Field]?
    /// The fields of the values of dictionaries, by their ids.
    private var dictionaryFields: [Int64: Field] = [:]
    private var dictionaries: [Int64: Columns.Column] = [:]
    private var hasFailed = false
    /// The first table, if it was read for the dictionaries before it.
    private var first: Columns.Table?

    /// Reads a source.
    ///
    /// - Parameters:
    ///   - source: A stream or a file, which is detected by its first bytes. Files are read sequentially, without their
    ///     footer: dictionaries must come before the batches that use them.
    ///   - options: The options. See ``ReadingOptions``.
    public init(_ source: any ByteSource, options: ReadingOptions = ReadingOptions()) {
      limit = options.maximumBatchSize
      decompress = options.decompressor
      messages = MessageReader(source, maximumSize: limit)
    }

    /// Reads bytes in memory: a stream or a file.
    ///
    /// - Parameters:
    ///   - bytes: An Arrow stream or file, which is detected by its first bytes.
    ///   - options: The options. See ``ReadingOptions``.
    /// - Throws: `FormatError` with a ``Problem`` if the footer of a file cannot be read.
    public init(bytes: [UInt8], options: ReadingOptions = ReadingOptions()) throws {
      try self.init(.bytes(bytes), orFrom: ArraySource(bytes), options: options)
    }

    /// Reads a file or a pipe that contains a stream or a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file or pipe.
    ///   - options: The options. See ``ReadingOptions``.
    /// - Throws: `SystemError` if the file cannot be opened, and `FormatError` as ``init(bytes:options:)`` does.
    public init(path: String, options: ReadingOptions = ReadingOptions()) throws {
      let descriptor = try FileDescriptor(opening: path, flags: O_RDONLY, action: "read")
      let content = descriptor.size.map { FileContent.file(descriptor, size: $0) }
      try self.init(content, orFrom: DescriptorSource(descriptor), options: options)
    }

    /// - Parameters:
    ///   - content: The content, or nil if it is not seekable.
    ///   - source: The same content, from its beginning.
    private init(_ content: FileContent?, orFrom source: any ByteSource, options: ReadingOptions) throws {
      limit = options.maximumBatchSize
      decompress = options.decompressor
      let blocks: FileBlocks?
      do {
        blocks = try content.flatMap { try FileBlocks($0, limit: options.maximumBatchSize) }
        if let fields = blocks?.fields { dictionaryFields = try Self.dictionaryFields(of: fields) }
      } catch {
        throw Self.located(error, at: nil)
      }
      fields = blocks?.fields
      messages = MessageReader(
        blocks ?? source, as: blocks == nil ? nil : .stream, maximumSize: options.maximumBatchSize)
    }

    /// The columns. They are read at the first access to them or to the first table.
    ///
    /// - Throws: `FormatError` with a ``Problem`` and the offset if the schema is not valid or a type is not supported.
    ///   Errors of the source are also reported as a `FormatError`.
    public var schema: [Field] {
      mutating get throws {
        if let fields { return fields }
        return try attempt { (reader) throws in try reader.readSchema() }
      }
    }

    /// The columns for a file that is written. Texts keep their dictionary if the input is a file: streams may replace it later.
    ///
    /// - Throws: As ``schema`` and ``next()`` do.
    package var writtenSchema: [Field] {
      mutating get throws {
        let fields = try schema
        guard !dictionaryFields.isEmpty, !messages.isStream else { return fields.map(\.written) }
        first = try next()
        return fields.map { $0.written(with: dictionaries) }
      }
    }

    /// Returns the next batch, or nil after the last one.
    ///
    /// - Throws: As ``schema`` does. After an error the stream has ended.
    public mutating func next() throws -> Columns.Table? {
      if let table = first {
        first = nil
        return table
      }
      if hasFailed { return nil }
      let fields = try schema
      return try attempt { (reader) throws in try reader.readTable(fields) }
    }

    /// The offset in the stream, in bytes.
    public var offset: Int { messages.offset }

    // MARK: Messages

    private mutating func readSchema() throws -> [Field] {
      guard let message = try messages.next() else { throw Problem.notArrow }
      guard message.kind == .schema else { throw Problem.malformed("the first message is not a schema", column: nil) }
      let fields = try SchemaParser.fields(of: message.header)
      dictionaryFields = try Self.dictionaryFields(of: fields)
      self.fields = fields
      return fields
    }

    /// The fields of the values of all dictionaries, by their ids.
    private static func dictionaryFields(of fields: [Field]) throws -> [Int64: Field] {
      var dictionaries: [Int64: Field] = [:]
      func note(_ field: Field) throws {
        switch field.type {
        case .list(let element, _), .fixedSizeList(let element, _), .map(let element): try note(element)
        case .structure(let members): for member in members { try note(member) }
        case .dictionary(let id, _, let type):
          let values = Field(name: "", type: type)
          if let other = dictionaries.updateValue(values, forKey: id), other != values {
            throw Problem.malformed("dictionary used for both \(other.type) and \(type)", column: field.name)
          }
          try note(values)
        default: break
        }
      }
      for field in fields { try note(field) }
      return dictionaries
    }

    private mutating func readTable(_ fields: [Field]) throws -> Columns.Table? {
      while let message = try messages.next() {
        switch message.kind {
        case .schema: throw Problem.malformed("unexpected second schema", column: nil)
        case .dictionaryBatch: try readDictionary(message.header)
        case .recordBatch:
          var batch = try unsafe BatchDecoder(
            message.header, body: messages.body, dictionaries: dictionaries, limit: limit, decompress: decompress)
          return Columns.Table(columns: try batch.columns(fields), count: batch.count)
        }
      }
      return nil
    }

    private mutating func readDictionary(_ header: FlatBufferTable) throws {
      let id: Int64 = try header.scalar(DictionaryBatchField.id, default: 0)
      guard let field = dictionaryFields[id], let data = try header.table(DictionaryBatchField.data) else {
        throw Problem.malformed("dictionary does not belong to any column", column: nil)
      }
      if try header.boolean(DictionaryBatchField.isDelta) {
        throw Problem.unsupported(feature: "delta dictionary", column: nil)
      }
      var batch = try unsafe BatchDecoder(
        data, body: messages.body, dictionaries: dictionaries, limit: limit, decompress: decompress)
      dictionaries[id] = try batch.columns([field])[0]
    }

    // MARK: Errors

    /// Calls a function, and adds the location of the message to its error.
    private mutating func attempt<Result>(_ body: (inout TableReader) throws -> Result) throws -> Result {
      let offset = messages.offset
      do {
        return try body(&self)
      } catch {
        hasFailed = true
        throw Self.located(error, at: offset)
      }
    }

    private static func located(_ error: any Error, at offset: Int?) -> FormatError {
      let problem = error is FlatBufferError ? Problem.malformed("invalid offset in the metadata", column: nil) : error
      return FormatError(wrapping: problem, at: FormatError.Place(offset: offset))
    }
  }
}
