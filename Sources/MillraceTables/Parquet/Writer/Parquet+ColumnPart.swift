import Millrace

extension Parquet {
  /// The slots of a leaf column in a batch, encoded.
  struct ColumnPart: Sendable {
    /// The number of slots.
    let slots: Int
    let statistics: Statistics
    let content: Content

    enum Content: Sendable {
      /// A page with the encoding PLAIN.
      case page(Page)
      /// Values with indices into a dictionary, which is merged with that of other batches.
      ///
      /// - `levels`: the levels, encoded.
      /// - `plainSize`: the size of the values in the encoding PLAIN.
      case dictionary(DistinctValues, indices: [UInt32], levels: [UInt8], plainSize: Int)
    }
  }

  /// A page with its header.
  struct Page: Sendable {
    let bytes: [UInt8]
    /// The size that the page would have without compression, with its header.
    let uncompressedSize: Int

    /// Creates a data page of version 1.
    ///
    /// - Parameters:
    ///   - body: The levels and the values.
    ///   - slots: The number of slots.
    init(data body: [UInt8], slots: Int, _ encoding: ValueDecoder.Encoding, _ compression: Compression?) throws {
      try self.init(body, type: 0, compression) { header in
        header.field(5) { page in
          page.field(1, Int32(truncatingIfNeeded: slots))
          page.field(2, encoding.number)
          page.field(3, ValueDecoder.Encoding.runs.number)
          page.field(4, ValueDecoder.Encoding.runs.number)
        }
      }
    }

    /// Creates the page of a dictionary.
    init(dictionary values: DistinctValues, _ compression: Compression?) throws {
      try self.init(values.bytes, type: 2, compression) { header in
        header.field(7) { page in
          page.field(1, Int32(truncatingIfNeeded: values.count))
          page.field(2, ValueDecoder.Encoding.plain.number)
        }
      }
    }

    private init(
      _ body: [UInt8], type: Int32, _ compression: Compression?, _ fields: (inout ThriftWriter) -> Void
    ) throws {
      let stored = try compression.map { codec in try body.withSpan { try codec.compress($0) } } ?? body
      var writer = ThriftWriter()
      writer.structure { header in
        header.field(1, type)
        header.field(2, Int32(truncatingIfNeeded: body.count))
        header.field(3, Int32(truncatingIfNeeded: stored.count))
        fields(&header)
      }
      bytes = writer.bytes + stored
      uncompressedSize = writer.bytes.count + body.count
    }
  }
}

extension Parquet.ColumnPart {
  /// Encodes the slots of a column.
  ///
  /// - Parameters:
  ///   - levels: The levels, encoded.
  ///   - slots: The number of slots.
  ///   - values: The values in the order of the slots.
  /// - Throws: Errors of the compression.
  init(
    levels: [UInt8], slots: Int, _ values: Parquet.PresentValues, usesDictionary: Bool,
    _ compression: Parquet.Compression?
  ) throws {
    self.slots = slots
    let dictionary = usesDictionary ? values.dictionary() : nil
    let bounds: Parquet.Statistics.Bounds?
    if let dictionary {
      bounds = values.bounds(of: dictionary.values)
      content = .dictionary(
        dictionary.values, indices: dictionary.indices, levels: levels, plainSize: values.plainSize)
    } else {
      bounds = values.bounds
      content = .page(
        try Parquet.Page(data: levels + values.plain(), slots: slots, .plain, compression))
    }
    statistics = Parquet.Statistics(nulls: slots - values.count, bounds: bounds)
  }
}
