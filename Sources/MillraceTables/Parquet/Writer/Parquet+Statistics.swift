import Millrace
import SystemLibrary

extension Parquet {
  /// The number of nulls of a column, and the smallest and largest value.
  struct Statistics: Sendable {
    /// The number of slots that are null, or in an empty list.
    var nulls = 0
    /// The bounds of the values; nil if there are none.
    var bounds: Bounds?

    struct Bounds: Sendable {
      let minimum: Bound
      let maximum: Bound
    }

    enum Bound: Sendable {
      case boolean(Bool)
      case integer(Int64)
      case unsigned(UInt64)
      /// Of numbers other than NaN.
      case double(Double)
      /// Of texts and binary data, compared byte by byte.
      case text([UInt8])
    }

    mutating func merge(_ other: Statistics) {
      nulls += other.nulls
      switch (bounds, other.bounds) {
      case (let first?, let second?): bounds = first.merged(with: second)
      case (nil, _): bounds = other.bounds
      case (_, nil): break
      }
    }

    /// The maximum size of a stored bound, in bytes.
    private static let maximumSize = 64

    /// Writes the fields of a structure `Statistics`.
    ///
    /// - Parameter type: The type of the values.
    func write(to writer: inout ThriftWriter, _ type: StoredType) {
      writer.field(3, nulls)
      guard let bounds else { return }
      var (isExactMaximum, isExactMinimum) = (true, true)
      if case (.text(let first), .text(let last)) = (bounds.minimum, bounds.maximum) {
        isExactMinimum = first.count <= Self.maximumSize
        isExactMaximum = last.count <= Self.maximumSize
        // Without a short upper bound, there is only the lower one.
        if bounds.shortened == nil {
          writer.field(6, bytes: Self.lowerBound(first))
          writer.field(8, isExactMinimum)
          return
        }
      }
      guard let (minimum, maximum) = bounds.shortened?.bytes(type) else { return }
      writer.field(5, bytes: maximum)
      writer.field(6, bytes: minimum)
      writer.field(7, isExactMaximum)
      writer.field(8, isExactMinimum)
    }

    /// Returns the first bytes of a text, without a part of a character.
    fileprivate static func lowerBound(_ text: [UInt8]) -> [UInt8] {
      guard text.count > maximumSize else { return text }
      var end = maximumSize
      while end > maximumSize - 4, text[end] & 0xC0 == 0x80 { end -= 1 }
      return Array(text[..<end])
    }

    /// Returns a short text that is at least as large as a text: its first characters, of which the last ASCII character
    /// is replaced by the next; nil if there is none.
    fileprivate static func upperBound(_ text: [UInt8]) -> [UInt8]? {
      guard text.count > maximumSize else { return text }
      var bound = lowerBound(text)
      while let last = bound.last {
        if last < 0x7F {
          bound[bound.count - 1] = last + 1
          return bound
        }
        bound.removeLast()
      }
      return nil
    }
  }
}

extension Parquet.Statistics.Bounds {
  /// Wider bounds whose texts have a limited size; nil if the upper one cannot be shortened.
  var shortened: Self? {
    guard case (.text(let first), .text(let last)) = (minimum, maximum) else { return self }
    let lower = Parquet.Statistics.lowerBound(first)
    return Parquet.Statistics.upperBound(last).map { Self(minimum: .text(lower), maximum: .text($0)) }
  }

  /// The bounds as they are stored.
  func bytes(_ type: Parquet.StoredType) -> (minimum: [UInt8], maximum: [UInt8]) {
    (minimum.bytes(type, zero: -0.0), maximum.bytes(type, zero: 0.0))
  }

  /// Whether neither bound is larger than that of other bounds of the same type.
  func areAtMost(_ other: Self) -> Bool {
    !other.minimum.isLess(than: minimum) && !other.maximum.isLess(than: maximum)
  }

  fileprivate func merged(with other: Self) -> Self {
    Self(
      minimum: other.minimum.isLess(than: minimum) ? other.minimum : minimum,
      maximum: maximum.isLess(than: other.maximum) ? other.maximum : maximum)
  }

  /// The bounds of integers.
  init?(integers words: UnsafeBufferPointer<UInt64>) {
    guard words.count > 0 else { return nil }
    var (first, last) = (Int64.max, Int64.min)
    for index in 0..<words.count {
      let number = unsafe Int64(bitPattern: words[index])
      first = min(first, number)
      last = max(last, number)
    }
    self.init(minimum: .integer(first), maximum: .integer(last))
  }

  /// The bounds of unsigned integers.
  init?(unsigned words: UnsafeBufferPointer<UInt64>) {
    guard let first = unsafe words.min(), let last = unsafe words.max() else { return nil }
    self.init(minimum: .unsigned(first), maximum: .unsigned(last))
  }

  /// The bounds of floating-point numbers with double precision.
  init?(doubles words: UnsafeBufferPointer<UInt64>) {
    unsafe self.init(words) { Double(bitPattern: $0) }
  }

  /// The bounds of floating-point numbers with single precision.
  init?(floats words: UnsafeBufferPointer<UInt64>) {
    unsafe self.init(words) { Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))) }
  }

  @inline(__always)
  private init?(_ words: UnsafeBufferPointer<UInt64>, _ number: (UInt64) -> Double) {
    var (first, last) = (Double.infinity, -Double.infinity)
    for index in 0..<words.count {
      let number = unsafe number(words[index])
      if number < first { first = number }
      if number > last { last = number }
    }
    guard first <= last else { return nil }
    self.init(minimum: .double(first), maximum: .double(last))
  }

  /// The bounds of texts.
  ///
  /// - Parameter spans: The range of each text in the bytes.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, _ spans: [Range<Int>]) {
    guard let span = spans.first else { return nil }
    var (first, last) = (span, span)
    var (firstPrefix, lastPrefix) = unsafe (Self.prefix(bytes, span), Self.prefix(bytes, span))
    for span in spans {
      let prefix = unsafe Self.prefix(bytes, span)
      if unsafe prefix < firstPrefix || prefix == firstPrefix && Self.precedes(bytes, span, first) {
        (first, firstPrefix) = (span, prefix)
      }
      if unsafe prefix > lastPrefix || prefix == lastPrefix && Self.precedes(bytes, last, span) {
        (last, lastPrefix) = (span, prefix)
      }
    }
    unsafe self.init(minimum: .text(Array(bytes[first])), maximum: .text(Array(bytes[last])))
  }

  /// The first eight bytes of a text as a number, with zeros for missing ones.
  private static func prefix(_ bytes: UnsafeBufferPointer<UInt8>, _ span: Range<Int>) -> UInt64 {
    if span.count >= 8 {
      return unsafe UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: span.lowerBound, as: UInt64.self)
        .bigEndian
    }
    var prefix: UInt64 = 0
    for index in span { unsafe prefix = prefix << 8 | UInt64(bytes[index]) }
    return span.isEmpty ? 0 : prefix << UInt64(64 - 8 * span.count)
  }

  private static func precedes(_ bytes: UnsafeBufferPointer<UInt8>, _ first: Range<Int>, _ second: Range<Int>) -> Bool {
    unsafe bytes[first].lexicographicallyPrecedes(bytes[second])
  }
}

extension Parquet.Statistics.Bound {
  /// Whether this bound is less than another one of the same type.
  fileprivate func isLess(than other: Self) -> Bool {
    switch (self, other) {
    case (.boolean(let one), .boolean(let two)): !one && two
    case (.integer(let one), .integer(let two)): one < two
    case (.unsigned(let one), .unsigned(let two)): one < two
    case (.double(let one), .double(let two)): one < two
    case (.text(let one), .text(let two)): one.lexicographicallyPrecedes(two)
    default: false
    }
  }

  /// Returns the bound as it is stored.
  ///
  /// - Parameter zero: What is stored for a zero. Readers compare zeros in different ways.
  fileprivate func bytes(_ type: Parquet.StoredType, zero: Double) -> [UInt8] {
    var bytes: [UInt8] = []
    switch self {
    case .boolean(let isTrue): return [isTrue ? 1 : 0]
    case .integer(let number): bytes.append(integer: number)
    case .unsigned(let number): bytes.append(integer: number)
    case .double(let number):
      let number = number == 0 ? zero : number
      if type == .float {
        bytes.append(integer: Float(number).bitPattern)
      } else {
        bytes.append(integer: number.bitPattern)
      }
    case .text(let text): return text
    }
    // The lowest bytes of an integer are first.
    return type == .int32 ? Array(bytes.prefix(4)) : bytes
  }
}
