import Millrace

extension Arrow {
  /// The buffers of a batch in memory, in the order in which the message of a record batch has them.
  ///
  /// SAFETY: the buffers belong to the caller of ``table(_:count:)``, who keeps them until it returns.
  @safe
  package struct BatchBuffers {
    /// The number of entries and nulls of each column.
    fileprivate(set) var nodes: [Int64] = []
    fileprivate(set) var buffers: [UnsafeRawBufferPointer] = unsafe []
    /// The number of data buffers of each column of views.
    package var viewBufferCounts: [Int64] = []
    /// The values of dictionaries, by their ids.
    package var dictionaries: [Int64: Columns.Column] = [:]

    package init() {}
  }
}

extension Arrow.BatchBuffers {
  /// Adds the number of entries and nulls of a column.
  package mutating func add(count: Int, absentCount: Int) { nodes += [Int64(count), Int64(absentCount)] }

  /// Adds a buffer.
  ///
  /// - Safety: it must be readable until ``table(_:count:)`` returns.
  package mutating func add(_ buffer: UnsafeRawBufferPointer) { unsafe buffers.append(buffer) }

  /// Returns a copy of the rows.
  ///
  /// - Parameters:
  ///   - fields: The columns.
  ///   - count: The number of rows.
  /// - Throws: ``Arrow/Problem`` if the buffers do not match the fields.
  package func table(_ fields: [Arrow.Field], count: Int) throws -> Columns.Table {
    var decoder = Arrow.BatchDecoder(self, count: count)
    return Columns.Table(columns: try decoder.columns(fields), count: count)
  }
}
