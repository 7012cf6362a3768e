import Millrace
import MillraceCodable

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Returns a compact document in another layout.
func laidOut(_ text: EncodedText, _ formatting: JSONEncoder.OutputFormatting) -> Data {
  let escapesSlashes = !formatting.contains(.withoutEscapingSlashes)
  if formatting.contains(.prettyPrinted) || formatting.contains(.sortedKeys) {
    return unsafe text.withBytes { text in
      var layout = unsafe FoundationLayout(
        text: text, isPretty: formatting.contains(.prettyPrinted), sortsKeys: formatting.contains(.sortedKeys))
      layout.copyValue(level: 0)
      return unsafe layout.output.withUnsafeBufferPointer {
        unsafe escapesSlashes ? escapingSlashes($0) ?? Data($0) : Data($0)
      }
    }
  }
  if escapesSlashes, let escaped = unsafe text.withBytes(escapingSlashes) { return escaped }
  switch text {
  case .small(let bytes): return unsafe Data(bytes)
  case .large(let bytes): return Data(keeping: bytes)
  }
}

extension Data {
  /// Refers to the elements of an array instead of copying them.
  fileprivate init(keeping bytes: [UInt8]) {
    let elements = unsafe bytes.withUnsafeBytes { unsafe $0 }
    guard let start = elements.baseAddress else {
      self.init()
      return
    }
    // SAFETY: the elements of an array that is never changed do not move as long as the array exists.
    unsafe self.init(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: elements.count,
      deallocator: .custom { _, _ in withExtendedLifetime(bytes) {} })
  }
}

/// Lays out a compact document as Foundation does: with `" : "` after keys, and a line in empty arrays and objects.
///
/// SAFETY: the text outlives this value, and positions are compared with its count.
@safe
private struct FoundationLayout {
  let text: UnsafeBufferPointer<UInt8>
  let isPretty: Bool
  let sortsKeys: Bool
  var output: [UInt8] = []
  private var position = 0

  init(text: UnsafeBufferPointer<UInt8>, isPretty: Bool, sortsKeys: Bool) {
    unsafe self.text = unsafe text
    self.isPretty = isPretty
    self.sortsKeys = sortsKeys
    output.reserveCapacity(text.count + (isPretty ? text.count / 2 : 0))
  }

  mutating func copyValue(level: Int) {
    switch unsafe text[position] {
    case UInt8(ascii: "{") where sortsKeys: copySortedObject(level: level)
    case let open where open == UInt8(ascii: "{") || open == UInt8(ascii: "["): copyContainer(open, level: level)
    case UInt8(ascii: "\""): unsafe output += text[skipString()]
    default:
      let start = position
      while unsafe position < text.count, unsafe !Self.endsScalar(text[position]) { position += 1 }
      unsafe output += text[start..<position]
    }
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
  }

  /// Copies an array, or an object in its order.
  private mutating func copyContainer(_ open: UInt8, level: Int) {
    let close = open == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")
    position += 1
    output.append(open)
    breakLine(level + 1)
    var isFirst = true
    while unsafe text[position] != close {
      if !isFirst { separate(level + 1) } else if isPretty { indent(level + 1) }
      isFirst = false
      open == UInt8(ascii: "{") ? copyMember(level: level + 1) : copyValue(level: level + 1)
      if unsafe text[position] == UInt8(ascii: ",") { position += 1 }
    }
    self.close(close, level)
  }

  /// Scans the object twice: first for its keys, then each member at its position.
  private mutating func copySortedObject(level: Int) {
    var members: [(key: [UInt8], place: Int)] = []
    position += 1
    while unsafe text[position] != UInt8(ascii: "}") {
      let place = position
      unsafe members.append((Self.unescaped(text[skipString()]), place))
      position += 1
      skipValue()
      if unsafe text[position] == UInt8(ascii: ",") { position += 1 }
    }
    let end = position
    members.sort { $0.key.lexicographicallyPrecedes($1.key) }
    output.append(UInt8(ascii: "{"))
    breakLine(level + 1)
    for (index, member) in members.enumerated() {
      if index > 0 { separate(level + 1) } else if isPretty { indent(level + 1) }
      position = member.place
      copyMember(level: level + 1)
    }
    position = end
    close(UInt8(ascii: "}"), level)
  }

  private mutating func copyMember(level: Int) {
    unsafe output += text[skipString()]
    position += 1
    if isPretty { output += Array(" : ".utf8) } else { output.append(UInt8(ascii: ":")) }
    copyValue(level: level)
  }

  private mutating func close(_ bracket: UInt8, _ level: Int) {
    position += 1
    breakLine(level)
    if isPretty { indent(level) }
    output.append(bracket)
  }

  private mutating func breakLine(_ level: Int) {
    if isPretty { output.append(UInt8(ascii: "\n")) }
  }

  private mutating func separate(_ level: Int) {
    output.append(UInt8(ascii: ","))
    if isPretty {
      output.append(UInt8(ascii: "\n"))
      indent(level)
    }
  }

  private mutating func indent(_ level: Int) {
    for _ in 0..<level { output += [UInt8(ascii: " "), UInt8(ascii: " ")] }
  }

  // MARK: Skipping

  private mutating func skipString() -> Range<Int> {
    let start = position
    position += 1
    while unsafe text[position] != UInt8(ascii: "\"") {
      unsafe position += text[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position += 1
    return start..<position
  }

  private mutating func skipValue() {
    var depth = 0
    repeat {
      switch unsafe text[position] {
      case UInt8(ascii: "\""): _ = skipString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        position += 1
      default: position += 1
      }
    } while unsafe depth > 0 || !Self.endsScalar(text[position])
  }

  /// The bytes of a string of a document, without its escapes.
  private static func unescaped(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
    let inner = unsafe text.dropFirst().dropLast()
    if unsafe !inner.contains(UInt8(ascii: "\\")) { return unsafe Array(inner) }
    return unsafe (try? JSON.decode(String.self, from: Array(text))).map { Array($0.utf8) } ?? Array(inner)
  }
}
