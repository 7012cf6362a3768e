import Millrace

/// The values of a dictionary page.
final class LeafDictionary {
  let values: LeafValues
  let count: Int
  /// Whether the column has strings, and all of them are UTF-8.
  let areUTF8: Bool
  /// The number of zeros after the bytes of the texts, so that short texts can be copied in one piece.
  static let spareCount = 16
  private let charge: MemoryCharge

  init(_ view: ByteView, _ column: Parquet.StoredColumn, count: Int, _ budget: MemoryBudget) throws {
    // Texts take four bytes at least, and other values more, so that the count is bounded by the size of the page.
    let smallest = column.stored == .boolean || column.stored == .fixedSize && column.size == 0 ? 0 : 1
    guard smallest > 0, count <= view.count / smallest else { throw ParquetDamage("invalid size of the dictionary") }
    charge = try MemoryCharge(budget, count + Self.spareCount, size: LeafValues.size(of: column.stored) + 8)
    let texts = MemoryBudget(limit: budget.limit)
    var decoder = ValueDecoder(view, column, encoding: .plain, dictionary: nil, slots: count, budget)
    var values = LeafValues()
    try decoder.read(count, into: &values, texts)
    if case .utf8 = column.type {
      areUTF8 = Columns.Texts(offsets: values.offsets, bytes: values.bytes).areUTF8
    } else {
      areUTF8 = false
    }
    values.bytes.append(contentsOf: repeatElement(0, count: Self.spareCount))
    self.values = values
    self.count = count
  }
}

/// Decodes the values of a data page, as many at a time as a table needs.
///
/// SAFETY: loads are within the bytes of the view, which is checked before each loop.
@safe
struct ValueDecoder {
  enum Encoding: Int {
    case plain = 0
    case plainDictionary = 2
    case runs = 3
    case packed = 4
    case delta = 5
    case deltaLengths = 6
    case deltaTexts = 7
    case dictionary = 8
    case split = 9

    /// The number as it is written.
    var number: Int32 { Int32(rawValue) }
  }

  private let view: ByteView
  private let column: Parquet.StoredColumn
  private let encoding: Encoding
  private let dictionary: LeafDictionary?
  /// The number of slots of the page: the maximum number of values.
  private let slots: Int
  /// The budget for the lengths of texts.
  private let budget: MemoryBudget
  private var isReady = false
  /// The offset of the next value: in bytes; in bits for Booleans.
  private var position = 0
  /// The number of values that have been read.
  private var done = 0
  private var runs: RunDecoder?
  private var delta: DeltaDecoder?
  /// The sizes of texts, or of their suffixes, and of their prefixes.
  private var (sizes, prefixes): ([Int64], [Int64]) = ([], [])
  private var charge: MemoryCharge?
  /// The last text, with which the next one may share a prefix.
  private var previous: [UInt8] = []

  /// - Parameter slots: The number of slots of the page.
  init(
    _ view: ByteView, _ column: Parquet.StoredColumn, encoding: Encoding, dictionary: LeafDictionary?, slots: Int,
    _ budget: MemoryBudget
  ) {
    self.view = view
    self.column = column
    self.encoding = encoding
    self.dictionary = dictionary
    self.slots = slots
    self.budget = budget
  }

  /// Appends values.
  ///
  /// - Parameter budget: The budget that the bytes of texts are charged to.
  /// - Throws: ``ParquetDamage`` if the page has fewer values, and `Parquet.Problem.tooLarge(limit:)`.
  mutating func read(_ count: Int, into values: inout LeafValues, _ budget: MemoryBudget) throws {
    // A page of nulls only may lack even the header of its values.
    if count == 0 { return }
    if !isReady { try prepare() }
    isReady = true
    switch encoding {
    case .plain: try readPlain(count, &values, budget)
    case .plainDictionary, .dictionary: try readIndices(count, &values, budget)
    case .runs: try unsafe values.booleans.append(count, zero: 0) { try unsafe runs?.read(into: $0) }
    case .packed: throw ParquetDamage("encoding BIT_PACKED of values")
    case .delta: try readDifferences(count, &values)
    case .deltaLengths: try readDeltaLengths(count, &values, budget)
    case .deltaTexts: try readDeltaTexts(count, &values, budget)
    case .split: try readSplit(count, &values, budget)
    }
    done += count
  }

  private mutating func prepare() throws {
    switch (encoding, column.stored) {
    case (.plain, _): break
    case (.plainDictionary, _), (.dictionary, _):
      guard dictionary != nil else { throw ParquetDamage("missing dictionary page") }
      runs = try RunDecoder(view.part(from: 1), width: Int(view.integer(UInt8.self, at: 0)))
    case (.runs, .boolean):
      let size = try view.integer(UInt32.self, at: 0)
      runs = try RunDecoder(view.part(4, size: Int(size)), width: 1)
    case (.delta, .int32), (.delta, .int64): delta = try DeltaDecoder(view, limit: slots)
    case (.deltaLengths, .byteArray): sizes = try lengths()
    case (.deltaTexts, .byteArray), (.deltaTexts, .fixedSize):
      prefixes = try lengths()
      sizes = try lengths()
      guard prefixes.count == sizes.count else { throw ParquetDamage("prefixes and suffixes differ in number") }
    case (.split, let stored) where stored != .boolean && stored != .byteArray && stored != .int96: break
    default: throw ParquetDamage("encoding \(encoding.rawValue) does not fit the column's type")
    }
  }

  /// Reads the lengths of all texts of the page at the current position.
  private mutating func lengths() throws -> [Int64] {
    var decoder = try DeltaDecoder(view.part(from: position), limit: slots)
    charge = try MemoryCharge(budget, decoder.count, size: 16)
    var lengths: [Int64] = []
    try unsafe lengths.append(decoder.count, zero: 0) { try unsafe decoder.read(into: $0) }
    guard lengths.allSatisfy({ (0...Int64(Int32.max)).contains($0) }) else { throw ParquetDamage("invalid length") }
    position += decoder.end
    return lengths
  }

  /// Returns the bytes of values of one size at the current position, and advances it.
  private mutating func take(_ count: Int, size: Int) throws -> ByteView {
    let (total, overflow) = count.multipliedReportingOverflow(by: size)
    guard !overflow else { throw ParquetDamage("fewer values than the page has") }
    let part = try view.part(position, size: total)
    position += total
    return part
  }

  // MARK: PLAIN

  private mutating func readPlain(_ count: Int, _ values: inout LeafValues, _ budget: MemoryBudget) throws {
    switch column.stored {
    case .boolean:
      guard count <= 8 * view.count - position else { throw ParquetDamage("fewer values than the page has") }
      unsafe values.booleans.append(count, zero: 0) { unsafe view.bytes.unpack(bit: position, width: 1, into: $0) }
      position += count
    case .int32, .float:
      let part = try take(count, size: 4)
      appendNumbers(count, to: &values) {
        UInt64(UInt32(littleEndian: unsafe part.bytes.loadUnaligned(fromByteOffset: 4 &* $0, as: UInt32.self)))
      }
    case .int64:
      let part = try take(count, size: 8)
      unsafe values.integers.append(count, zero: 0) {
        unsafe UnsafeMutableRawBufferPointer($0).copyMemory(from: part.bytes)
      }
    case .double:
      let part = try take(count, size: 8)
      unsafe values.doubles.append(count, zero: 0) {
        unsafe UnsafeMutableRawBufferPointer($0).copyMemory(from: part.bytes)
      }
    case .int96:
      let part = try take(count, size: 12)
      values.instants.reserveCapacity(values.instants.count + count)
      for index in 0..<count {
        let time = try Instant(part.integer(Int64.self, at: 12 * index), unitsPerSecond: 1_000_000_000)
        // The days are counted from noon on 24 November 4714 BC.
        let days = try Int64(part.integer(Int32.self, at: 12 * index + 8)) - 2_440_588
        values.instants.append(Instant(seconds: days * 86_400 + time.seconds, nanoseconds: time.nanoseconds))
      }
    case .byteArray: try readTexts(count, &values, budget)
    case .fixedSize:
      let part = try take(count, size: column.size)
      let size = column.size
      unsafe try values.appendTexts(count, from: part.bytes, budget) { ($0 * size, size) }
    }
  }

  /// Appends numbers, whose bits a function returns.
  @inline(__always)
  private func appendNumbers(_ count: Int, to values: inout LeafValues, _ bits: (Int) -> UInt64) {
    switch column.stored {
    case .int32:
      unsafe values.integers.append(count, zero: 0) { output in
        for index in 0..<count { unsafe output[index] = Int64(Int32(truncatingIfNeeded: bits(index))) }
      }
    case .float:
      unsafe values.doubles.append(count, zero: 0) { output in
        for index in 0..<count {
          unsafe output[index] = Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits(index))))
        }
      }
    case .double:
      unsafe values.doubles.append(count, zero: 0) { output in
        for index in 0..<count { unsafe output[index] = Double(bitPattern: bits(index)) }
      }
    default:
      unsafe values.integers.append(count, zero: 0) { output in
        for index in 0..<count { unsafe output[index] = Int64(bitPattern: bits(index)) }
      }
    }
  }

  private mutating func readTexts(_ count: Int, _ values: inout LeafValues, _ budget: MemoryBudget) throws {
    let view = view
    try readTexts(count, &values, budget) { _, next in
      defer { next += 4 }
      return try Int(view.integer(UInt32.self, at: next))
    }
  }

  /// Appends texts that follow one another.
  ///
  /// - Parameter size: Returns the size of a text in bytes, and advances the offset from what is before the text to the text.
  @inline(__always)
  private mutating func readTexts(
    _ count: Int, _ values: inout LeafValues, _ budget: MemoryBudget, _ size: (Int, inout Int) throws -> Int
  ) throws {
    let (view, start) = (view, position)
    var next = start
    unsafe try values.appendTexts(count, from: view.bytes, budget) { index in
      if index == 0 { next = start }
      let size = try size(index, &next)
      guard size <= view.count - next else { throw ParquetDamage("text longer than its page") }
      defer { next += size }
      return (next, size)
    }
    position = next
  }

  // MARK: Dictionaries

  private mutating func readIndices(_ count: Int, _ values: inout LeafValues, _ budget: MemoryBudget) throws {
    guard let dictionary else { return }
    try budget.charge(count, size: 4)
    var indices: [UInt32] = []
    try unsafe indices.append(count, zero: 0) { try unsafe runs?.read(into: $0) }
    guard indices.largest < dictionary.count else { throw ParquetDamage("dictionary index out of range") }
    switch column.stored {
    case .boolean: break  // There are no such dictionaries.
    case .int32, .int64: values.integers.append(dictionary.values.integers, at: indices, zero: 0)
    case .float, .double: values.doubles.append(dictionary.values.doubles, at: indices, zero: 0)
    case .int96: values.instants.append(dictionary.values.instants, at: indices, zero: Instant(seconds: 0))
    case .byteArray, .fixedSize: try values.appendTexts(dictionary, at: indices, budget)
    }
  }

  // MARK: Differences

  private mutating func readDifferences(_ count: Int, _ values: inout LeafValues) throws {
    let isShort = column.stored == .int32
    try unsafe values.integers.append(count, zero: 0) { output in
      try unsafe delta?.read(into: output)
      // Differences of 32 bits overflow as such.
      if isShort {
        for index in 0..<count { unsafe output[index] = Int64(Int32(truncatingIfNeeded: output[index])) }
      }
    }
  }

  private mutating func readDeltaLengths(_ count: Int, _ values: inout LeafValues, _ budget: MemoryBudget) throws {
    guard count <= sizes.count - done else { throw ParquetDamage("fewer values than the page has") }
    let (sizes, first) = (sizes, done)
    try readTexts(count, &values, budget) { index, _ in Int(sizes[first + index]) }
  }

  private mutating func readDeltaTexts(_ count: Int, _ values: inout LeafValues, _ budget: MemoryBudget) throws {
    guard count <= sizes.count - done else { throw ParquetDamage("fewer values than the page has") }
    values.areKnownUTF8 = false
    for index in done..<done + count {
      let (prefix, size) = (Int(prefixes[index]), Int(sizes[index]))
      guard prefix <= previous.count else { throw ParquetDamage("prefix longer than the previous text") }
      if column.stored == .fixedSize, prefix + size != column.size { throw ParquetDamage("invalid length") }
      let suffix = try view.part(position, size: size)
      position += size
      try budget.charge(prefix + size)
      previous.removeLast(previous.count - prefix)
      unsafe previous.append(contentsOf: suffix.bytes)
      values.bytes.append(contentsOf: previous)
      values.offsets.append(values.bytes.count)
    }
  }

  // MARK: BYTE_STREAM_SPLIT

  private mutating func readSplit(_ count: Int, _ values: inout LeafValues, _ budget: MemoryBudget) throws {
    let size =
      switch column.stored {
      case .fixedSize: column.size
      case .int32, .float: 4
      default: 8
      }
    let total = size == 0 ? 0 : view.count / size
    guard count <= total - done else { throw ParquetDamage("fewer values than the page has") }
    let (bytes, first) = unsafe (view.bytes, done)
    // The first bytes of all values come first, then the second bytes, and so on.
    func word(_ index: Int) -> UInt64 {
      var word: UInt64 = 0
      for byte in 0..<size {
        unsafe word |= UInt64(bytes[byte &* total &+ first &+ index]) &<< UInt64(8 &* byte)
      }
      return word
    }
    guard column.stored == .fixedSize else { return appendNumbers(count, to: &values, word) }
    try budget.charge(count, size: size)
    for index in 0..<count {
      for byte in 0..<size { unsafe values.bytes.append(bytes[byte * total + first + index]) }
      values.offsets.append(values.bytes.count)
    }
  }
}

extension [UInt32] {
  /// The largest number; 0 if there is none.
  fileprivate var largest: Int {
    var largest: UInt32 = 0
    for number in self { largest = Swift.max(largest, number) }
    return Int(largest)
  }
}

extension Array where Element: BitwiseCopyable {
  /// Appends the values at some indices, all of which are valid.
  fileprivate mutating func append(_ values: [Element], at indices: [UInt32], zero: Element) {
    unsafe append(indices.count, zero: zero) { output in
      unsafe values.withUnsafeBufferPointer { values in
        unsafe indices.withUnsafeBufferPointer { indices in
          // SAFETY: the largest index was compared with the number of values.
          for index in 0..<output.count { unsafe output[index] = values[Int(indices[index])] }
        }
      }
    }
  }
}
