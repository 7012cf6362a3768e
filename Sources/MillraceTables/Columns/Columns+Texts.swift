import Millrace

extension Columns {
  /// Strings, or pieces of binary data, in one buffer.
  public struct Texts: Sendable, Equatable {
    /// Where each text begins in ``bytes``, and after the last one where it ends: one more than there are texts.
    public private(set) var offsets: [Int]
    /// All texts, one after the other; UTF-8 if they are strings.
    public private(set) var bytes: [UInt8]

    public init() {
      offsets = [0]
      bytes = []
    }

    /// - Parameters:
    ///   - offsets: ascending from 0 to the number of bytes, one more than there are texts.
    ///   - bytes: well-formed UTF-8 in each text, if they are strings.
    /// - Precondition: the offsets begin at 0 and end at the number of bytes. That they ascend is checked in debug
    ///   builds only; what does not ascend is a text that cannot be asked for.
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

    /// Where the text at an index is in ``bytes``.
    public func range(at index: Int) -> Range<Int> { offsets[index]..<offsets[index + 1] }

    public mutating func append(_ text: some Collection<UInt8>) {
      bytes.append(contentsOf: text)
      offsets.append(bytes.count)
    }

    /// Removes the texts from an index on.
    public mutating func truncate(to count: Int) {
      guard count < self.count else { return }
      bytes.removeLast(bytes.count - offsets[count])
      offsets.removeLast(self.count - count)
    }
  }
}
