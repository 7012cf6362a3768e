import Millrace

/// A row as the calls that write it, so that a condition can look at it before a sink gets it.
///
/// Numbers keep their digits, and values of tables such as instants and bytes their types. The memory is that of the
/// largest row.
struct RowTape {
  enum Event {
    case beginObject, endObject, beginArray, endArray
    /// A key, a number and so on, as a range of ``RowTape/text``.
    case key(Range<Int>)
    case number(Range<Int>)
    case string(Range<Int>)
    case bytes(Range<Int>)
    case null
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    case float(Float)
    case instant(Instant, Instant.Form)
  }

  private(set) var events: [Event] = []
  private(set) var text: [UInt8] = []
  /// Why the row could not be written.
  private(set) var failure: FormatError.Problem?

  /// The bytes of memory that it takes.
  var size: Int { text.count + events.count * MemoryLayout<Event>.stride }

  mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    failure = nil
  }

  private mutating func add(_ bytes: Span<UInt8>) -> Range<Int> {
    text.append(contentsOf: bytes)
    return text.count - bytes.count..<text.count
  }

  private mutating func addNumber(_ digits: String) { digits.withUTF8Span { writeNumber(text: $0) } }

  /// The elements of an array, each as its events; empty for other values.
  ///
  /// - Parameter start: The index of the event that begins the value.
  func elements(ofArrayAt start: Int) -> [Range<Int>] {
    guard start < events.count, case .beginArray = events[start] else { return [] }
    var elements: [Range<Int>] = []
    var next = start + 1
    while next < events.count {
      if case .endArray = events[next] { break }
      let end = endOfValue(at: next)
      elements.append(next..<end)
      next = end
    }
    return elements
  }

  /// Calls a function with the members of an object.
  ///
  /// - Parameters:
  ///   - start: The index of the event that begins the value; nothing is called for one that is not an object.
  ///   - body: Receives the name, and the events of the value.
  func forEachMember(
    ofObjectAt start: Int, _ body: (_ name: ArraySlice<UInt8>, _ value: Range<Int>) throws -> Void
  ) rethrows {
    guard start < events.count, case .beginObject = events[start] else { return }
    var next = start + 1
    while next < events.count, case .key(let name) = events[next] {
      let value = next + 1..<endOfValue(at: next + 1)
      try body(text[name], value)
      next = value.upperBound
    }
  }

  /// Calls a function with the cells of the row: each member of an object with its name, each element of an array with its
  /// position, counted from 1, and any other value with the name `value`.
  ///
  /// - Parameter body: Receives the name, and the events of the value.
  func forEachCell(_ body: (_ name: ArraySlice<UInt8>, _ value: Range<Int>) throws -> Void) rethrows {
    switch events.first {
    case .beginObject?: try forEachMember(ofObjectAt: 0, body)
    case .beginArray?:
      for (index, element) in elements(ofArrayAt: 0).enumerated() {
        try body(Array("\(index + 1)".utf8)[...], element)
      }
    case nil: break
    default: try body(Array("value".utf8)[...], 0..<events.count)
    }
  }

  /// The index of the event that begins the value of a member of the row; nil if there is none. Of a duplicate key the last value counts.
  func event(ofMember name: [UInt8]) -> Int? {
    var found: Int?
    forEachMember(ofObjectAt: 0) { if $0.elementsEqual(name) { found = $1.lowerBound } }
    return found
  }

  /// The index of the event after a value.
  ///
  /// - Parameter start: The index of the event that begins the value.
  func endOfValue(at start: Int) -> Int {
    var depth = 0
    var event = start
    repeat {
      switch events[event] {
      case .beginArray, .beginObject: depth += 1
      case .endArray, .endObject: depth -= 1
      default: break
      }
      event += 1
    } while depth > 0 && event < events.count
    return event
  }

  /// Adds a part of another row.
  mutating func append(_ part: Range<Int>, of row: RowTape) {
    let eventCount = events.count
    events.append(contentsOf: row.events[part])
    if failure == nil { failure = row.failure }
    // The texts of consecutive events are consecutive.
    guard let first = row.events[part].first(where: { $0.text != nil })?.text,
      let last = row.events[part].last(where: { $0.text != nil })?.text
    else { return }
    let shift = text.count - first.lowerBound
    text.append(contentsOf: row.text[first.lowerBound..<last.upperBound])
    if shift != 0 { for index in eventCount..<events.count { events[index].moveText(by: shift) } }
  }

  func replay<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    replay(0..<events.count, to: &writer)
  }

  /// Writes a part of the row.
  ///
  /// - Parameter spellsNonFinite: Whether NaN and infinities are texts, as JSON requires.
  func replay<Writer: FormatWriter & ~Copyable>(
    _ part: Range<Int>, to writer: inout Writer, spellsNonFinite: Bool = false
  ) {
    text.withSpan { replay(part, $0, to: &writer, spellsNonFinite) }
    if let failure { writer.fail(failure) }
  }

  private func replay<Writer: FormatWriter & ~Copyable>(
    _ part: Range<Int>, _ text: Span<UInt8>, to writer: inout Writer, _ spellsNonFinite: Bool
  ) {
    for event in events[part] {
      switch event {
      case .beginObject: writer.beginMap()
      case .endObject: writer.endObject()
      case .beginArray: writer.beginArray()
      case .endArray: writer.endArray()
      case .key(let range): writer.writeKey(utf8: text.extracting(range))
      case .number(let range): writer.writeNumber(text: text.extracting(range))
      case .string(let range): writer.writeString(utf8: text.extracting(range))
      case .bytes(let range): writer.write(bytes: Array(self.text[range]))
      case .null: writer.writeNull()
      case .boolean(let value): writer.write(value)
      case .integer(let value): writer.write(value)
      case .double(let value) where spellsNonFinite && !value.isFinite:
        writer.write(value.nonFiniteText)
      case .float(let value) where spellsNonFinite && !value.isFinite:
        writer.write(Double(value).nonFiniteText)
      case .double(let value): writer.write(value)
      case .float(let value): writer.write(value)
      case .instant(let value, let form): writer.write(value, as: form)
      }
    }
  }
}

extension RowTape.Event {
  /// The range of the text; nil if the event has none.
  fileprivate var text: Range<Int>? {
    switch self {
    case .key(let text), .number(let text), .string(let text), .bytes(let text): text
    default: nil
    }
  }

  fileprivate mutating func moveText(by shift: Int) {
    guard let text else { return }
    let moved = text.lowerBound + shift..<text.upperBound + shift
    switch self {
    case .key: self = .key(moved)
    case .number: self = .number(moved)
    case .string: self = .string(moved)
    default: self = .bytes(moved)
    }
  }
}

extension RowTape: FormatWriter {
  mutating func beginObject(_ fields: FieldTable) { beginMap() }
  mutating func beginMap() { events.append(.beginObject) }
  mutating func endObject() { events.append(.endObject) }
  mutating func beginArray() { events.append(.beginArray) }
  mutating func endArray() { events.append(.endArray) }

  mutating func writeMember<Value: Writable & ~Copyable>(_ key: StaticString, at index: Int, _ value: borrowing Value) {
    guard let name = memberName(key) else { return }
    writeKey(name)
    value.write(to: &self)
  }

  mutating func writeKey(utf8: Span<UInt8>) { events.append(.key(add(utf8))) }
  mutating func writeNull() { events.append(.null) }
  mutating func write(_ value: Bool) { events.append(.boolean(value)) }
  mutating func write(_ value: Int) { events.append(.integer(Int64(value))) }
  mutating func write(_ value: Int64) { events.append(.integer(value)) }
  mutating func write(_ value: UInt64) { addNumber("\(value)") }
  @available(WideIntegers, *)
  mutating func write(_ value: Int128) { addNumber("\(value)") }
  @available(WideIntegers, *)
  mutating func write(_ value: UInt128) { addNumber("\(value)") }
  mutating func write(_ value: Double) { events.append(.double(value)) }
  mutating func write(_ value: Float) { events.append(.float(value)) }
  mutating func write(_ value: String) { value.withUTF8Span { writeString(utf8: $0) } }
  mutating func write(_ value: Instant) { write(value, as: .instant) }
  mutating func write(_ value: Instant, as form: Instant.Form) { events.append(.instant(value, form)) }

  mutating func write(bytes: [UInt8]) { bytes.withSpan { events.append(.bytes(add($0))) } }
  mutating func writeNumber(text: Span<UInt8>) { events.append(.number(add(text))) }
  mutating func writeString(utf8: Span<UInt8>) { events.append(.string(add(utf8))) }

  mutating func fail(_ problem: FormatError.Problem) { if failure == nil { failure = problem } }
  var hasFailed: Bool { failure != nil }
}
