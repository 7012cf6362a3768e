import Millrace

/// Gives bytes in pieces of chosen sizes.
package struct ChunkedSource: ByteSource {
  private let bytes: [UInt8]
  private var cuts: ArraySlice<Int>
  private var position = 0

  /// - Parameter cuts: offsets in ascending order, at which a piece ends. Offsets after the end are ignored.
  package init(_ bytes: [UInt8], cutAt cuts: [Int]) {
    self.bytes = bytes
    self.cuts = cuts[...]
  }

  package mutating func read(into output: inout OutputSpan<UInt8>) {
    while let cut = cuts.first, cut <= position { cuts.removeFirst() }
    let end = min(cuts.first ?? bytes.count, bytes.count, position + output.freeCapacity)
    let piece = position..<end
    output.withUnsafeMutableBufferPointer { memory, initialized in
      _ = memory[initialized...].update(fromContentsOf: bytes[piece])
      initialized += piece.count
    }
    position = end
  }
}

extension Elements where Source: ~Copyable {
  /// All elements as `forEach` gives them, and what the stream ended with.
  package consuming func collectedByForEach() -> (values: [Value], error: FormatError?) {
    var values: [Value] = []
    do {
      try forEach { values.append($0) }
      return (values, nil)
    } catch {
      return (values, error as? FormatError)
    }
  }

  /// All elements, and what the stream ended with.
  package consuming func collected() -> (values: [Value], error: FormatError?) {
    var values: [Value] = []
    do {
      while let value = try next() { values.append(value) }
      return (values, nil)
    } catch {
      return (values, error as? FormatError)
    }
  }
}
