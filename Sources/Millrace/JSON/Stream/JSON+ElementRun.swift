// Elements as text, for other threads.
//
// One thread can find where the elements of an array end much faster than it can read them, because it only counts brackets
// (`JSON+ElementScan.swift`). So it cuts the text of the array into runs of complete elements, and checks the text around the
// array and between the elements. Other threads read the runs. A run is a part of the stream, unchanged, with its place, so
// errors in it have the same line, column and path as in the stream.
//
// The scan does not validate elements. If one is not well-formed, the thread that reads it fails in it, or before the place
// where the scan lost its way.

extension JSON {
  /// The place in a stream of some successive elements: those of an array, or concatenated documents.
  package struct ElementRun: Sendable {
    /// The position of the first byte, which is that of an element.
    package fileprivate(set) var position: StreamPosition
    /// The number of bytes up to the end of the last element.
    package fileprivate(set) var byteCount = 0
    /// Whether all elements begin with a brace.
    package fileprivate(set) var areObjects = true
    /// Whether the only element is larger than the maximum. The run ends after the first byte too many.
    package fileprivate(set) var isCut = false
    /// Whether the elements are in an array or are the only value, and not concatenated documents.
    package let isInDocument: Bool
    /// The number of open arrays and objects around the elements.
    package let depth: Int
    fileprivate let isSingle: Bool
    fileprivate let firstIndex: Int
    fileprivate let pointer: Pointer

    fileprivate init(_ elements: borrowing ElementReader) {
      position = unsafe elements.buffer.position(of: elements.buffer.cursor)
      isInDocument = elements.framing == .array
      depth = elements.nesting.depth
      isSingle = elements.isSingle
      firstIndex = elements.count
      pointer = elements.pointer
    }

    /// Returns the path in the document of an element of the run.
    package func path(ofElement index: Int) -> String {
      guard isInDocument else { return "" }
      return isSingle ? pointer.description : "\(pointer)/\(firstIndex + index)"
    }

    /// Returns an error of an element with its place in the stream.
    ///
    /// - Parameters:
    ///   - error: The error, with an offset from the start of the element.
    ///   - text: The text of the run.
    ///   - index: The number of elements of the run before the element.
    ///   - start: The offset of the element in the run.
    package func located(
      _ error: any Error, in text: UnsafeBufferPointer<UInt8>, ofElement index: Int, at start: Int
    ) -> FormatError {
      var located = FormatError(wrapping: error, at: FormatError.Place(offset: 0))
      guard let offset = located.place.offset, located.place.path == nil else { return located }
      var position = position
      unsafe position.advance(over: UnsafeBufferPointer(rebasing: text[..<min(start + offset, text.count)]))
      let element = unsafe UnsafeBufferPointer(rebasing: text[start...])
      located.place = unsafe FormatError.Place(
        offset: position.offset, line: position.lines + 1, column: position.scalarsInLine + 1,
        path: path(ofElement: index) + (JSON.place(ofOffset: offset, in: element).path ?? ""))
      return located
    }
  }
}

extension JSON.Stream {
  /// Creates a stream of the elements of a run.
  ///
  /// - Parameters:
  ///   - run: The place of the run in its stream.
  ///   - text: The bytes of the run.
  ///   - options: The options of the stream, except for the framing.
  package init(_ run: JSON.ElementRun, in text: MemorySource, options: JSON.StreamOptions) {
    elements = JSON.ElementReader(run, in: text, options: options)
    source = text
  }

  /// Reads the next complete elements as text.
  ///
  /// The elements of a run depend on the text and the size only, unless the source pauses. The stream must be one of arrays, of
  /// single values or of concatenated documents.
  ///
  /// - Parameters:
  ///   - run: The place of the elements; nil after the last one. It must be nil before.
  ///   - size: The size of a run in bytes, unless its first element is larger.
  ///   - isPaused: A function that returns whether the source has no more bytes for now, so that the run ends.
  ///   - append: A function that receives the text of the elements, and perhaps white space and a comma after the last one.
  /// - Throws: ``FormatError`` for what is not an element, and errors of the source. The elements before it are in the run.
  package mutating func readRun(
    _ run: inout JSON.ElementRun?, size: Int, isPaused: () -> Bool, append: (UnsafeBufferPointer<UInt8>) -> Void
  ) throws {
    // The number of bytes that were passed on, and the address of the next one.
    var (passed, start) = unsafe (0, elements.buffer.cursor)
    defer {
      if let rest = run.map({ $0.byteCount - passed }), rest > 0 {
        unsafe append(UnsafeBufferPointer(start: start, count: rest))
      }
    }
    while true {
      let isAtElement = try elements.advance()
      if run == nil { unsafe start = unsafe elements.buffer.cursor }
      // The size of the run with the text up to the cursor.
      let count = unsafe passed + (elements.buffer.cursor - start)
      if isAtElement {
        let next = elements.sizeOfElementInRun
        let known = next ?? elements.buffer.count
        if run != nil, count + known > size || known > elements.maximumElementSize { return }
        if known > elements.maximumElementSize { return cutElement(&run) }
        if let next {
          if run == nil { run = JSON.ElementRun(elements) }
          if unsafe elements.buffer.cursor.pointee != ASCII.openBrace { run?.areObjects = false }
          run?.byteCount = count + next
          elements.scan = JSON.ElementScan()
          unsafe elements.accept(upTo: elements.buffer.cursor + next)
          continue
        }
      }
      if let run {
        // What follows the array does not belong to the run.
        let end = elements.isBetweenElements ? count : max(run.byteCount, passed)
        if end >= size || isPaused() { return }
        unsafe append(UnsafeBufferPointer(start: start, count: end - passed))
        passed = end
      }
      guard try elements.readMore(from: &source) else { return }
      unsafe start = unsafe elements.buffer.cursor
    }
  }

  /// Ends the stream with an element that is too large. Its text has one byte too many, regardless of the bytes in memory.
  private mutating func cutElement(_ run: inout JSON.ElementRun?) {
    var cut = JSON.ElementRun(elements)
    (cut.isCut, cut.byteCount) = (true, elements.maximumElementSize + 1)
    cut.areObjects = unsafe elements.buffer.cursor.pointee == ASCII.openBrace
    elements.state = .ended
    run = cut
  }
}

extension JSON.Reader {
  /// Moves from the end of an element of a run to the next one, or to the end of the run.
  ///
  /// - Parameter first: The first byte of the element.
  /// - Throws: ``FormatError`` if there is anything but a separator and white space.
  package mutating func moveToNextElement(of run: JSON.ElementRun, after first: UInt8) throws {
    if !run.isInDocument, !JSON.ElementScan.opensElement(first), !JSON.ElementScan.startsDocument(input.byte) {
      if !input.isAtEnd { try fail(.trailingContent) }
    }
    skipBlanks()
    guard run.isInDocument, !input.isAtEnd else { return }
    if input.byte != ASCII.comma { try failExpecting(.commaOrEndOfArray) }
    unsafe input.cursor += 1
    skipBlanks()
  }
}

extension JSON.ElementReader {
  /// Creates a reader of the elements of a run.
  fileprivate init(_ run: JSON.ElementRun, in text: MemorySource, options: JSON.StreamOptions) {
    self.init(at: run.pointer, options: options)
    buffer = StreamBuffer(for: text, at: run.position)
    framing = run.isInDocument ? .array : .concatenated
    scanner = JSON.TokenScanner(nil, maximumDepth: options.reading.maximumDepth)
    nesting = NestingBudget(limit: options.reading.maximumDepth, depth: run.depth)
    (count, isSingle, isRun, state) = (run.firstIndex, run.isSingle, true, .atElement)
    scansFirst = readsWholeElementsOnly
    if run.isInDocument { usualSeparator = ASCII.comma }
    if !isSingle { soleSeparator = UInt16(usualSeparator) }
  }

  /// Whether only white space and separators precede the cursor, up to an element.
  fileprivate var isBetweenElements: Bool {
    switch state {
    case .afterElement, .afterSeparator, .atElement: true
    default: false
    }
  }

  /// The size of the element at the cursor in bytes, or nil if the element is not complete in memory yet.
  fileprivate var sizeOfElementInRun: Int? {
    mutating get {
      guard let size = unsafe scan.end(in: rest, terminator: nil) else { return buffer.isComplete ? buffer.count : nil }
      // What follows a number or a literal without white space is an error of the document, so it is in the same run.
      let isUndelimited =
        unsafe framing == .concatenated && !JSON.ElementScan.opensElement(rest[0]) && size < buffer.count
        && !JSON.ElementScan.startsDocument(rest[size])
      return isUndelimited ? size + 1 : size
    }
  }
}
