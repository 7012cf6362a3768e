import Millrace

extension Arrow.BatchDecoder {
  // MARK: Integers

  mutating func integers(_ entries: Entries, bits: Int, isSigned: Bool) throws -> [Int64] {
    switch (bits, isSigned) {
    case (8, true): try integers(entries, Int8.self)
    case (16, true): try integers(entries, Int16.self)
    case (32, true): try integers(entries, Int32.self)
    case (8, false): try integers(entries, UInt8.self)
    case (16, false): try integers(entries, UInt16.self)
    case (32, false): try integers(entries, UInt32.self)
    case (_, true): try numbers(entries, zero: 0)
    case (_, false):
      // Only for indices: an integer that is larger than all signed integers is also larger than all dictionaries.
      try converted(entries, from: UInt64.self, absent: 0) { Int64(clamping: $0) }
    }
  }

  private mutating func integers<Stored: FixedWidthInteger>(_ entries: Entries, _: Stored.Type) throws -> [Int64] {
    try converted(entries, from: Stored.self, absent: 0) { Int64(truncatingIfNeeded: $0) }
  }

  /// Returns unsigned 64-bit integers. If one of them is out of range for signed integers, all of them become text, as
  /// in all columns.
  mutating func unsignedIntegers(_ entries: Entries) throws -> Columns.Values {
    let numbers: [UInt64] = try numbers(entries, zero: 0)
    if numbers.allSatisfy({ $0 <= Int64.max }) { return .integers(numbers.map { Int64($0) }) }
    return .strings(try written(entries) { $1.append(decimal: numbers[$0], scale: 0) })
  }

  // MARK: Floating-point numbers

  mutating func doubles(_ entries: Entries, bits: Int) throws -> [Double] {
    switch bits {
    case 16: try converted(entries, from: UInt16.self, absent: 0) { Double(halfPrecision: $0) }
    case 32: try converted(entries, from: UInt32.self, absent: 0) { Double(Float(bitPattern: $0)) }
    default: try numbers(entries, zero: 0)
    }
  }

  // MARK: Times

  mutating func timestamps(_ entries: Entries, _ unit: Arrow.TimeUnit) throws -> [Instant] {
    try converted(entries, from: Int64.self, absent: .zero) { Instant($0, unitsPerSecond: unit.perSecond) }
  }

  mutating func dates(_ entries: Entries, bits: Int) throws -> [Instant] {
    if bits == 64 { return try timestamps(entries, .millisecond) }
    return try converted(entries, from: Int32.self, absent: .zero) { Instant(seconds: Int64($0) * 86_400) }
  }

  // MARK: Entries of one size

  /// Returns numbers that are stored in the body unchanged.
  private mutating func numbers<Number: BitwiseCopyable>(_ entries: Entries, zero: Number) throws -> [Number] {
    let size = MemoryLayout<Number>.size
    let buffer = try unsafe nextBuffer(entries: entries.count, size: size)
    try charge(entries: entries.count, size: size)
    return unsafe [Number](unsafeUninitializedCapacity: entries.count) { memory, initialized in
      unsafe UnsafeMutableRawBufferPointer(memory).copyMemory(from: buffer)
      if let validity = entries.validity {
        for index in 0..<entries.count where !validity[index] { unsafe memory[index] = zero }
      }
      initialized = entries.count
    }
  }

  /// Returns entries that are converted from numbers in the body.
  ///
  /// - Parameter absent: The value in place of a null entry.
  private mutating func converted<Stored: FixedWidthInteger, Value: BitwiseCopyable>(
    _ entries: Entries, from type: Stored.Type, absent: Value, _ convert: (Stored) throws -> Value
  ) throws -> [Value] {
    let size = MemoryLayout<Stored>.size
    let buffer = try unsafe nextBuffer(entries: entries.count, size: size)
    try charge(entries: entries.count, size: MemoryLayout<Value>.stride)
    return try unsafe [Value](unsafeUninitializedCapacity: entries.count) { memory, initialized in
      for index in 0..<entries.count {
        // SAFETY: the buffer has `count` entries of this size, and memory has room for as many.
        let value =
          try unsafe entries.isNull(index)
          ? absent : convert(Stored(littleEndian: buffer.loadUnaligned(fromByteOffset: index * size, as: Stored.self)))
        unsafe memory.initializeElement(at: index, to: value)
      }
      initialized = entries.count
    }
  }
}

extension Instant {
  fileprivate static var zero: Instant { Instant(seconds: 0) }
}

extension Double {
  /// Creates the number that a half-precision pattern encodes (IEEE 754, binary16). Swift's own type is not available
  /// on every platform.
  init(halfPrecision bits: UInt16) {
    let fraction = Double(bits & 0x3FF) / 1_024
    let magnitude =
      switch Int(bits >> 10 & 0x1F) {
      case 0: fraction / 16_384
      case 31: fraction == 0 ? Double.infinity : .nan
      case let exponent: Double(sign: .plus, exponent: exponent - 15, significand: 1 + fraction)
      }
    self = bits & 0x8000 == 0 ? magnitude : -magnitude
  }
}
