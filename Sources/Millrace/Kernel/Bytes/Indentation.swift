/// The observed indentation for each nesting level, used to predict the offset of the next token.
@frozen @usableFromInline
package struct Indentation {
  /// The number of spaces for each level.
  @usableFromInline var width = 0

  @inlinable package init() {}

  /// Returns the first token of a line, or nil if the line is not indented as predicted.
  ///
  /// - Parameters:
  ///   - line: The first byte of the line.
  ///   - depth: The number of open arrays and objects.
  /// - Safety: 40 bytes from `line` on must be readable.
  @inlinable @inline(__always)
  package func token(ofLine line: UnsafePointer<UInt8>, depth: Int) -> UnsafePointer<UInt8>? {
    let inside = width &* depth
    if unsafe isIndented(line, by: inside) { return unsafe line + inside }
    // The closing bracket of an array or an object is indented by one level less.
    let outside = inside &- width
    return unsafe isIndented(line, by: outside) ? line + outside : nil
  }

  /// Records the indentation of a line.
  @inlinable @inline(__always)
  package mutating func learn(_ spaces: Int, depth: Int) {
    if depth > 0 { width = spaces / depth }
  }

  /// Whether a line begins with this number of spaces followed by a token. At most 32 are checked.
  @inlinable @inline(__always)
  func isIndented(_ line: UnsafePointer<UInt8>, by width: Int) -> Bool {
    guard UInt(bitPattern: width) <= 32, unsafe line[width] > ASCII.space else { return false }
    if width >= 16 {
      let first = unsafe SixteenBytes(at: line).nonSpaces
      return unsafe first.isEmpty && SixteenBytes(at: line + (width &- 16)).nonSpaces.isEmpty
    }
    let first = unsafe EightBytes(at: line).nonSpaces
    if width >= 8 { return unsafe first | EightBytes(at: line + (width &- 8)).nonSpaces == 0 }
    return width == 0 || first &<< UInt64(truncatingIfNeeded: 64 &- 8 &* width) == 0
  }
}
