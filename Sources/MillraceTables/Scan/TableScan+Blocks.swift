import Millrace
import SystemLibrary

extension TableScan {
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

    /// Whether the range starts at the beginning. Otherwise, the lines of CSV are counted only if there is an error.
    var startsAtBeginning: Bool { range.lowerBound == 0 }

    /// Returns the number of lines before a byte, or nil if the bytes cannot be read again.
    func lineCount(upTo offset: Int, isCSV: Bool) -> Int? {
      guard var source = try? open(0) else { return nil }
      let block = RowBlock(capacity: 1 << 20)
      var (read, lines) = (0, 0)
      var previous: UInt8?
      while read < offset {
        block.reset(offset: read)
        guard let isMore = try? block.fill(from: &source, atMost: offset - read), isMore else { return nil }
        unsafe lines += isCSV ? CSV.lineCount(of: block.bytes, after: previous) : LaneCount.lineFeeds(in: block.bytes)
        previous = unsafe block.bytes.last
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
    let block = RowBlock(capacity: 1 << 20)
    var (left, quotes) = (range.count, 0)
    while left > 0 {
      block.reset(offset: 0)
      guard try block.fill(from: &source, atMost: left) else { break }
      unsafe quotes += LaneCount.quotes(in: block.bytes)
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

  /// The blocks of some inputs, one input after another.
  struct Blocks {
    private let inputs: [Input]
    private let format: Format
    private let size: Int
    private let options: Options
    private var opened = 0
    /// The blocks of the last input that was opened, until all of them were returned.
    private var blocks: (any BlockSource)?

    init(_ inputs: [Input], _ format: Format, size: Int, _ options: Options) {
      self.inputs = inputs
      self.format = format
      self.size = size
      self.options = options
    }

    /// Returns the next rows and the index of their input, or nil after the last ones.
    ///
    /// - Throws: ``Failure`` for an input that cannot be read, and for a row that is too large.
    mutating func nextBlock() throws -> (input: Int, block: RowBlock)? {
      while true {
        if let block = try located({ blocks in try blocks?.nextBlock() }) {
          if block.isOversized {
            throw Failure(
              file: inputs[opened - 1].name,
              error: FormatError(.elementTooLarge(limit: options.maximumRowSize), at: .init(offset: block.offset)))
          }
          return (opened - 1, block)
        }
        guard opened < inputs.count else { return nil }
        opened += 1
        blocks = try located { [self] _ in try open(inputs[opened - 1]) }
      }
    }

    private func open(_ input: Input) throws -> any BlockSource {
      guard case .documents(let pointer) = format else {
        return try RowBlocks(
          input.range, beginsQuoted: input.beginsQuoted, isCSV: format.layout != nil, size: size,
          maximumRowSize: options.maximumRowSize, open: input.open)
      }
      let streaming = JSON.StreamOptions(
        framing: pointer.tokens.isEmpty ? .automatic : .document, maximumElementSize: options.maximumRowSize,
        reading: JSON.ReadingOptions(maximumDepth: options.maximumDepth))
      return try ElementBlocks(try input.open(0), at: pointer, options: streaming, size: size)
    }

    /// Takes blocks whose bytes are no longer needed.
    func recycle(_ used: [RowBlock]) { blocks?.recycle(used) }

    private func located<Result>(_ body: ((any BlockSource)?) throws -> Result) throws -> Result {
      do { return try body(blocks) } catch {
        throw Failure(file: inputs[opened - 1].name, error: FormatError(wrapping: error))
      }
    }
  }

  /// An error of a scan.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    /// The name of the input.
    public let file: String
    /// The error, with its location in the file.
    public let error: FormatError
    /// What can be done about it; empty for nothing.
    var hint = ""

    public var description: String { hint.isEmpty ? "\(file): \(error)" : "\(file): \(error); \(hint)" }
  }
}
