/// How far lines seem to be indented for each level of nesting, to foresee where the next token is.
@frozen @usableFromInline
package struct Indentation {
  /// The spaces for each level.
  @usableFromInline var width = 0

  @inlinable package init() {}

  /// The token of a line that is indented as was foreseen, or nil.
  ///
  /// - Parameters:
  ///   - line: the first byte of the line.
  ///   - depth: the arrays and objects that are open.
  /// - Safety: 40 bytes from `line` on must be readable.
  @inlinable @inline(__always)
  package func token(ofLine line: UnsafePointer<UInt8>, depth: Int) -> UnsafePointer<UInt8>? {
    let inside = width &* depth
    if isIndented(line, by: inside) { return line + inside }
    // The bracket that ends an array or an object is one level further out.
    let outside = inside &- width
    return isIndented(line, by: outside) ? line + outside : nil
  }

  /// Takes note of how far a line was indented.
  @inlinable @inline(__always)
  package mutating func learn(_ spaces: Int, depth: Int) {
    if depth > 0 { width = spaces / depth }
  }

  /// Whether a line begins with this number of spaces and a token after them. At most 32 are looked at.
  @inlinable @inline(__always)
  func isIndented(_ line: UnsafePointer<UInt8>, by width: Int) -> Bool {
    guard UInt(bitPattern: width) <= 32, line[width] > ASCII.space else { return false }
    if width >= 16 {
      let first = SixteenBytes(at: line).nonSpaces
      return first.isEmpty && SixteenBytes(at: line + (width &- 16)).nonSpaces.isEmpty
    }
    let first = EightBytes(at: line).nonSpaces
    if width >= 8 { return first | EightBytes(at: line + (width &- 8)).nonSpaces == 0 }
    return width == 0 || first &<< UInt64(truncatingIfNeeded: 64 &- 8 &* width) == 0
  }
}
