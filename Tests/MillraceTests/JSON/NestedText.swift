/// A text of nothing but nesting.
struct NestedText {
  enum Shape: CaseIterable {
    case arrays
    /// Each in the member `next` of the one around it.
    case objects
    case arraysOfObjects
    case objectsOfArrays
  }

  private(set) var bytes: [UInt8] = []
  /// Where each level begins.
  private(set) var starts: [Int] = []
  /// Where the first level that is closed is closed.
  private(set) var firstEnd = 0

  /// - Parameter blanks: the number of blanks after the last bracket.
  init(_ shape: Shape, depth: Int, blanks: Int = 0) {
    var closers: [UInt8] = []
    for level in 0..<depth {
      let isObject =
        switch shape {
        case .arrays: false
        case .objects: true
        case .arraysOfObjects: level % 2 == 1
        case .objectsOfArrays: level % 2 == 0
        }
      starts.append(bytes.count)
      bytes.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
      if isObject, level < depth - 1 { bytes += Array("\"next\":".utf8) }
      closers.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }
    firstEnd = bytes.count
    bytes += closers.reversed() + [UInt8](repeating: 0x20, count: blanks)
    if depth == 0 { bytes = [0x30] }
  }
}
