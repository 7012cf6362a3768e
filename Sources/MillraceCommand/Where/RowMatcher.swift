import Millrace

/// Finds the values of a condition in rows, and evaluates it. Without a condition it only notes which columns rows have,
/// and leaves out the first rows.
///
/// The paths of all references are a tree of names, so that a row is scanned once, whatever the number of references.
final class RowMatcher {
  private let condition: RowCondition?
  private let offset: RowOffset?
  var tape = RowTape()
  /// Whether NaN and infinities are cells of CSV, which are text in outputs without types.
  var spellsNonFinite = false

  private struct Node {
    var children: [(name: [UInt8], index: Int?, node: Int)] = []
    /// The slot in which the event of the value is stored.
    var slot: Int?
    /// The slots of the value and of everything in it.
    var slots: [Int] = []
  }
  private var nodes = [Node()]
  /// Of each reference the slots of its paths.
  private var slotsOfReferences: [[Int]] = []
  /// The event of each value in the row; negative if there is none.
  private var eventsOfSlots: [Int] = []
  /// The open arrays and objects, with their node, and the next index in an array; negative in an object.
  private var open: [(node: Int, index: Int)] = []

  /// The rows that were read.
  private(set) var rowCount = 0
  /// The columns that were found in them.
  var findings: ReferenceFindings
  /// Receives the number of rows from time to time.
  var report: (_ rows: Int) -> Void = { _ in }

  /// - Parameters:
  ///   - columns: The columns that rows must have, in addition to those of the condition.
  ///   - offset: the rows to leave out of those that fulfill the condition.
  init(_ condition: RowCondition?, columns: [RowCondition.Reference], offset: RowOffset? = nil) {
    self.condition = condition
    self.offset = offset
    let references = (condition?.references ?? []) + columns
    findings = ReferenceFindings(references)
    var known: [[JSON.ExactKey: Int]] = [[:]]
    for reference in references { slotsOfReferences.append(reference.paths.map { addPath($0, &known) }) }
  }

  /// - Parameter known: the nodes below each node, by their names.
  private func addPath(_ path: [String], _ known: inout [[JSON.ExactKey: Int]]) -> Int {
    var way = [0]
    for token in path {
      let node = way[way.count - 1]
      if let child = known[node][token] {
        way.append(child)
      } else {
        let index = Int(token).flatMap { $0 >= 0 && "\($0)" == token ? $0 : nil }
        nodes[node].children.append((Array(token.utf8), index, nodes.count))
        known[node][token] = nodes.count
        way.append(nodes.count)
        nodes.append(Node())
        known.append([:])
      }
    }
    let end = way[way.count - 1]
    if let slot = nodes[end].slot { return slot }
    let slot = eventsOfSlots.count
    eventsOfSlots.append(Self.none)
    nodes[end].slot = slot
    for node in way { nodes[node].slots.append(slot) }
    return slot
  }

  /// Whether the row on the tape fulfills the condition and is not one of the first rows that are left out.
  func matches() -> Bool {
    rowCount += 1
    if rowCount & 0xFF == 0 { report(rowCount) }
    if condition != nil || !findings.isComplete { find() }
    if !findings.isComplete { findings.add(tape, at: rowCount, found: { self.slot(of: $0) != nil }) }
    guard condition?.isTrue({ value(of: $0) }) ?? true else { return false }
    return offset?.takesNextRow() ?? true
  }

  /// Whether no further row needs to be examined, because all are accepted.
  var isDone: Bool { !hasCondition && findings.isComplete }

  /// Whether rows may be left out.
  var hasCondition: Bool { condition != nil || offset != nil }

  // MARK: Values

  private static let none = -1

  private func find() {
    for slot in nodes[0].slots { eventsOfSlots[slot] = Self.none }
    open.removeAll(keepingCapacity: true)
    var node = 0
    for (index, event) in tape.events.enumerated() {
      switch event {
      case .key(let range): node = child(of: open.last?.node ?? Self.none, named: tape.text[range])
      case .endObject, .endArray: open.removeLast()
      default:
        if let last = open.indices.last, open[last].index >= 0 {
          node = child(of: open[last].node, at: open[last].index)
          open[last].index += 1
        }
        if node >= 0 {
          // Of a duplicate key the last value counts.
          for slot in nodes[node].slots { eventsOfSlots[slot] = Self.none }
          if let slot = nodes[node].slot { eventsOfSlots[slot] = index }
        }
        switch event {
        case .beginObject: open.append((node, -1))
        case .beginArray: open.append((node, 0))
        default: break
        }
      }
    }
  }

  private func child(of node: Int, named name: ArraySlice<UInt8>) -> Int {
    guard node >= 0 else { return Self.none }
    return nodes[node].children.first { $0.name.elementsEqual(name) }?.node ?? Self.none
  }

  private func child(of node: Int, at index: Int) -> Int {
    guard node >= 0 else { return Self.none }
    return nodes[node].children.first { $0.index == index }?.node ?? Self.none
  }

  private func slot(of reference: Int) -> Int? {
    slotsOfReferences[reference].first { eventsOfSlots[$0] >= 0 }
  }

  private func value(of reference: Int) -> ComparedValue {
    guard let slot = slot(of: reference) else { return .null }
    return tape.value(at: eventsOfSlots[slot], spellsNonFinite: spellsNonFinite)
  }
}

extension RowTape {
  /// The value that begins with an event, as conditions compare it.
  func value(at event: Int, spellsNonFinite: Bool = false) -> ComparedValue {
    switch events[event] {
    case .double(let value) where spellsNonFinite && !value.isFinite:
      return .text(Array(value.nonFiniteText.utf8)[...])
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .number(ComparedNumber(value))
    case .double(let value): return ComparedNumber(value).map(ComparedValue.number) ?? .null
    case .float(let value): return ComparedNumber(value).map(ComparedValue.number) ?? .null
    case .number(let range):
      return ComparedNumber(text[range]).map(ComparedValue.number) ?? .null
    case .string(let range): return .text(text[range])
    case .bytes(let range): return .text(Array(base64(Array(text[range]), .standard).utf8)[...])
    case .instant(let value, let form): return .instant(value, form)
    case .beginObject, .beginArray: return .container
    case .null, .key, .endObject, .endArray: return .null
    }
  }
}
