// Sorting the members of an object at its end.
//
// A writer that sorts records where each member begins. A member together with its separator has the same form at every
// position, in all layouts. So sorting only moves these pieces of text.

/// The positions at which the members of the open objects begin.
@usableFromInline
struct SortedMembers {
  /// Offsets in the output, after a marker for each open object.
  @usableFromInline var starts: [Int] = []

  @inlinable init() {}

  private static var mark: Int { -1 }

  @usableFromInline mutating func beginObject() { starts.append(Self.mark) }

  @usableFromInline mutating func beginMember(at offset: Int) { starts.append(offset) }

  @usableFromInline mutating func removeAll() { starts.removeAll(keepingCapacity: true) }

  /// Sorts the members of the innermost object.
  @usableFromInline
  mutating func endObject(in output: inout OutputBuffer) {
    guard let mark = starts.lastIndex(of: Self.mark) else { return }
    defer { starts.removeSubrange(mark...) }
    let members = starts[(mark + 1)...]
    guard members.count > 1, let first = members.first else { return }

    let ends = members.dropFirst() + [output.count]
    let pieces = unsafe zip(members, ends).map { start, end in
      let text = unsafe UnsafeRawBufferPointer(start: output.start + start, count: end - start)
      return unsafe (key: Self.sortingKey(of: text), text: text)
    }
    // Equal keys stay in the order in which they were written.
    let order = unsafe pieces.indices.sorted { left, right in
      let (one, other) = unsafe (pieces[left].key, pieces[right].key)
      return one == other ? left < right : one.lexicographicallyPrecedes(other)
    }
    if unsafe order.elementsEqual(pieces.indices) { return }
    let sorted = unsafe order.flatMap { unsafe pieces[$0].text }
    unsafe sorted.withUnsafeBytes {
      unsafe (output.start + first).copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: $0.count)
    }
  }

  /// Returns the UTF-16 code units of the key at the beginning of a member.
  private static func sortingKey(of member: UnsafeRawBufferPointer) -> [UInt16] {
    var end = 1
    var hasEscapes = false
    while unsafe member[end] != ASCII.quote {
      hasEscapes = unsafe hasEscapes || member[end] == ASCII.backslash
      unsafe end += member[end] == ASCII.backslash ? 2 : 1
    }
    if hasEscapes, let key = try? unsafe JSON.decode(String.self, from: Array(member[0...end])) {
      return Array(key.utf16)
    }
    return unsafe Array(String(decoding: member[1..<end], as: UTF8.self).utf16)
  }
}
