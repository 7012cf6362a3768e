import Millrace

extension Columns {
  /// Strings or binary data in one buffer.
  ///
  /// ```swift
  /// let names = try Columns.table(of: films)["name"]?.strings
  /// print(names?[0] ?? "none")  // Alien
  /// ```
  public struct Texts: Sendable, Equatable {
    /// The offset of each text in ``bytes``, and the end of the last text: one more than the number of texts.
    public private(set) var offsets: [Int]
    /// All texts, concatenated; UTF-8 if they are strings.
    public private(set) var bytes: [UInt8]

    /// Creates an empty array of texts.
    public init() {
      offsets = [0]
      bytes = []
    }

    /// Creates texts from offsets and bytes.
    ///
    /// - Parameters:
    ///   - offsets: The offsets, ascending from 0 to the number of bytes; one more than the number of texts.
    ///   - bytes: The texts, concatenated. Each of them is well-formed UTF-8, if they are strings.
    /// - Precondition: The offsets begin at 0 and end at the number of bytes. Their ascending order is only checked in
    ///   debug builds.
    public init(offsets: [Int], bytes: [UInt8]) {
      precondition(offsets.first == 0 && offsets.last == bytes.count, "the offsets do not match the bytes")
      assert(zip(offsets, offsets.dropFirst()).allSatisfy { $0 <= $1 }, "offsets are not in ascending order")
      self.offsets = offsets
      self.bytes = bytes
    }

    /// The number of texts.
    public var count: Int { offsets.count - 1 }

    /// The string at an index.
    public subscript(index: Int) -> String { String(decoding: bytes[range(at: index)], as: UTF8.self) }

    /// Returns the range of a text in ``bytes``.
    public func range(at index: Int) -> Range<Int> { offsets[index]..<offsets[index + 1] }

    public mutating func append(_ text: some Collection<UInt8>) {
      bytes.append(contentsOf: text)
      offsets.append(bytes.count)
    }

    /// Appends all texts of other texts.
    mutating func append(contentsOf other: Texts) {
      let start = bytes.count
      bytes.append(contentsOf: other.bytes)
      offsets.append(contentsOf: other.offsets.dropFirst().lazy.map { start + $0 })
    }

    /// Whether all texts are UTF-8, both concatenated and each on its own: no text begins within a character.
    package var areUTF8: Bool {
      unsafe bytes.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return true }
        guard unsafe isValidUTF8(from: start, to: start + bytes.count) else { return false }
        return offsets.allSatisfy { unsafe $0 == bytes.count || bytes[$0] & 0xC0 != 0x80 }
      }
    }

    /// Removes the texts from an index on.
    public mutating func truncate(to count: Int) {
      guard count < self.count else { return }
      bytes.removeLast(bytes.count - offsets[count])
      offsets.removeLast(self.count - count)
    }
  }
}
