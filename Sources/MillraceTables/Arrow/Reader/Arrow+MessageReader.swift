import Millrace

// Both containers, read from their beginning to their end.
//
// A stream consists of messages: four bytes FF, the length of the metadata, the metadata, and the body, whose length is
// in the metadata. A length of 0, or the end of the input, ends the stream. Before version 0.15 the four bytes FF did
// not exist.
//
// A file is `ARROW1`, a stream, and a footer that repeats the schema and contains the locations of the batches. Here it
// is read sequentially nevertheless, as from a pipe. Only the end of the footer is checked: a file without it has been
// truncated. For seekable files see `FileBlocks`.

extension Arrow {
  /// A message whose body is in the reader's memory.
  struct Message {
    var kind: MessageKind
    var header: FlatBufferTable
    /// The offset of the message in the stream, in bytes.
    var offset: Int
  }

  /// The messages of a stream or a file.
  struct MessageReader: ~Copyable {
    private var source: any ByteSource
    private var buffer = MessageBuffer()
    private let maximumSize: Int
    /// The container, once it is known.
    private var container: Container?
    private var isAtEnd = false
    /// The size of the body of the last message, in bytes.
    private var bodySize = 0

    /// - Parameter container: The container, or nil to detect it by the first bytes.
    init(_ source: any ByteSource, as container: Container? = nil, maximumSize: Int) {
      self.source = source
      self.container = container
      self.maximumSize = maximumSize
    }

    /// The offset in the stream, in bytes.
    var offset: Int { buffer.offset }

    /// Whether this is known to be a stream, and not the messages of a file.
    private(set) var isStream = false

    /// The body of the last message.
    ///
    /// - Safety: The bytes are valid until the next message is read.
    var body: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(rebasing: buffer.bytes[0..<bodySize]) }

    /// Reads the next message. Returns nil after the last one.
    ///
    /// - Throws: ``Problem`` and ``FlatBufferError`` if the message is not valid, and errors of the source.
    mutating func next() throws -> Message? {
      guard !isAtEnd else { return nil }
      buffer.drop(bodySize)
      bodySize = 0
      if container == nil {
        container = try readMagic()
        isStream = container == .stream
      }
      let offset = buffer.offset
      guard let metadata = try readMetadata() else {
        isAtEnd = true
        if container == .file { try readFooter() }
        return nil
      }
      let message = try FlatBufferTable(rootOf: metadata)
      try MetadataVersion.check(try message.scalar(MessageField.version, default: 0))
      let number: UInt8 = try message.scalar(MessageField.kind, default: 0)
      guard let kind = MessageKind(rawValue: number) else {
        throw Problem.unsupported(feature: "message kind \(number)", column: nil)
      }
      guard let header = try message.table(MessageField.header) else {
        throw Problem.malformed("message has no header", column: nil)
      }
      let size: Int64 = try message.scalar(MessageField.bodySize, default: 0)
      guard size >= 0 else { throw Problem.malformed("negative message body size \(size)", column: nil) }
      try require(Int(size))
      bodySize = Int(size)
      return Message(kind: kind, header: header, offset: offset)
    }

    /// Reads the bytes that distinguish a file from a stream.
    private mutating func readMagic() throws -> Container {
      guard try isThere(8) else {
        // The shortest stream begins with a length and a schema.
        throw Problem.notArrow
      }
      guard unsafe buffer.bytes.prefix(8).elementsEqual(fileMagic) else { return .stream }
      buffer.drop(8)
      return .file
    }

    /// Reads the metadata of the next message. Returns nil at the end of the stream.
    private mutating func readMetadata() throws -> [UInt8]? {
      guard try isThere(1) else {
        if container == .file { throw Problem.truncated }
        return nil
      }
      try require(4)
      var length = takeWord()
      if length == continuation {
        try require(4)
        length = takeWord()
      }
      if length == 0 { return nil }
      let isFirst = buffer.offset <= 16
      guard length <= Int32.max else {
        throw isFirst ? .notArrow : Problem.malformed("negative message length", column: nil)
      }
      if container == .file, isFirst, length < 16 {
        throw Problem.unsupported(
          feature: "streaming a file that does not begin with its schema (open it by path)", column: nil
        )
      }
      // Input that is not Arrow begins with bytes that are read as a large length.
      guard Int(length) <= maximumSize else {
        throw isFirst ? .notArrow : Problem.batchTooLarge(limit: maximumSize)
      }
      guard try isThere(Int(length)) else { throw isFirst ? .notArrow : Problem.truncated }
      let metadata = unsafe [UInt8](buffer.bytes.prefix(Int(length)))
      buffer.drop(Int(length))
      return metadata
    }

    /// Reads to the end of a file, and checks that it ends like a file.
    private mutating func readFooter() throws {
      var tail: [UInt8] = []
      while try isThere(1) {
        _ = try isThere(1 << 12)
        tail = unsafe (tail + buffer.bytes).suffix(4 + 6)
        buffer.drop(buffer.count)
      }
      guard tail.count == 4 + 6, tail.suffix(6).elementsEqual(fileMagic.prefix(6)) else { throw Problem.truncated }
    }

    // MARK: Bytes

    private mutating func isThere(_ count: Int) throws -> Bool { try buffer.require(count, from: &source) }

    private mutating func require(_ count: Int) throws {
      guard count <= maximumSize else { throw Problem.batchTooLarge(limit: maximumSize) }
      guard try isThere(count) else { throw Problem.truncated }
    }

    /// - Precondition: Four bytes are in memory.
    private mutating func takeWord() -> UInt32 {
      defer { buffer.drop(4) }
      return unsafe UInt32(littleEndian: buffer.bytes.loadUnaligned(as: UInt32.self))
    }
  }
}
