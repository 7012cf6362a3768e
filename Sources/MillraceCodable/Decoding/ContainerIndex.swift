import Millrace

/// The arrays and objects of a document.
///
/// Two questions need more than the document itself: how many elements an array has, and what the path of a value is to
/// which the marks do not lead. The index is created for the first of these questions, and answers all later ones
/// without another scan, so that a loop with a question for every element takes linear time.
///
/// SAFETY: the addresses are in the document of the state that has this index, and are only compared.
@safe
struct ContainerIndex {
  /// The containers in the order of their opening brackets.
  private let entries: [Entry]
  /// The element up to which elements were counted last.
  private var counted: (container: Int, element: UnsafePointer<UInt8>, ordinal: Int)?

  /// An array or an object.
  ///
  /// SAFETY: the addresses are in the document, and are only compared.
  @safe
  struct Entry {
    /// The opening bracket.
    var start: UnsafePointer<UInt8>
    /// The closing bracket.
    var end: UnsafePointer<UInt8>
    var count: Int
    /// The index of the container around it, or -1.
    var parent: Int
    /// The number of elements or members before it in that container.
    var ordinal: Int
  }

  /// A member or an element on the path from the root to a value.
  ///
  /// SAFETY: the address is in the document.
  @safe
  enum Step {
    /// The key of a member, as the address of its opening quote.
    case key(UnsafePointer<UInt8>)
    case element(Int)
  }

  init(_ entries: [Entry]) { self.entries = entries }

  /// Returns the innermost array or object around a position that is after its opening bracket, and not after its
  /// closing one.
  ///
  /// - Complexity: O(log *n* + depth)
  func container(around position: UnsafePointer<UInt8>) -> Entry? {
    unsafe innermost(before: firstIndex(from: position), around: position).map { entries[$0] }
  }

  /// Returns the steps from the root to the value at a position.
  ///
  /// - Complexity: O(log *n* + depth). For an element that is not a container also O(elements between it and the
  ///   element of the previous call, or the beginning of the array).
  mutating func steps(to position: UnsafePointer<UInt8>) -> [Step] {
    let next = unsafe firstIndex(from: position)
    var index = unsafe innermost(before: next, around: position)
    var value = unsafe position
    var ordinal = unsafe next < entries.count && entries[next].start == position ? entries[next].ordinal : nil
    var steps: [Step] = []
    while let container = index {
      let entry = entries[container]
      if unsafe entry.start.pointee == ASCII.openBrace {
        unsafe steps.append(.key(key(of: value, in: entry)))
      } else {
        unsafe steps.append(.element(ordinal ?? self.ordinal(of: value, in: container)))
      }
      unsafe (value, ordinal) = unsafe (entry.start, entry.ordinal)
      index = entry.parent < 0 ? nil : entry.parent
    }
    return steps.reversed()
  }

  /// Returns the index of the first container that opens at a position or after it.
  private func firstIndex(from position: UnsafePointer<UInt8>) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if unsafe entries[middle].start < position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func innermost(before index: Int, around position: UnsafePointer<UInt8>) -> Int? {
    var index = index - 1
    while index >= 0, unsafe entries[index].end < position { index = entries[index].parent }
    return index < 0 ? nil : index
  }

  /// Returns the opening quote of a value's key.
  private func key(of value: UnsafePointer<UInt8>, in object: Entry) -> UnsafePointer<UInt8> {
    var position = unsafe value - 1
    while unsafe position > object.start, unsafe position.pointee != ASCII.quote { unsafe position -= 1 }
    // An opening quote is the first quote without an odd number of preceding backslashes.
    while unsafe position > object.start {
      unsafe position -= 1
      guard unsafe position.pointee == ASCII.quote else { continue }
      var escape = unsafe position
      while unsafe escape > object.start, unsafe escape[-1] == ASCII.backslash { unsafe escape -= 1 }
      if unsafe (position - escape) % 2 == 0 { break }
    }
    return unsafe position
  }

  private mutating func ordinal(of value: UnsafePointer<UInt8>, in container: Int) -> Int {
    var cursor = unsafe DocumentCursor(position: entries[container].start + 1)
    var ordinal = 0
    if let counted = unsafe counted, unsafe counted.container == container, unsafe counted.element <= value {
      unsafe (cursor.position, ordinal) = unsafe (counted.element, counted.ordinal)
    }
    cursor.skipBlanks(depth: 0)
    while unsafe cursor.position < value {
      cursor.skipValue()
      cursor.skipBlanks(depth: 0)
      if cursor.byte == ASCII.comma {
        unsafe cursor.position += 1
        cursor.skipBlanks(depth: 0)
      }
      ordinal += 1
    }
    unsafe counted = unsafe (container, cursor.position, ordinal)
    return ordinal
  }
}

/// Creates the entries of a ``ContainerIndex``.
struct IndexRecorder: ContainerRecorder {
  private(set) var entries: [ContainerIndex.Entry] = []
  /// The innermost open container, or -1.
  private var current = -1

  mutating func beginEntry() { if current >= 0 { entries[current].count += 1 } }

  mutating func open(_ bracket: UnsafePointer<UInt8>) {
    let ordinal = current < 0 ? 0 : entries[current].count - 1
    unsafe entries.append(
      ContainerIndex.Entry(start: bracket, end: bracket, count: 0, parent: current, ordinal: ordinal))
    current = entries.count - 1
  }

  mutating func close(_ bracket: UnsafePointer<UInt8>) {
    unsafe entries[current].end = unsafe bracket
    current = entries[current].parent
  }
}
