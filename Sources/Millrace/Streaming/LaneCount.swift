/// Counts bytes of some kind, sixty-four at a time.
///
/// Each lane of a vector counts separately, and the lanes are added before a lane can overflow.
package enum LaneCount {
  private typealias Vector = SIMD64<UInt8>
  private typealias SignedVector = SIMD64<Int8>

  package static func lineFeeds(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    unsafe count(in: bytes) {
      $0 .== Vector(repeating: ASCII.lineFeed)
    } byte: {
      $0 == ASCII.lineFeed
    }
  }

  package static func quotes(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    unsafe count(in: bytes) {
      $0 .== Vector(repeating: ASCII.quote)
    } byte: {
      $0 == ASCII.quote
    }
  }

  /// The number of Unicode scalars whose first byte is in the buffer.
  static func scalars(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    // Continuation bytes are 0x80 to 0xBF: as signed numbers, all that are less than 0xC0. (Masking bits first, with
    // `&`, is compiled to a loop over the lanes, which is about twenty times as slow.)
    let continuations = unsafe count(in: bytes) {
      unsafe unsafeBitCast($0, to: SignedVector.self) .< SignedVector(repeating: Int8(bitPattern: 0xC0))
    } byte: {
      $0 & 0xC0 == 0x80
    }
    return bytes.count - continuations
  }

  @inline(__always)
  private static func count(
    in bytes: UnsafeBufferPointer<UInt8>, lanes: (Vector) -> SIMDMask<SIMD64<Int8>>, byte isCounted: (UInt8) -> Bool
  ) -> Int {
    let width = Vector.scalarCount
    var total = 0
    var position = 0
    while bytes.count - position >= width, let start = bytes.baseAddress {
      var sums = Vector.zero
      let stop = position + min((bytes.count - position) / width, 255) * width
      while position < stop {
        let vector = unsafe UnsafeRawPointer(start + position).loadUnaligned(as: Vector.self)
        // A lane that matches is all ones, which is minus one.
        unsafe sums &-= unsafeBitCast(lanes(vector), to: Vector.self)
        position += width
      }
      for lane in 0..<width { total += Int(sums[lane]) }
    }
    while position < bytes.count {
      if unsafe isCounted(bytes[position]) { total += 1 }
      position += 1
    }
    return total
  }
}
