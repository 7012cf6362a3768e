import Millrace
import SystemLibrary

extension Parquet {
  /// The number of nulls of a column, and the smallest and largest value.
  struct Statistics: Sendable {
    /// The number of slots that are null, or in an empty list.
    var nulls = 0
    /// The bounds of the values; nil if there are none.
    var bounds: Bounds?

    enum Bounds: Sendable {
      case booleans(Bool, Bool)
      case integers(Int64, Int64)
      case unsigned(UInt64, UInt64)
      /// Of numbers other than NaN.
      case doubles(Double, Double)
      /// Of texts and binary data, compared byte by byte.
      case texts([UInt8], [UInt8])
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
    func write(to writer: inout ThriftWriter, _ type: PhysicalType) {
      writer.field(3, nulls)
      guard let bounds else { return }
      var (isExactMaximum, isExactMinimum) = (true, true)
      if case .texts(let first, let last) = bounds {
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
    guard case .texts(let first, let last) = self else { return self }
    return Parquet.Statistics.upperBound(last).map { .texts(Parquet.Statistics.lowerBound(first), $0) }
  }

  /// The bounds as they are stored.
  func bytes(_ type: Parquet.PhysicalType) -> (minimum: [UInt8], maximum: [UInt8]) {
    var (minimum, maximum): ([UInt8], [UInt8]) = ([], [])
    switch self {
    case .booleans(let first, let last): return ([first ? 1 : 0], [last ? 1 : 0])
    case .integers(let first, let last):
      minimum.append(integer: first)
      maximum.append(integer: last)
    case .unsigned(let first, let last):
      minimum.append(integer: first)
      maximum.append(integer: last)
    case .doubles(let first, let last):
      // Readers compare zeros in different ways.
      let (lower, upper) = (first == 0 ? -0.0 : first, last == 0 ? 0.0 : last)
      if type == .float {
        minimum.append(integer: Float(lower).bitPattern)
        maximum.append(integer: Float(upper).bitPattern)
      } else {
        minimum.append(integer: lower.bitPattern)
        maximum.append(integer: upper.bitPattern)
      }
    case .texts(let first, let last): return (first, last)
    }
    // The lowest bytes of an integer are first.
    return type == .int32 ? (Array(minimum.prefix(4)), Array(maximum.prefix(4))) : (minimum, maximum)
  }

  /// Whether neither bound is larger than that of other bounds of the same type.
  func areAtMost(_ other: Self) -> Bool {
    switch (self, other) {
    case (.booleans(let a, let b), .booleans(let c, let d)): (!a || c) && (!b || d)
    case (.integers(let a, let b), .integers(let c, let d)): a <= c && b <= d
    case (.unsigned(let a, let b), .unsigned(let c, let d)): a <= c && b <= d
    case (.doubles(let a, let b), .doubles(let c, let d)): a <= c && b <= d
    case (.texts(let a, let b), .texts(let c, let d)):
      !c.lexicographicallyPrecedes(a) && !d.lexicographicallyPrecedes(b)
    default: false
    }
  }

  fileprivate func merged(with other: Self) -> Self {
    switch (self, other) {
    case (.booleans(let a, let b), .booleans(let c, let d)): .booleans(a && c, b || d)
    case (.integers(let a, let b), .integers(let c, let d)): .integers(min(a, c), max(b, d))
    case (.unsigned(let a, let b), .unsigned(let c, let d)): .unsigned(min(a, c), max(b, d))
    case (.doubles(let a, let b), .doubles(let c, let d)): .doubles(min(a, c), max(b, d))
    case (.texts(let a, let b), .texts(let c, let d)):
      .texts(c.lexicographicallyPrecedes(a) ? c : a, b.lexicographicallyPrecedes(d) ? d : b)
    default: self
    }
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
    self = .integers(first, last)
  }

  /// The bounds of unsigned integers.
  init?(unsigned words: UnsafeBufferPointer<UInt64>) {
    guard let first = unsafe words.min(), let last = unsafe words.max() else { return nil }
    self = .unsigned(first, last)
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
    self = .doubles(first, last)
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
    self = unsafe .texts(Array(bytes[first]), Array(bytes[last]))
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
