// Values of a single token. The options of the style are known when the writer is compiled.

extension JSON.StyledWriter {
  @inlinable @inline(__always)
  public mutating func writeNull() {
    output.append(0x6C6C_756E, count: 4)
    endValue()
  }

  @inlinable @inline(__always)
  public mutating func write(_ value: Bool) {
    output.append(value ? 0x6575_7274 : 0x65_736C_6166, count: value ? 4 : 5)
    endValue()
  }

  @inlinable @inline(__always)
  public mutating func write(_ value: Int) { write(Int64(value)) }

  @inlinable @inline(__always)
  public mutating func write(_ value: Int64) {
    if Style.Numbers.notation == .ecmaScript { return write(integer: value) }
    unsafe output.cursor.storeBytes(of: ASCII.minus, as: UInt8.self)
    unsafe output.cursor += value < 0 ? 1 : 0
    unsafe output.target = unsafe writeInteger(value.magnitude, at: output.target)
    endValue()
  }

  @inlinable @inline(__always)
  public mutating func write(_ value: UInt64) {
    if Style.Numbers.notation == .ecmaScript { return write(integer: value) }
    unsafe output.target = unsafe writeInteger(value, at: output.target)
    endValue()
  }

  @available(WideIntegers, *)
  @inlinable
  public mutating func write(_ value: Int128) {
    if Style.Numbers.notation == .ecmaScript { return write(integer: value) }
    unsafe output.cursor.storeBytes(of: ASCII.minus, as: UInt8.self)
    unsafe output.cursor += value < 0 ? 1 : 0
    unsafe output.target = unsafe writeInteger(value.magnitude, at: output.target)
    endValue()
  }

  @available(WideIntegers, *)
  @inlinable
  public mutating func write(_ value: UInt128) {
    if Style.Numbers.notation == .ecmaScript { return write(integer: value) }
    unsafe output.target = unsafe writeInteger(value, at: output.target)
    endValue()
  }

  /// Writes an integer in a notation that only has doubles.
  @inlinable
  mutating func write<Integer: FixedWidthInteger>(integer value: Integer) {
    guard let double = Double(exactly: value) else {
      fail(.invalidValue(type: "Double", found: value.description))
      return writeNull()
    }
    write(double)
  }

  @inlinable @inline(__always)
  public mutating func write(_ value: Double) {
    if Style.Numbers.notation == .shortest {
      guard output.append(value, followedBy: ASCII.comma) else { return writeNotFinite(value) }
    } else {
      guard value.isFinite else { return writeNotFinite(value) }
      output.append(value, Style.Numbers.notation, followedBy: ASCII.comma)
    }
    if Style.Layout.indentation != nil { breakLine() }
  }

  @inlinable @inline(__always)
  public mutating func write(_ value: Float) {
    if Style.Numbers.notation == .shortest {
      guard output.append(value, followedBy: ASCII.comma) else { return writeNotFinite(Double(value)) }
    } else {
      guard value.isFinite else { return writeNotFinite(Double(value)) }
      output.append(value, Style.Numbers.notation, followedBy: ASCII.comma)
    }
    if Style.Layout.indentation != nil { breakLine() }
  }

  @inlinable @inline(never)
  mutating func writeNotFinite(_ number: Double) { Style.NotFinite.write(number, to: &self) }

  @inlinable @inline(__always)
  public mutating func write(_ value: String) { write(string: value) }

  @inlinable @inline(__always)
  mutating func write(string: String) {
    if Style.Escapes.areMinimal {
      output.append(quoting: string, followedBy: ASCII.comma)
    } else {
      var string = string
      string.withUTF8 { unsafe output.append(quoting: $0, followedBy: ASCII.comma, escaping: Style.Escapes.self) }
    }
    if Style.Layout.indentation != nil { breakLine() }
  }

  @inlinable
  public mutating func writeString(utf8: Span<UInt8>) {
    unsafe utf8.withUnsafeBufferPointer {
      if Style.Escapes.areMinimal {
        unsafe output.append(quoting: $0, followedBy: ASCII.comma)
      } else {
        unsafe output.append(quoting: $0, followedBy: ASCII.comma, escaping: Style.Escapes.self)
      }
    }
    if Style.Layout.indentation != nil { breakLine() }
  }

  @inlinable
  public func admits<Key: ObjectKey>(_ keys: Key.Type) -> Bool {
    // `Codable` writes dictionaries with other keys as arrays.
    !matchesCodable || keys == String.self || keys == Int.self
  }

  /// `Codable` writes only the last member with each name.
  @inlinable public var admitsMembersOfSeveralValues: Bool { !matchesCodable }

  @inlinable
  public mutating func write(_ value: Instant) {
    if _slowPath(matchesCodable) {
      fail(.mismatch(expected: .number, found: .string))
      return writeNull()
    }
    Style.Dates.write(value, to: &self)
  }

  @inlinable
  public func nearestInstant(to value: Instant) -> Instant { Style.Dates.nearestValue(to: value) }

  @inlinable
  public mutating func write(bytes: [UInt8]) { Style.Binary.write(bytes, to: &self) }

  @inlinable
  public mutating func writeNumber(text: Span<UInt8>) {
    if Style.Numbers.notation == .ecmaScript { return write(doubleText: text) }
    unsafe text.withUnsafeBufferPointer { unsafe output.append($0) }
    endValue()
  }
}

extension JSON.StyledWriter {
  /// Writes a number, given as text, in a notation that only has doubles: the nearest double.
  @inlinable
  mutating func write(doubleText text: Span<UInt8>) {
    do {
      write(try JSON.decode(Double.self, from: text))
    } catch {
      fail(error.problem)
      writeNull()
    }
  }
}
