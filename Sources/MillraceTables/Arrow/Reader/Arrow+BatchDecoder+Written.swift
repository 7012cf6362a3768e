import Millrace

// Values for which `Columns` has no type become text, which represents them exactly.

extension Arrow.BatchDecoder {
  /// Returns decimal numbers as text, with as many digits after the point as the column's scale.
  mutating func decimals(_ entries: Entries, scale: Int, bits: Int) throws -> Columns.Texts {
    switch bits {
    case 32: try written(entries, Int32.self) { Decimal128(Int64(Int32(littleEndian: $0))).text(scale: scale) }
    case 64: try written(entries, Int64.self) { Decimal128(Int64(littleEndian: $0)).text(scale: scale) }
    default: try written(entries, Decimal128.self) { Decimal128(littleEndian: $0).text(scale: scale) }
    }
  }

  /// Returns times of day as text in the format of RFC 3339: `partial-time`.
  mutating func timesOfDay(_ entries: Entries, _ unit: Arrow.TimeUnit) throws -> Columns.Texts {
    let problem = malformed("time of day out of range")
    func text(_ time: Int64) throws -> String {
      guard time >= 0, time / unit.perSecond < 86_400 else { throw problem }
      return unit.text(timeOfDay: UInt64(time))
    }
    return unit.perSecond <= 1_000
      ? try written(entries, Int32.self) { try text(Int64(Int32(littleEndian: $0))) }
      : try written(entries, Int64.self) { try text(Int64(littleEndian: $0)) }
  }

  /// Returns durations in seconds as text, in the format of ISO 8601.
  mutating func durations(_ entries: Entries, _ unit: Arrow.TimeUnit) throws -> Columns.Texts {
    try written(entries, Int64.self) { unit.text(duration: Int64(littleEndian: $0)) }
  }

  /// Returns a text for each value, which is passed as it is stored, little-endian.
  private mutating func written<Stored: BitwiseCopyable>(
    _ entries: Entries, _ type: Stored.Type, _ text: (Stored) throws -> String
  ) throws -> Columns.Texts {
    let size = MemoryLayout<Stored>.size
    let buffer = try unsafe nextBuffer(entries: entries.count, size: size)
    return try written(entries.count) { index in
      try unsafe entries.isNull(index)
        ? "" : text(buffer.loadUnaligned(fromByteOffset: index * size, as: Stored.self))
    }
  }

  /// Returns a text for each entry.
  mutating func written(_ count: Int, _ text: (Int) throws -> String) throws -> Columns.Texts {
    var texts = Columns.Texts()
    for index in 0..<count {
      let text = try text(index)
      try charge(entries: MemoryLayout<Int>.size + text.utf8.count, size: 1)
      texts.append(text.utf8)
    }
    return texts
  }
}

extension Arrow.TimeUnit {
  /// Returns a time of day such as `01:02:03.25`.
  ///
  /// - Parameter time: The time since midnight, in this unit. Less than a day.
  package func text(timeOfDay time: UInt64) -> String {
    let (seconds, rest) = time.quotientAndRemainder(dividingBy: UInt64(perSecond))
    let parts = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return parts.joined(separator: ":") + fractionText(rest, self)
  }
}

extension Arrow.TimeUnit {
  /// Returns a duration in seconds, such as `PT90.5S`.
  ///
  /// - Parameter duration: The duration, in this unit.
  func text(duration: Int64) -> String {
    let (seconds, rest) = duration.magnitude.quotientAndRemainder(dividingBy: UInt64(perSecond))
    return (duration < 0 ? "-PT" : "PT") + "\(seconds)\(fractionText(rest, self))S"
  }
}

/// Returns the text of a fraction of a second, such as `.25`, or an empty text for zero.
///
/// - Parameter rest: A duration of less than a second.
private func fractionText(_ rest: UInt64, _ unit: Arrow.TimeUnit) -> String {
  if rest == 0 { return "" }
  var digits = String(UInt64(unit.perSecond) + rest).dropFirst()
  while digits.last == "0" { digits.removeLast() }
  return "." + digits
}
