/// Documents that end too early.
struct Truncation {
  /// A document up to a byte.
  struct Cut {
    var offset: Int
    var text: [UInt8]
  }

  /// The number of bytes before a cut that are kept.
  private static let kept = 1_500

  /// An array or object that is open at a cut.
  private struct Level {
    var start: Int
    /// The offsets of its elements or members, after the bracket or a comma.
    var children: [Int]
  }

  private let document: [UInt8]

  init(_ document: [UInt8]) { self.document = document }

  /// Cuts a document at some offsets, and omits complete elements and members far before each cut. The open arrays and
  /// objects and the text around the cut remain.
  ///
  /// Whole documents cut at a few thousand places are gigabytes, too much for debug builds.
  ///
  /// - Parameter offsets: in ascending order.
  func shortened(at offsets: some Sequence<Int>, _ body: (Cut) throws -> Void) rethrows {
    var levels: [Level] = []
    var position = 0
    var isInString = false
    for offset in offsets {
      while position < offset {
        let byte = document[position]
        if isInString {
          if byte == UInt8(ascii: "\\") { position += 1 }
          if byte == UInt8(ascii: "\"") { isInString = false }
        } else {
          switch UnicodeScalar(byte) {
          case "[", "{": levels.append(Level(start: position, children: [position + 1]))
          case "]", "}": levels.removeLast()
          case ",": levels[levels.count - 1].children.append(position + 1)
          case "\"": isInString = true
          default: break
          }
        }
        position += 1
      }
      try body(Cut(offset: offset, text: shortened(levels, offset)))
    }
  }

  private func shortened(_ levels: [Level], _ offset: Int) -> [UInt8] {
    var text: [UInt8] = []
    var position = 0
    for (index, level) in levels.enumerated() {
      if level.start >= offset - Self.kept { break }
      text += document[position...level.start]
      position = level.children.last { $0 < offset - Self.kept } ?? level.start + 1
      if position != level.children.last { position = level.children.first { $0 >= offset - Self.kept } ?? position }
      let next = index + 1 < levels.count ? levels[index + 1].start : offset
      if position >= offset - Self.kept || next >= offset - Self.kept { break }
    }
    return text + document[min(position, offset)..<offset]
  }

  /// A document up to each of some of its bytes.
  func whole(at offsets: some Sequence<Int>, _ body: (Cut) throws -> Void) rethrows {
    for offset in offsets { try body(Cut(offset: offset, text: Array(document[..<offset]))) }
  }
}
