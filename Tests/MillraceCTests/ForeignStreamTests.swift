import CMillrace
import Foundation
import TestSupport
import Testing

/// A column in the layouts that other libraries use and scans do not: views, offsets, and dates in milliseconds.
private final class ForeignColumn {
  let format: String
  let count: Int
  let offset: Int
  private(set) var buffers: [UnsafeMutableRawPointer?]

  init(_ format: String, count: Int, offset: Int = 0, _ buffers: [[UInt8]?]) {
    self.format = format
    self.count = count
    self.offset = offset
    self.buffers = buffers.map { bytes in
      guard let bytes else { return nil }
      let memory = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
      memory.copyMemory(from: bytes, byteCount: bytes.count)
      return memory
    }
  }

  deinit { for buffer in buffers { buffer?.deallocate() } }

  /// The bytes of numbers in memory.
  static func bytes<Number: FixedWidthInteger>(_ numbers: [Number]) -> [UInt8] {
    numbers.flatMap { number in withUnsafeBytes(of: number) { Array($0) } }
  }
}

/// A stream with one batch of one column.
private final class ForeignStream {
  nonisolated(unsafe) static var current: ForeignStream?
  let column: ForeignColumn
  var isRead = false
  /// Memory that the structures refer to, which is released with this.
  private var memory: [UnsafeMutableRawPointer] = []

  init(_ column: ForeignColumn) { self.column = column }

  deinit { for address in memory { address.deallocate() } }

  private func allocate<Value>(_ value: Value) -> UnsafeMutablePointer<Value> {
    let address = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    address.initialize(to: value)
    memory.append(UnsafeMutableRawPointer(address))
    return address
  }

  private func text(_ text: String) -> UnsafePointer<CChar> {
    let bytes = Array(text.utf8CString)
    let address = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    address.initialize(from: bytes, count: bytes.count)
    memory.append(UnsafeMutableRawPointer(address))
    return UnsafePointer(address)
  }

  func schema() -> ArrowSchema {
    var child = ArrowSchema()
    child.format = text(column.format)
    child.name = text("c")
    child.flags = 2
    child.release = { $0?.pointee.release = nil }
    var schema = child
    schema.format = text("+s")
    schema.name = text("")
    schema.n_children = 1
    schema.children = allocate(allocate(child) as UnsafeMutablePointer<ArrowSchema>?)
    return schema
  }

  func batch() -> ArrowArray {
    var batch = ArrowArray()
    batch.release = { $0?.pointee.release = nil }
    guard !isRead else { return ArrowArray() }
    isRead = true
    var child = batch
    child.length = Int64(column.count)
    // Not counted.
    child.null_count = -1
    child.offset = Int64(column.offset)
    child.n_buffers = Int64(column.buffers.count)
    let buffers = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: column.buffers.count)
    for (index, buffer) in column.buffers.enumerated() { buffers[index] = buffer.map { UnsafeRawPointer($0) } }
    memory.append(UnsafeMutableRawPointer(buffers))
    child.buffers = buffers
    batch.length = Int64(column.count)
    batch.n_buffers = 1
    batch.buffers = allocate(nil as UnsafeRawPointer?)
    batch.n_children = 1
    batch.children = allocate(allocate(child) as UnsafeMutablePointer<ArrowArray>?)
    return batch
  }

  func exported() -> ArrowArrayStream {
    Self.current = self
    var stream = ArrowArrayStream()
    stream.get_schema = { _, schema in
      guard let current = ForeignStream.current else { return EINVAL }
      schema?.pointee = current.schema()
      return 0
    }
    stream.get_next = { _, batch in
      guard let current = ForeignStream.current else { return EINVAL }
      batch?.pointee = current.batch()
      return 0
    }
    stream.release = { $0?.pointee.release = nil }
    return stream
  }
}

@Suite("Arrow streams of other libraries", .serialized)
struct ForeignStreamTests {
  private func lines(_ column: ForeignColumn) throws -> [String] {
    let stream = ForeignStream(column)
    defer { ForeignStream.current = nil }
    let text = try CalledFromC().write(stream.exported())
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// A view of a text: up to twelve bytes in itself, more in a buffer.
  private func view(_ text: String, in buffer: Int32 = 0, at offset: Int32 = 0) -> [UInt8] {
    let bytes = Array(text.utf8)
    let count = ForeignColumn.bytes([Int32(bytes.count)])
    if bytes.count <= 12 { return count + bytes + [UInt8](repeating: 0, count: 12 - bytes.count) }
    return count + bytes[..<4] + ForeignColumn.bytes([buffer, offset])
  }

  @Test func `views of texts, short and long`() throws {
    let long = "a text of more than twelve bytes"
    let views = view("") + view("short") + view(long, in: 1, at: 3) + view("twelve bytes")
    let sizes = ForeignColumn.bytes([Int64(1), Int64(3 + long.utf8.count)])
    let column = ForeignColumn("vu", count: 4, [nil, views, [0x78], Array("---\(long)".utf8), sizes])
    #expect(
      try lines(column) == [#"{"c":""}"#, #"{"c":"short"}"#, "{\"c\":\"\(long)\"}", #"{"c":"twelve bytes"}"#])
  }

  @Test func `a view outside of the buffers is an error`() throws {
    let wrong = view("a text of more than twelve bytes", in: 1)
    let column = ForeignColumn("vu", count: 1, [nil, wrong, [0x78], ForeignColumn.bytes([Int64(1)])])
    #expect(throws: CalledFromC.Failure.self) { try lines(column) }
  }

  @Test func `an array that begins in the middle of its buffers`() throws {
    let numbers = ForeignColumn.bytes([Int32(1), 2, 3, 4])
    // The validity bits of four entries, of which the third is null.
    let column = ForeignColumn("i", count: 3, offset: 1, [[0b1011], numbers])
    #expect(try lines(column) == [#"{"c":2}"#, "{}", #"{"c":4}"#])
    let offsets = ForeignColumn.bytes([Int64(0), 1, 3, 6])
    let texts = ForeignColumn("U", count: 2, offset: 1, [nil, offsets, Array("abbccc".utf8)])
    #expect(try lines(texts) == [#"{"c":"bb"}"#, #"{"c":"ccc"}"#])
  }

  @Test func `dates in milliseconds`() throws {
    let column = ForeignColumn("tdm", count: 2, [nil, ForeignColumn.bytes([Int64(86_400_000), -86_400_000])])
    #expect(try lines(column) == [#"{"c":"1970-01-02"}"#, #"{"c":"1969-12-31"}"#])
  }
}
