extension Optional: Readable where Wrapped: Readable {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Wrapped? {
    if reader.takeNull() { return nil }
    return try reader.read(Wrapped.self)
  }
  @inlinable
  public static func readJSON(from reader: inout JSON.Reader) throws -> Wrapped? { try read(from: &reader) }
}

extension Optional: Writable where Wrapped: Writable & ~Copyable {
  @inlinable
  public borrowing func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    switch self {
    case .some(let value): writer.write(value: value)
    case .none: writer.writeNull()
    }
  }
  @inlinable
  public borrowing func writeJSON(to writer: inout JSON.Writer) { write(to: &writer) }
}

extension Array: Readable where Element: Readable {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> [Element]
  {
    guard try reader.beginArray() else { return [] }
    var elements: [Element] = []
    if MemoryLayout<Element>.size <= 16 {
      // Short arrays of small elements (coordinates, tags) are allocated with their exact size.
      let first = try reader.read(Element.self)
      guard try reader.nextElement() else { return [first] }
      let second = try reader.read(Element.self)
      guard try reader.nextElement() else { return [first, second] }
      elements.reserveCapacity(6)
      elements.append(first)
      elements.append(second)
    } else {
      elements.reserveCapacity(2)
    }
    let start = reader.remainingByteCount
    var nextEstimate = firstEstimate
    repeat {
      if _slowPath(elements.count == nextEstimate) {
        elements.reserveCapacity(estimatedCapacity(for: elements, from: start, to: reader.remainingByteCount))
        nextEstimate *= estimateFactor
      }
      elements.append(try reader.read(Element.self))
    } while try reader.nextElement()
    return nextEstimate == firstEstimate ? elements : withoutExcess(elements)
  }
  @inlinable
  public static func readJSON(from reader: inout JSON.Reader) throws -> [Element] {
    if let table = Element.__readingTableType?.__fields { return try reader.readValues(of: Element.self, by: table) }
    return try read(from: &reader)
  }
}

extension Array: Writable where Element: Writable {
  @inlinable
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { withSpan { writer.writeArray($0) } }
  @inlinable
  public func writeJSON(to writer: inout JSON.Writer) {
    guard let table = Element.__writingTableType?.__fields else { return withSpan { writer.writeArray($0) } }
    unsafe withUnsafeBufferPointer { elements in
      let values = unsafe TableValues(
        table, UnsafeRawPointer(elements.baseAddress), count: elements.count, stride: MemoryLayout<Element>.stride)
      values.write(to: &writer)
    }
  }
}

extension Set: Readable where Element: Readable {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader
  ) throws -> Set<Element> {
    Set(try reader.read([Element].self))
  }
}

/// Members are written in the order of iteration, which differs between runs of a program.
extension Set: Writable where Element: Writable {
  @inlinable
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    writer.beginArray()
    for element in self { writer.write(value: element) }
    writer.endArray()
  }
}

/// Represented as an array of the lower and the upper bound.
extension ClosedRange: Readable where Bound: Readable {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader
  ) throws -> ClosedRange<Bound> {
    let bounds = try reader.read([Bound].self)
    guard bounds.count == 2, bounds[0] <= bounds[1] else {
      try reader.fail(.invalidValue(type: "ClosedRange", found: "expected two bounds in ascending order"))
    }
    return bounds[0]...bounds[1]
  }
}

extension ClosedRange: Writable where Bound: Writable {
  @inlinable
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    writer.beginArray()
    writer.write(value: lowerBound)
    writer.write(value: upperBound)
    writer.endArray()
  }
}

/// Represented as the raw value, for example in enumerations.
extension Readable where Self: RawRepresentable, RawValue: Readable {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Self {
    let rawValue = try reader.read(RawValue.self)
    guard let value = Self(rawValue: rawValue) else { try reader.failRawValue(rawValue, of: Self.self) }
    return value
  }
}

extension FormatReader where Self: ~Copyable & ~Escapable {
  /// Throws the error for a raw value that no value has. It is not inlinable: its text would be a third of the code of an enumeration.
  @usableFromInline @inline(never)
  mutating func failRawValue<RawValue, Value>(_ rawValue: RawValue, of type: Value.Type) throws -> Never {
    try fail(.invalidValue(type: "\(type)", found: "\(rawValue)"))
  }
}

extension Writable where Self: RawRepresentable, RawValue: Writable {
  @inlinable
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write(value: rawValue) }
}
