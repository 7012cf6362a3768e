import Millrace

extension Parquet {
  /// The slots of some rows of a leaf column.
  struct LeafRows {
    let maximumDefinition: UInt8
    var slotCount = 0
    /// The repetition levels of the slots; empty if the maximum level is 0.
    var repetitions: [UInt8] = []
    /// The definition levels of the slots; empty if all of them are the maximum.
    var definitions: [UInt8] = []
    var values = LeafValues()
  }

  /// Reads a leaf column of a row group, as many rows at a time as a table needs.
  ///
  /// The compressed pages are in memory, and one decompressed page. Levels and values of a page are decoded when they
  /// are needed, because a few bytes can stand for any number of them.
  final class ChunkReader {
    let column: StoredColumn
    private let rowGroup: Int
    private let chunk: StoredChunk
    private let options: ReadingOptions
    private let memory: PageMemory
    private let budget: MemoryBudget
    private var dictionary: LeafDictionary?
    /// The offset of the next page in the chunk, and of the current page, in bytes.
    private var (position, pageStart) = (0, 0)
    /// The number of slots in the pages that follow.
    private var followingSlots: Int
    private var page: Page?
    /// Repetition levels that have been decoded in advance: a row ends where the next one begins.
    private var (repetitions, nextRepetition): ([UInt8], Int) = ([], 0)

    /// The decompressed bytes of a page, and the object that owns their memory.
    private struct PageContent {
      let view: ByteView
      let memory: PageMemory
    }

    private struct Page {
      let content: PageContent
      /// The number of slots that remain, and of those whose repetition levels have not been decoded.
      var (slots, undecodedSlots): (Int, Int)
      var repetitions: LevelDecoder
      var definitions: LevelDecoder
      var values: ValueDecoder
    }

    /// - Throws: `FormatError` with a ``Problem`` if the chunk is not in the file or too large, and errors of the file.
    init(
      _ chunk: StoredChunk, _ column: StoredColumn, rowGroup: Int, _ content: Arrow.FileContent,
      _ options: ReadingOptions, _ budget: MemoryBudget
    ) throws {
      (self.chunk, self.column, self.rowGroup, self.options, self.budget) = (chunk, column, rowGroup, options, budget)
      followingSlots = chunk.slotCount
      func located(_ what: String) -> FormatError {
        FormatError(wrapping: Problem.malformed(what, column: column.name, rowGroup: rowGroup))
      }
      if chunk.isEncrypted {
        throw FormatError(wrapping: Problem.unsupported(feature: "encryption", column: column.name))
      }
      if chunk.isInOtherFile {
        throw FormatError(wrapping: Problem.unsupported(feature: "column in another file", column: column.name))
      }
      guard chunk.start <= content.size, chunk.size <= content.size - chunk.start else {
        throw located("pages outside the file")
      }
      do {
        memory = try PageMemory(count: chunk.size, budget) { output in
          while output.count < chunk.size {
            let before = output.count
            try content.read(chunk.start + before..<chunk.start + chunk.size, into: &output)
            if output.count == before { throw Problem.truncated }
          }
        }
      } catch { throw FormatError(wrapping: error, at: FormatError.Place(offset: chunk.start)) }
    }

    /// Reads rows.
    ///
    /// - Parameters:
    ///   - count: The number of rows, which the row group has.
    ///   - budget: The budget of the table.
    /// - Throws: `FormatError` with a ``Problem`` and the offset of the page.
    func read(rows count: Int, _ budget: MemoryBudget) throws -> LeafRows {
      do {
        var rows = LeafRows(maximumDefinition: column.maximumDefinition)
        if column.maximumRepetition == 0 {
          while rows.slotCount < count {
            try requirePage()
            try read(slots: min(count - rows.slotCount, page?.slots ?? 0), into: &rows, budget)
          }
        } else {
          try readRepeated(rows: count, into: &rows, budget)
        }
        return rows
      } catch {
        throw located(error)
      }
    }

    /// Reads rows of lists: up to the next slot that begins a row.
    private func readRepeated(rows count: Int, into rows: inout LeafRows, _ budget: MemoryBudget) throws {
      var started = 0
      while true {
        if page?.slots ?? 0 == 0 {
          // Rows may continue in the next page.
          if followingSlots == 0, started == count { return }
          try requirePage()
        }
        if nextRepetition == repetitions.count {
          repetitions.removeAll(keepingCapacity: true)
          nextRepetition = 0
          let ahead = min(page?.undecodedSlots ?? 0, 4096)
          try page?.repetitions.append(ahead, to: &repetitions, maximum: column.maximumRepetition)
          page?.undecodedSlots -= ahead
        }
        let first = nextRepetition
        while nextRepetition < repetitions.count {
          if repetitions[nextRepetition] == 0 {
            if started == count { break }
            started += 1
          } else if started == 0 {
            throw ParquetDamage("row group that begins within a row")
          }
          nextRepetition += 1
        }
        let slots = nextRepetition - first
        try budget.charge(slots, size: 2)
        rows.repetitions.append(contentsOf: repetitions[first..<nextRepetition])
        try read(slots: slots, into: &rows, budget)
        if nextRepetition < repetitions.count { return }
      }
    }

    /// Reads the definition levels and the values of slots of the current page.
    private func read(slots count: Int, into rows: inout LeafRows, _ budget: MemoryBudget) throws {
      try budget.charge(count, size: LeafValues.size(of: column.stored))
      page?.slots -= count
      var valueCount = count
      if column.maximumDefinition > 0 {
        try budget.charge(count)
        let isComplete = try page?.definitions.skip(count, of: column.maximumDefinition) ?? true
        if !isComplete || !rows.definitions.isEmpty {
          let start = rows.slotCount
          let missing = (isComplete ? start + count : start) - rows.definitions.count
          rows.definitions.append(contentsOf: repeatElement(column.maximumDefinition, count: missing))
          if !isComplete {
            try page?.definitions.append(count, to: &rows.definitions, maximum: column.maximumDefinition)
            valueCount = rows.definitions.count(of: column.maximumDefinition, from: start)
          }
        }
      }
      rows.slotCount += count
      try page?.values.read(valueCount, into: &rows.values, budget)
    }

    // MARK: Pages

    private func requirePage() throws {
      while page?.slots ?? 0 == 0 {
        guard followingSlots > 0 else { throw ParquetDamage("fewer rows than the row group has") }
        page = nil
        try readPage()
      }
    }

    private func readPage() throws {
      pageStart = position
      var reader = ThriftReader(memory.view, at: position)
      let header = try PageHeader(&reader)
      let stored = try memory.view.part(reader.position, size: header.compressedSize)
      position = reader.position + header.compressedSize
      if options.verifiesChecksums, let checksum = header.checksum, checksum != stored.checksum {
        throw ParquetDamage("page does not match its checksum")
      }
      switch header.kind {
      case .dictionary:
        guard dictionary == nil else { throw ParquetDamage("unexpected second dictionary page") }
        let content = try decompressed(stored, size: header.size, isCompressed: true)
        dictionary = try LeafDictionary(content.view, column, count: header.slotCount, budget)
      case .data: try readData(header, decompressed(stored, size: header.size, isCompressed: true))
      case .data2: try readData2(header, stored)
      case .index, nil: break
      }
    }

    private func readData(_ header: PageHeader, _ content: PageContent) throws {
      var start = 0
      func levels(_ maximum: UInt8, _ encoding: Int) throws -> LevelDecoder {
        let width = 8 - maximum.leadingZeroBitCount
        if width == 0 { return .zeros }
        switch encoding {
        case 3:
          let size = try Int(content.view.integer(UInt32.self, at: start))
          let view = try content.view.part(start + 4, size: size)
          start += 4 + size
          return .runs(try RunDecoder(view, width: width))
        case 4:
          let view = try content.view.part(start, size: (header.slotCount * width + 7) / 8)
          start += view.count
          return .packed(view, width: width, bit: 0)
        default: throw ParquetDamage("unknown encoding \(encoding) of levels")
        }
      }
      let repetitions = try levels(column.maximumRepetition, header.repetitionEncoding)
      let definitions = try levels(column.maximumDefinition, header.definitionEncoding)
      try begin(header, content, repetitions, definitions, content.view.part(from: start))
    }

    private func readData2(_ header: PageHeader, _ stored: ByteView) throws {
      func levels(_ maximum: UInt8, _ view: ByteView) throws -> LevelDecoder {
        maximum == 0 ? .zeros : .runs(try RunDecoder(view, width: 8 - maximum.leadingZeroBitCount))
      }
      let repetitions = try levels(column.maximumRepetition, stored.part(0, size: header.repetitionSize))
      let definitions = try levels(
        column.maximumDefinition, stored.part(header.repetitionSize, size: header.definitionSize))
      let levelSize = header.repetitionSize + header.definitionSize
      let values = try stored.part(from: levelSize)
      // Levels are never compressed, but their size is part of both sizes.
      let content = try decompressed(
        values, size: header.size - levelSize, isCompressed: header.isCompressed && values.count > 0)
      try begin(header, content, repetitions, definitions, content.view)
    }

    private func begin(
      _ header: PageHeader, _ content: PageContent, _ repetitions: LevelDecoder, _ definitions: LevelDecoder,
      _ values: ByteView
    ) throws {
      guard header.slotCount <= followingSlots else { throw ParquetDamage("more values than the column has") }
      guard let encoding = ValueDecoder.Encoding(rawValue: header.encoding) else {
        throw Problem.unsupported(feature: "encoding \(header.encoding)", column: column.name)
      }
      followingSlots -= header.slotCount
      page = Page(
        content: content, slots: header.slotCount, undecodedSlots: header.slotCount, repetitions: repetitions,
        definitions: definitions,
        values: ValueDecoder(
          values, column, encoding: encoding, dictionary: dictionary, slots: header.slotCount, budget))
    }

    /// Returns the decompressed bytes of a page.
    private func decompressed(_ stored: ByteView, size: Int, isCompressed: Bool) throws -> PageContent {
      guard isCompressed, stored.count > 0, let codec = try codec() else {
        guard size == stored.count else { throw ParquetDamage("page of another size than announced") }
        return PageContent(view: stored, memory: memory)
      }
      guard size >= 0 else { throw ParquetDamage("negative size of a page") }
      guard let decompress = options.decompressor else {
        throw Problem.unsupported(feature: "compression \(codec) without a decompressor", column: column.name)
      }
      let memory = try PageMemory(count: size, budget) { output in
        do {
          let bytes = unsafe stored.bytes.bindMemory(to: UInt8.self)
          try unsafe decompress(codec, bytes.span, &output)
        } catch { throw ParquetDamage("page cannot be decompressed: \(error)") }
      }
      return PageContent(view: memory.view, memory: memory)
    }

    private func codec() throws -> PageCodec? {
      if chunk.codec == 0 { return nil }
      guard let codec = PageCodec(rawValue: chunk.codec) else {
        let name = chunk.codec == 3 ? "LZO" : "\(chunk.codec)"
        throw Problem.unsupported(feature: "compression \(name)", column: column.name)
      }
      return codec
    }

    /// Checks that all rows have been read.
    ///
    /// - Throws: `FormatError` if there are more.
    func checkIsComplete() throws {
      guard followingSlots == 0, page?.slots ?? 0 == 0 else {
        throw located(ParquetDamage("more rows than the row group has"))
      }
    }

    /// Returns an error with the column, the row group, and the offset of the page.
    private func located(_ error: any Error) -> FormatError {
      let place = FormatError.Place(offset: chunk.start + pageStart)
      guard let damage = error as? ParquetDamage else { return FormatError(wrapping: error, at: place) }
      let problem = Problem.malformed(damage.what, column: column.name, rowGroup: rowGroup)
      return FormatError(.custom(problem), at: place)
    }
  }
}

extension [UInt8] {
  /// The number of bytes from an index on that are equal to a byte.
  fileprivate func count(of byte: UInt8, from start: Int) -> Int {
    var count = 0
    for other in self[start...] where other == byte { count &+= 1 }
    return count
  }
}
