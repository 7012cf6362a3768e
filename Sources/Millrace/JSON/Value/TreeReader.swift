/// Reads trees.
///
/// Members and elements are collected on two stacks while those of nested values are read, so that each object and each
/// array is allocated once, with the size that it needs.
struct TreeReader: ~Copyable {
  private static let memoryOfMembers = ArrayMemory(of: JSON.Object.Member.self)
  private static let memoryOfElements = ArrayMemory(of: JSON.Value.self)

  private var members = ElementStack<JSON.Object.Member>(memoryOfMembers)
  private var elements = ElementStack<JSON.Value>(memoryOfElements)
}

extension TreeReader {
  mutating func readValue<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader
  ) throws -> JSON.Value {
    switch try reader.nextKind() {
    case .null:
      _ = reader.takeNull()
      return .null
    case .boolean: return .boolean(try reader.readBool())
    case .number: return .number(try reader.read(JSON.Number.self))
    case .string: return .string(try reader.readString())
    case .array: return .array(try readArray(from: &reader))
    case .object: return .object(try readObject(from: &reader))
    }
  }

  private mutating func readArray<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader
  ) throws -> [JSON.Value] {
    guard try reader.beginArray() else { return [] }
    let start = elements.count
    repeat { elements.append(try readValue(from: &reader)) } while try reader.nextElement()
    return elements.takeLast(from: start)
  }

  mutating func readObject<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader
  ) throws -> JSON.Object {
    guard try reader.beginMap() else { return JSON.Object() }
    let start = members.count
    var index: [JSON.ExactKey: Int]?
    var filter = KeyFilter()
    repeat {
      let key = try reader.readKey()
      if !filter.insert(key), let position = position(of: key, from: start, index: index) {
        if reader.duplicateKeys == .firstWins {
          try reader.skipValue()
        } else {
          let value = try readValue(from: &reader)
          members[position].value = value
        }
      } else {
        let value = try readValue(from: &reader)
        members.append(JSON.Object.Member(key: consume key, value: value))
        if members.count - start > JSON.Object.longestWithoutIndex { addLast(to: &index, from: start) }
      }
    } while try reader.nextMember()
    return JSON.Object(members: members.takeLast(from: start), index: index)
  }

  /// The position on the stack of the member with a key, or nil.
  ///
  /// - Parameters:
  ///   - start: where the object's members begin on the stack.
  ///   - index: the positions of the object's members, in the object.
  private func position(of key: String, from start: Int, index: [JSON.ExactKey: Int]?) -> Int? {
    if let index { return index[JSON.ExactKey(text: key)].map { start + $0 } }
    return (start..<members.count).first { JSON.ExactKey.areEqual(members[$0].key, key) }
  }

  /// Adds the last member to the index; the first time, all members.
  @inline(never)
  private func addLast(to index: inout [JSON.ExactKey: Int]?, from start: Int) {
    if index == nil { index = [:] }
    for position in (index?.count ?? 0)..<members.count - start {
      index?[JSON.ExactKey(text: members[start + position].key)] = position
    }
  }
}
