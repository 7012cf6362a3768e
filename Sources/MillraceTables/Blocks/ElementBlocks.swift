import Millrace

/// Splits the elements of a document, or concatenated documents, into blocks of complete elements.
///
/// The blocks depend on the text and the size only, unless the source can pause.
package final class ElementBlocks: BlockSource {
  private var stream: JSON.Stream
  /// The elements of a block that was put back and is larger than the size.
  private var returned: JSON.Stream?
  private let options: JSON.StreamOptions
  private var size: Int
  private let isPaused: (() -> Bool)?
  /// A block that was put back.
  private var next: RowBlock?
  /// The error after the last block.
  private var failure: (any Error)?
  /// Blocks whose memory can be used again.
  private var unused: [RowBlock] = []

  /// - Parameters:
  ///   - source: The text.
  ///   - pointer: The path of the array in the document.
  ///   - options: The framing, which must not be lines or records, and limits.
  ///   - size: The size of a block in bytes, unless an element is larger.
  ///   - isPaused: A function that returns whether the source has no more bytes for now. Then a block ends after the elements that
  ///     are complete. Default: only the size of a block matters.
  /// - Throws: `JSON.StreamOptions.InvalidOptions` if the options contradict each other.
  package init(
    _ source: any ByteSource, at pointer: JSON.Pointer, options: JSON.StreamOptions, size: Int,
    isPaused: (() -> Bool)? = nil
  ) throws {
    stream = try JSON.Stream(source, at: pointer, options: options)
    self.options = options
    self.size = size
    self.isPaused = isPaused
  }

  /// - Throws: `FormatError` for what is not an element, after the block with the elements before it, and errors of the source.
  package func nextBlock() throws -> RowBlock? {
    if let block = next.take() { return block }
    if let failure = failure.take() { throw failure }
    let block = unused.popLast() ?? RowBlock(capacity: size)
    block.reset(offset: 0)
    var run: JSON.ElementRun?
    do {
      if returned != nil {
        try unsafe returned?.readRun(&run, size: size, isPaused: { false }, append: { unsafe block.append($0) })
        if run == nil { returned = nil }
      }
      if run == nil {
        try unsafe stream.readRun(
          &run, size: size, isPaused: { isPaused?() ?? false }, append: { unsafe block.append($0) })
      }
    } catch {
      guard run != nil else { throw error }
      failure = error
    }
    guard let run else { return nil }
    block.end(run)
    return block
  }

  package func putBack(_ block: RowBlock) { next = block }

  package func setSize(_ size: Int) {
    self.size = size
    guard let block = next, let run = block.run, block.count > size, !run.isCut else { return }
    next = nil
    returned = JSON.Stream(run, in: block.source(), options: options)
  }

  package func recycle(_ used: [RowBlock]) { unused = used.filter { $0.capacity <= 2 * size } }

  /// Calls a closure with the part of the text that is in memory, for messages.
  ///
  /// - Parameter body: A closure that receives the bytes, and the offset of the first byte in the text.
  package func withBytesInMemory<Result>(_ body: (Span<UInt8>, _ offset: Int) throws -> Result) rethrows -> Result {
    try stream.withBytesInMemory(body)
  }
}
