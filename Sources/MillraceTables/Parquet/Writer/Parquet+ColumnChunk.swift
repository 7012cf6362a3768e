import Millrace

extension Parquet {
  /// A leaf column of a row group, in memory until the row group ends.
  ///
  /// Each batch has a dictionary of its own, so that threads can encode batches independently. Here they become one
  /// dictionary. When it gets too large, or takes more space than it saves, the rest of the values is stored without it.
  struct ColumnChunk {
    private var pages: [Page] = []
    private var dictionary: DistinctValues?
    private var usesDictionary = true
    /// The size of the values that have indices, as they are stored and in the encoding PLAIN.
    private var indexSize = 0
    private var plainSize = 0
    private(set) var statistics = Statistics()
    private var index = PageIndex()
    /// The number of slots.
    private(set) var slots = 0
    /// The encodings of the pages.
    private var hasPlainPages = false
    private var hasIndices: Bool { indexSize > 0 }

    /// The size of the pages, in bytes.
    private(set) var size = 0

    /// - Parameter rows: The number of rows.
    /// - Throws: Errors of the compression.
    mutating func append(_ part: ColumnPart, rows: Int, _ compression: Compression?) throws {
      let sizeBefore = size
      defer { index.append(size: size - sizeBefore, rows: rows, slots: part.slots, part.statistics) }
      slots += part.slots
      statistics.merge(part.statistics)
      switch part.content {
      case .page(let page): append(plain: page)
      case .dictionary(let values, let indices, let levels, let plainSize):
        if let indices = merge(values, indices, plainSize), let width = dictionary?.indexWidth {
          var body = levels
          body.append(UInt8(width))
          body.append(runs: indices, width: width)
          append(try Page(data: body, slots: part.slots, .dictionary, compression))
        } else {
          append(
            plain: try Page(data: levels + values.plain(indices), slots: part.slots, .plain, compression))
        }
      }
    }

    private mutating func append(_ page: Page) {
      size += page.bytes.count
      pages.append(page)
    }

    private mutating func append(plain page: Page) {
      hasPlainPages = true
      append(page)
    }

    /// Adds the values of a batch to the dictionary.
    ///
    /// - Returns: The indices in the dictionary, or nil if the values are not added.
    private mutating func merge(_ values: DistinctValues, _ indices: [UInt32], _ plainSize: Int) -> [UInt32]? {
      guard usesDictionary else { return nil }
      var indices = indices
      if var merged = dictionary {
        // Two references would copy it.
        dictionary = nil
        let positions = values.indices(in: &merged)
        dictionary = merged
        guard let positions else {
          usesDictionary = false
          return nil
        }
        for index in indices.indices { indices[index] = positions[Int(indices[index])] }
      } else {
        dictionary = values
      }
      let indexSize = indices.count * (dictionary?.indexWidth ?? 0) / 8 + 1
      let size = self.indexSize + indexSize + (dictionary?.bytes.count ?? 0)
      if slots >= 4096, size > self.plainSize + plainSize {
        usesDictionary = false
        return nil
      }
      self.indexSize += indexSize
      self.plainSize += plainSize
      return indices
    }

    /// Writes the pages, and returns what the footer says of them.
    mutating func end(
      at offset: Int, _ type: StoredType, _ compression: Compression?, _ write: ([UInt8]) throws -> Void
    ) throws -> Written {
      var written = Written(offset: offset, slots: slots, statistics: statistics)
      if let dictionary, hasIndices {
        pages.insert(try Page(dictionary: dictionary, compression), at: 0)
        written.dataOffset = offset + pages[0].bytes.count
        written.encodings.append(ValueDecoder.Encoding.dictionary.number)
      }
      if hasPlainPages || hasIndices { written.encodings.append(ValueDecoder.Encoding.plain.number) }
      written.locations.bytes = index.locations(from: written.dataOffset ?? offset)
      written.bounds = index.bounds(type).map { Written.Index(bytes: $0) }
      for page in pages {
        written.size += page.bytes.count
        written.uncompressedSize += page.uncompressedSize
        try write(page.bytes)
      }
      self = ColumnChunk()
      return written
    }

    /// A column chunk that was written.
    struct Written {
      /// The offset of the first page in the file, and of the first page after a dictionary.
      let offset: Int
      var dataOffset: Int?
      /// The size of the pages, in bytes.
      var size = 0
      var uncompressedSize = 0
      let slots: Int
      let statistics: Statistics
      /// The encodings of values.
      var encodings: [Int32] = []
      /// The page index: the locations of the pages, and the bounds of their values if these are known.
      var locations = Index()
      var bounds: Index?

      /// A part of the page index, which is written after all row groups.
      struct Index {
        /// The part until it is written.
        var bytes: [UInt8] = []
        /// Its size, in bytes, and its offset in the file, once it is written.
        var size = 0
        var offset = 0
      }
    }
  }
}
