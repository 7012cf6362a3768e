import Millrace

extension CSV {
  /// Returns the number for a text such as `NaN` or `-inf`, or nil for all other texts.
  static func nonFiniteNumber(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let first = unsafe text.first, text.count <= 9 else { return nil }
    let hasSign = first == ASCII.minus || first == ASCII.plus
    let letters = unsafe text.dropFirst(hasSign ? 1 : 0).map { $0 | 0x20 }
    if letters.elementsEqual("nan".utf8) { return hasSign ? nil : .nan }
    guard letters.elementsEqual("inf".utf8) || letters.elementsEqual("infinity".utf8) else { return nil }
    return first == ASCII.minus ? -.infinity : .infinity
  }
}
