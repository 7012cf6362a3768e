import CMillrace
import Millrace
import MillraceTables

// The rows of an Arrow stream as elements, written to any format straight from the stream's buffers.

/// The batches of a stream that another library has made.
///
/// SAFETY: the stream belongs to the caller and outlives this value, which releases its batches.
@safe
struct StreamRows: ElementSource, ~Copyable {
  private let stream: UnsafeMutablePointer<ArrowArrayStream>
  let fields: [Arrow.Field]
  private var batch = unsafe ArrowArray()
  private var row = 0
  private(set) var count = 0
  private let nonFinite: Columns.NonFiniteNumbers

  init(_ stream: UnsafeMutablePointer<ArrowArrayStream>, _ nonFinite: Columns.NonFiniteNumbers) throws {
    self.nonFinite = nonFinite
    unsafe self.stream = unsafe stream
    var schema = unsafe ArrowSchema()
    guard unsafe stream.pointee.release != nil, let get_schema = unsafe stream.pointee.get_schema else {
      throw TableScan.OptionError("the Arrow stream is released")
    }
    let status = unsafe get_schema(stream, &schema)
    guard status == 0 else { throw unsafe Self.failure(of: stream, status) }
    defer { unsafe schema.release?(&schema) }
    fields = try unsafe schema.fields()
  }

  deinit {
    var batch = unsafe batch
    unsafe batch.release?(&batch)
  }

  private static func failure(of stream: UnsafeMutablePointer<ArrowArrayStream>, _ status: Int32) -> StreamError {
    let message = unsafe stream.pointee.get_last_error?(stream).map { unsafe String(cString: $0) }
    return StreamError(status: status, message: message ?? "the Arrow stream failed with error \(status)")
  }

  private mutating func advance() throws -> Bool {
    while unsafe row >= Int(batch.length) || batch.release == nil {
      unsafe batch.release?(&batch)
      unsafe batch = unsafe ArrowArray()
      row = 0
      guard let get_next = unsafe stream.pointee.get_next else { return false }
      let status = unsafe get_next(stream, &batch)
      guard status == 0 else { throw unsafe Self.failure(of: stream, status) }
      guard unsafe batch.release != nil else { return false }
      guard unsafe batch.n_children == Int64(fields.count) else {
        throw TableScan.OptionError(unsafe "a batch has \(batch.n_children) columns; its schema has \(fields.count)")
      }
    }
    return true
  }

  /// Returns the rows of the next batch.
  mutating func nextBatch() throws -> Columns.Table? {
    guard try advance() else { return nil }
    let table = try unsafe Columns.Table(batch, as: fields)
    row = table.count
    count += table.count
    return table
  }

  mutating func next<Value: Readable>(_ type: Value.Type) throws -> Value? {
    throw TableScan.OptionError("rows of an Arrow stream cannot be read into values")
  }

  mutating func forwardNext<Writer: FormatWriter & ~Copyable>(
    to writer: inout Writer, restart: (inout Writer) -> Void
  ) throws -> Bool {
    guard try advance() else { return false }
    restart(&writer)
    try unsafe write(members: fields, of: batch, at: row, nonFinite, to: &writer)
    row += 1
    count += 1
    return true
  }
}

struct StreamError: Error, CustomStringConvertible {
  let status: Int32
  let message: String
  var description: String { message }
}

/// Writes a structure; members that are null are left out.
private func write<Writer: FormatWriter & ~Copyable>(
  members: [Arrow.Field], of array: borrowing ArrowArray, at index: Int,
  _ nonFinite: Columns.NonFiniteNumbers, to writer: inout Writer
) throws {
  writer.beginMap()
  for (position, member) in members.enumerated() {
    guard unsafe Int(array.n_children) > position, let column = unsafe array.children[position] else {
      throw TableScan.OptionError("the column '\(member.name)' is missing in a batch")
    }
    // The children of a structure do not have its offset applied.
    let entry = unsafe index + Int(array.offset)
    if unsafe column.pointee.isNull(at: entry) { continue }
    writer.writeKey(member.name)
    try unsafe write(member, column.pointee, at: entry, nonFinite, to: &writer)
  }
  writer.endObject()
}

private func write<Writer: FormatWriter & ~Copyable>(
  _ field: Arrow.Field, _ array: borrowing ArrowArray, at index: Int, _ nonFinite: Columns.NonFiniteNumbers,
  to writer: inout Writer
) throws {
  if unsafe array.isNull(at: index) { return writer.writeNull() }
  let place = unsafe index + Int(array.offset)
  switch field.type {
  case .null: writer.writeNull()
  case .boolean:
    let byte: UInt8 = try unsafe array.load(place / 8)
    writer.write(byte >> UInt8(place & 7) & 1 != 0)
  case .integer(bits: 8, isSigned: true): unsafe writer.write(Int64(try array.load(place) as Int8))
  case .integer(bits: 16, isSigned: true): unsafe writer.write(Int64(try array.load(place) as Int16))
  case .integer(bits: 32, isSigned: true): unsafe writer.write(Int64(try array.load(place) as Int32))
  case .integer(bits: 64, isSigned: true): unsafe writer.write(try array.load(place) as Int64)
  case .integer(bits: 8, isSigned: false): unsafe writer.write(Int64(try array.load(place) as UInt8))
  case .integer(bits: 16, isSigned: false): unsafe writer.write(Int64(try array.load(place) as UInt16))
  case .integer(bits: 32, isSigned: false): unsafe writer.write(Int64(try array.load(place) as UInt32))
  case .integer(bits: 64, isSigned: false): unsafe writer.write(try array.load(place) as UInt64)
  case .float(bits: 32):
    let value: Float = try unsafe array.load(place)
    if value.isFinite { writer.write(value) } else { write(notFinite: Double(value), nonFinite, to: &writer) }
  case .float(bits: 64):
    let value: Double = try unsafe array.load(place)
    if value.isFinite { writer.write(value) } else { write(notFinite: value, nonFinite, to: &writer) }
  case .decimal(_, let scale, bits: 128):
    let text = unsafe (try array.load(place) as Decimal128).text(scale: scale)
    text.withUTF8Span { writer.writeNumber(text: $0) }
  case .utf8(let width): unsafe writer.writeString(utf8: try array.text(at: place, width).span)
  case .binary(let width): unsafe writer.write(bytes: Array(try array.text(at: place, width)))
  case .date(bits: 32):
    writer.write(String(unsafe "\(Instant(seconds: Int64(try array.load(place) as Int32) * 86_400))".prefix(10)))
  case .date(bits: 64):
    writer.write(String(unsafe "\(Instant(try array.load(place) as Int64, unitsPerSecond: 1000))".prefix(10)))
  case .timestamp(let unit, let timeZone):
    let instant = unsafe Instant(try array.load(place) as Int64, unitsPerSecond: unit.perSecond)
    if timeZone != nil { writer.write(instant) } else { writer.write(String("\(instant)".dropLast())) }
  case .time(let unit):
    let time = try unsafe unit.perSecond <= 1_000 ? Int64(array.load(place) as Int32) : array.load(place)
    guard time >= 0, time / unit.perSecond < 86_400 else { throw malformed() }
    writer.write(unit.text(timeOfDay: UInt64(time)))
  case .dictionary(_, let indices, let values):
    let position = try unsafe array.index(at: place, indices)
    guard let dictionary = unsafe array.dictionary, position >= 0, unsafe position < dictionary.pointee.length else {
      throw malformed()
    }
    let entry = Arrow.Field(name: field.name, type: values)
    try unsafe write(entry, dictionary.pointee, at: position, nonFinite, to: &writer)
  case .structure(let members): try unsafe write(members: members, of: array, at: index, nonFinite, to: &writer)
  case .list(let element, let width):
    let range = try unsafe array.range(at: place, width)
    guard unsafe array.n_children == 1, let elements = unsafe array.children[0],
      unsafe range.upperBound <= elements.pointee.length
    else {
      throw malformed()
    }
    writer.beginArray()
    for entry in range { try unsafe write(element, elements.pointee, at: entry, nonFinite, to: &writer) }
    writer.endArray()
  case .map(let entries):
    let range = try unsafe array.range(at: place, .bits32)
    guard unsafe array.n_children == 1, let pairs = unsafe array.children[0], unsafe pairs.pointee.n_children == 2,
      unsafe range.upperBound <= pairs.pointee.length,
      case .structure(let fields) = entries.type, fields.count == 2, case .utf8(let width) = fields[0].type,
      let names = unsafe pairs.pointee.children[0], let values = unsafe pairs.pointee.children[1]
    else { throw malformed() }
    writer.beginMap()
    for entry in range {
      let entry = unsafe entry + Int(pairs.pointee.offset)
      unsafe writer.writeKey(utf8: try names.pointee.text(at: entry + Int(names.pointee.offset), width).span)
      try unsafe write(fields[1], values.pointee, at: entry, nonFinite, to: &writer)
    }
    writer.endObject()
  default: throw TableScan.OptionError("column '\(field.name)': the type \(field.type) is not supported")
  }
}

/// Writes a number that is not finite.
private func write<Writer: FormatWriter & ~Copyable>(
  notFinite value: Double, _ rule: Columns.NonFiniteNumbers, to writer: inout Writer
) {
  switch rule.form(of: value) {
  case .number: writer.write(value)
  case .null: writer.writeNull()
  case .text(let text): writer.write(text.description)
  }
}

func malformed() -> TableScan.OptionError {
  TableScan.OptionError("malformed Arrow array: its buffers do not match its schema")
}

extension ArrowArray {
  /// - Parameter index: without the array's offset.
  fileprivate func isNull(at index: Int) -> Bool {
    guard unsafe null_count != 0, unsafe n_buffers > 0, let validity = unsafe buffers?[0] else { return false }
    let place = unsafe index + Int(offset)
    return unsafe validity.load(fromByteOffset: place / 8, as: UInt8.self) >> UInt8(place & 7) & 1 == 0
  }

  fileprivate func buffer(_ index: Int) throws -> UnsafeRawPointer {
    guard unsafe n_buffers > index, let buffer = unsafe buffers?[index] else { throw malformed() }
    return unsafe buffer
  }

  fileprivate func load<Value: BitwiseCopyable>(_ place: Int) throws -> Value {
    try unsafe buffer(1).loadUnaligned(fromByteOffset: place * MemoryLayout<Value>.size, as: Value.self)
  }

  /// Returns an index into the dictionary.
  fileprivate func index(at place: Int, _ type: Arrow.DataType) throws -> Int {
    switch type {
    case .integer(bits: 8, isSigned: true): try unsafe Int(load(place) as Int8)
    case .integer(bits: 8, isSigned: false): try unsafe Int(load(place) as UInt8)
    case .integer(bits: 16, isSigned: true): try unsafe Int(load(place) as Int16)
    case .integer(bits: 16, isSigned: false): try unsafe Int(load(place) as UInt16)
    case .integer(bits: 32, isSigned: true): try unsafe Int(load(place) as Int32)
    case .integer(bits: 32, isSigned: false): try unsafe Int(load(place) as UInt32)
    // The caller rejects a negative index, which also stands for one that is out of range.
    case .integer(bits: 64, _): try unsafe Int(load(place) as Int64)
    default: throw malformed()
    }
  }

  fileprivate func range(at place: Int, _ width: Arrow.OffsetWidth) throws -> Range<Int> {
    let offsets = try unsafe buffer(1)
    func offset(_ place: Int) -> Int {
      unsafe width == .bits64
        ? Int(offsets.loadUnaligned(fromByteOffset: place * 8, as: Int64.self))
        : Int(offsets.loadUnaligned(fromByteOffset: place * 4, as: Int32.self))
    }
    let (start, end) = (offset(place), offset(place + 1))
    guard start >= 0, end >= start else { throw malformed() }
    return start..<end
  }

  fileprivate func text(at place: Int, _ width: Arrow.OffsetWidth) throws -> UnsafeBufferPointer<UInt8> {
    if width == .view { return try unsafe view(at: place) }
    let range = try unsafe range(at: place, width)
    if range.isEmpty { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
    let bytes = try unsafe buffer(2) + range.lowerBound
    return unsafe UnsafeBufferPointer(start: bytes.assumingMemoryBound(to: UInt8.self), count: range.count)
  }

  /// A text of up to 12 bytes is in its view; of another one the view has the buffer and the offset.
  private func view(at place: Int) throws -> UnsafeBufferPointer<UInt8> {
    let view = try unsafe buffer(1) + place * 16
    let count = unsafe Int(view.loadUnaligned(as: Int32.self))
    guard count >= 0 else { throw malformed() }
    if count <= 12 {
      return unsafe UnsafeBufferPointer(start: (view + 4).assumingMemoryBound(to: UInt8.self), count: count)
    }
    let index = unsafe Int(view.loadUnaligned(fromByteOffset: 8, as: Int32.self))
    let offset = unsafe Int(view.loadUnaligned(fromByteOffset: 12, as: Int32.self))
    guard index >= 0, offset >= 0, unsafe index + 2 < Int(n_buffers) - 1 else { throw malformed() }
    return unsafe UnsafeBufferPointer(
      start: (try buffer(index + 2) + offset).assumingMemoryBound(to: UInt8.self), count: count)
  }
}
