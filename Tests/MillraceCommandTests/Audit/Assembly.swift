/// A buffer to which bytes are appended, with labels for offsets that are not known yet.
struct Assembly {
  /// The address of the first byte.
  let base: Int
  private(set) var bytes: [UInt8] = []
  private var labels: [String: Int] = [:]
  private var fixups: [(place: Int, size: Int, value: (_ place: Int, _ labels: [String: Int]) -> Int)] = []

  init(base: Int = 0) { self.base = base }

  mutating func label(_ name: String) { labels[name] = bytes.count }

  mutating func integer(_ value: Int, size: Int) {
    for byte in 0..<size { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
  }

  mutating func word32(_ values: Int...) { for value in values { integer(value, size: 4) } }
  mutating func word64(_ values: Int...) { for value in values { integer(value, size: 8) } }

  /// Appends text, padded with zeros to a size, or terminated by a zero.
  mutating func text(_ text: String, size: Int? = nil) {
    bytes += text.utf8
    let padding = size.map { $0 - text.utf8.count } ?? 1
    bytes += [UInt8](repeating: 0, count: padding)
  }

  mutating func align(_ size: Int) { while bytes.count % size != 0 { bytes.append(0) } }

  /// The distance from here to a label, 32 bits.
  mutating func relative(to label: String, plus addend: Int = 0) {
    fixup(size: 4) { place, labels in (labels[label] ?? 0) - place + addend }
  }

  /// The offset of a label in the file.
  mutating func offset(of label: String, size: Int = 4) {
    fixup(size: size) { _, labels in labels[label] ?? 0 }
  }

  /// The address of a label.
  mutating func address(of label: String, tag: Int = 0) {
    fixup(size: 8) { [base] _, labels in base + (labels[label] ?? 0) | tag }
  }

  /// The distance of two labels.
  mutating func distance(from first: String, to second: String, size: Int = 4, dividedBy unit: Int = 1) {
    fixup(size: size) { _, labels in ((labels[second] ?? 0) - (labels[first] ?? 0)) / unit }
  }

  /// A value that depends on where a label is.
  mutating func value(of label: String, size: Int, _ value: @escaping (_ offset: Int) -> Int) {
    fixup(size: size) { _, labels in value(labels[label] ?? 0) }
  }

  private mutating func fixup(size: Int, _ value: @escaping (Int, [String: Int]) -> Int) {
    fixups.append((bytes.count, size, value))
    integer(0, size: size)
  }

  /// The bytes with everything filled in.
  var finished: [UInt8] {
    var result = bytes
    for fixup in fixups {
      let value = fixup.value(fixup.place, labels)
      for byte in 0..<fixup.size { result[fixup.place + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
    }
    return result
  }
}
