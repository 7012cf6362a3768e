/// Puts the members of every object of a document in one order and leaves all other bytes as they are, blanks included:
/// Foundation's order without `sortedKeys` is another one in each run.
struct MemberOrder {
  private let bytes: [UInt8]
  private var position = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// - Parameter document: what an encoder wrote. A document that is not JSON is returned unchanged.
  static func sorted(_ document: [UInt8]) -> [UInt8] {
    var order = MemberOrder(document)
    let sorted = order.value()
    return sorted.count == document.count ? sorted : document
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func value() -> [UInt8] {
    switch next {
    case UInt8(ascii: "{"): object()
    case UInt8(ascii: "["): elements()
    case UInt8(ascii: "\""): string()
    default: take { !",]} \n\t\r:".utf8.contains($0) }
    }
  }

  private mutating func take(while belongs: (UInt8) -> Bool) -> [UInt8] {
    let start = position
    while let next, belongs(next) { position += 1 }
    return Array(bytes[start..<position])
  }

  private mutating func take() -> [UInt8] {
    guard let next else { return [] }
    position += 1
    return [next]
  }

  private mutating func blanks() -> [UInt8] { take { " \n\t\r".utf8.contains($0) } }

  private mutating func string() -> [UInt8] {
    var text = take()
    while let next, next != UInt8(ascii: "\"") {
      if next == UInt8(ascii: "\\") { text += take() }
      text += take()
    }
    return text + take()
  }

  private mutating func elements() -> [UInt8] {
    var text = take() + blanks()
    while let next, next != UInt8(ascii: "]") {
      text += value() + blanks()
      guard self.next == UInt8(ascii: ",") else { break }
      text += take() + blanks()
    }
    return text + take()
  }

  private mutating func object() -> [UInt8] {
    let opening = take()
    var members: [[UInt8]] = []
    var separator: [UInt8] = []
    var rest = blanks()
    while let next, next == UInt8(ascii: "\"") {
      members.append(rest + string() + blanks() + take() + blanks() + value())
      rest = blanks()
      guard self.next == UInt8(ascii: ",") else { break }
      separator = take()
      rest = rest + blanks()
    }
    members.sort { $0.lexicographicallyPrecedes($1) }
    return opening + members.joined(separator: separator) + rest + take()
  }
}
