import Millrace
import SystemLibrary

extension Scan {
  /// Bytes that contain rows: a file, or a part of a file.
  public struct Input: Sendable {
    /// The name in messages.
    public let name: String
    /// The range of bytes. A row is read if its first byte is in this range.
    public let range: Range<Int>
    /// Whether the byte at the start of the range is between quotes in CSV.
    public let beginsQuoted: Bool
    /// A function that opens the bytes from an offset on.
    public let open: @Sendable (_ offset: Int) throws -> any ByteSource

    /// Creates an input. The properties describe the parameters. By default, the range is the whole file.
    public init(
      name: String, range: Range<Int> = 0..<Int.max, beginsQuoted: Bool = false,
      open: @escaping @Sendable (_ offset: Int) throws -> any ByteSource
    ) {
      self.name = name
      self.range = range
      self.beginsQuoted = beginsQuoted
      self.open = open
    }

    /// Returns the number of lines before a byte, or nil if the bytes cannot be read again.
    func lineCount(upTo offset: Int, isCSV: Bool) -> Int? {
      guard var source = try? open(0) else { return nil }
      let block = Block(capacity: 1 << 20, file: 0, offset: 0)
      var (read, lines) = (0, 0)
      var previous: UInt8?
      while read < offset {
        block.count = 0
        guard let isMore = try? block.fill(from: &source, atMost: offset - read), isMore else { return nil }
        let bytes = UnsafeBufferPointer(start: UnsafePointer(block.start), count: block.count)
        lines += isCSV ? CSV.lineCount(of: bytes, after: previous) : LaneCount.lineFeeds(in: bytes)
        previous = bytes.last
        read += block.count
      }
      return lines
    }
  }

  /// Returns the number of quotes in a range of bytes of a file.
  ///
  /// In CSV, the byte at an offset is between quotes if the number of quotes before it is odd.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which must not be compressed.
  ///   - range: The range, in bytes. It may exceed the end of the file.
  /// - Throws: `SystemError` if the file cannot be read.
  public static func quoteCount(path: String, in range: Range<Int>) throws -> Int {
    var source: any ByteSource = try FileSource(path: path, offset: range.lowerBound)
    let block = Block(capacity: 1 << 20, file: 0, offset: 0)
    var (left, quotes) = (range.count, 0)
    while left > 0 {
      block.count = 0
      guard try block.fill(from: &source, atMost: left) else { break }
      // Zeros follow, so the last step counts no quotes after the end.
      block.pad()
      for position in stride(from: 0, to: block.count, by: 64) {
        quotes += SixtyFourBytes(at: block.start + position).bits(of: ASCII.quote).nonzeroBitCount
      }
      left -= block.count
    }
    return quotes
  }

  /// The bytes of a file from an offset on.
  public struct FileSource: ByteSource, Sendable {
    private let descriptor: FileDescriptor
    private var offset: Int

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which must not be compressed.
    ///   - offset: The offset of the first byte to read, in bytes. Default: 0.
    /// - Throws: `SystemError` if the file cannot be opened.
    public init(path: String, offset: Int = 0) throws {
      descriptor = try FileDescriptor(opening: path, flags: O_RDONLY, action: "read")
      self.offset = offset
    }

    public mutating func read(into output: inout OutputSpan<UInt8>) throws {
      let count = output.count
      try descriptor.read(at: offset, atMost: .max, into: &output)
      offset += output.count - count
    }
  }

  /// Splits inputs into blocks of complete rows.
  struct Blocks {
    let inputs: [Input]
    let isCSV: Bool
    let blockSize: Int
    let maximumRowSize: Int
    private var next = 0
    private var source: any ByteSource = ArraySource([])
    private var isOpen = false
    /// The beginning of a row that was incomplete in the last block.
    private var rest: [UInt8] = []
    /// The offset of the first byte that is not in a block yet.
    private var offset = 0
    private var ends: RowEnds

    init(_ inputs: [Input], isCSV: Bool, blockSize: Int, maximumRowSize: Int) {
      self.inputs = inputs
      self.isCSV = isCSV
      self.blockSize = blockSize
      self.maximumRowSize = maximumRowSize
      ends = RowEnds(isCSV: isCSV)
    }

    /// Returns the next rows, or nil after the last ones.
    mutating func nextBlock() throws -> Block? {
      while true {
        if !isOpen {
          guard next < inputs.count else { return nil }
          try open(inputs[next])
          next += 1
        }
        if !isOpen { continue }
        let block = try readBlock()
        if block.count > 0 { return block }
      }
    }

    private var input: Input { inputs[next - 1] }

    private mutating func open(_ input: Input) throws {
      rest = []
      offset = input.range.lowerBound
      isOpen = true
      ends = RowEnds(isCSV: isCSV)
      if input.range.isEmpty { return isOpen = false }
      guard offset > 0 else { return source = try open(input, at: 0) }
      // A row begins here if the preceding byte is the end of a row.
      offset -= 1
      source = try open(input, at: offset)
      try skipToRow(input)
    }

    private func open(_ input: Input, at offset: Int) throws -> any ByteSource {
      do { return try input.open(offset) } catch {
        throw Failure(file: input.name, error: FormatError(.custom(error)))
      }
    }

    private mutating func skipToRow(_ input: Input) throws {
      var isFirst = true
      while isOpen {
        let block = Block(capacity: min(blockSize, 1 << 16), file: next, offset: offset)
        guard try fill(block, atMost: .max) else { return isOpen = false }
        block.pad()
        if isFirst { ends = RowEnds(isCSV: isCSV, isQuoted: input.beginsQuoted != (block.start[0] == ASCII.quote)) }
        isFirst = false
        if let row = ends.find(.first, from: block.start, to: block.end) {
          rest = Array(UnsafeBufferPointer(start: row, count: UnsafePointer(block.end) - row))
          offset += row - UnsafePointer(block.start)
          if offset >= input.range.upperBound { isOpen = false }
          ends = RowEnds(isCSV: isCSV)
          return
        }
        offset += block.count
      }
    }

    private mutating func fill(_ block: Block, atMost limit: Int) throws -> Bool {
      guard isOpen else { return false }
      do { return try block.fill(from: &source, atMost: limit) } catch {
        throw Failure(file: input.name, error: FormatError(.custom(error)))
      }
    }

    /// Reads complete rows. The block is empty if the input has ended.
    private mutating func readBlock() throws -> Block {
      let limit = input.range.upperBound
      let block = Block(capacity: max(blockSize, 2 * rest.count), file: next - 1, offset: offset)
      rest.withUnsafeBufferPointer {
        if let first = $0.baseAddress { block.start.update(from: first, count: $0.count) }
      }
      block.count = rest.count
      var searched = 0
      var lastEnd = 0
      rest = []
      while true {
        // The row that contains the last byte of the range is read to its end.
        block.pad()
        let inRange = min(block.count, limit - 1 - offset)
        if inRange > searched {
          if let end = ends.find(.last, from: block.start + searched, to: block.start + inRange) {
            lastEnd = end - UnsafePointer(block.start)
          }
          searched = inRange
        }
        if searched < block.count,
          let end = ends.find(.first, from: block.start + searched, to: block.end)
        {
          isOpen = false
          block.count = end - UnsafePointer(block.start)
          block.pad()
          return block
        }
        searched = block.count
        if block.count == block.capacity {
          if lastEnd > 0 { break }
          guard block.count <= maximumRowSize else {
            throw Failure(
              file: input.name, error: FormatError(.elementTooLarge(limit: maximumRowSize), at: .init(offset: offset)))
          }
          block.grow()
        }
        guard try fill(block, atMost: .max) else {
          isOpen = false
          return block
        }
      }
      rest = Array(UnsafeBufferPointer(start: block.start + lastEnd, count: block.count - lastEnd))
      // The remaining bytes are searched again together with the next bytes, from the beginning of the row.
      ends = RowEnds(isCSV: isCSV)
      offset += lastEnd
      block.count = lastEnd
      block.pad()
      return block
    }
  }

  /// An error of a scan.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    /// The name of the input.
    public let file: String
    /// The error, with its location in the file.
    public let error: FormatError

    public var description: String { "\(file): \(error)" }
  }
}
