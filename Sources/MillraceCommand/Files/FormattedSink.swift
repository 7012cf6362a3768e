import Millrace

/// Writes formatted text to a file, if there is one, and compares it with the original text.
///
/// The input is indented by two spaces for each level, and the output by another number. Line feeds
/// in strings are escaped, so that spaces at the start of a line are an indentation.
final class FormattedSink: ByteSink {
  private let output: (any ByteSink)?
  private let comparison: Comparison
  private let indentation: Int
  private let advance: () -> Void
  /// The spaces at the start of a line so far; nil in the rest of the line.
  private var spaces: Int? = 0
  private var text: [UInt8] = []

  /// - Parameters:
  ///   - output: nil if the text is only compared.
  ///   - indentation: the spaces for each level; nil if lines are not indented.
  ///   - advance: Called whenever bytes are written.
  init(_ output: (any ByteSink)?, _ comparison: Comparison, indentation: Int?, _ advance: @escaping () -> Void) {
    self.output = output
    self.comparison = comparison
    self.indentation = indentation ?? 2
    self.advance = advance
  }

  func write(_ bytes: Span<UInt8>) throws {
    advance()
    guard indentation != 2 else { return try give(bytes) }
    text.removeAll(keepingCapacity: true)
    for index in bytes.indices {
      let byte = bytes[index]
      if let count = spaces {
        if byte == UInt8(ascii: " ") {
          spaces = count + 1
          continue
        }
        text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count / 2 * indentation))
        spaces = nil
      }
      text.append(byte)
      if byte == UInt8(ascii: "\n") { spaces = 0 }
    }
    try unsafe text.withUnsafeBufferPointer { try unsafe give($0.span) }
  }

  private func give(_ bytes: Span<UInt8>) throws {
    comparison.add(formatted: bytes)
    guard var output else { return }
    try output.write(bytes)
  }

  /// Renames the file to its final name. Without this call, the file is removed.
  func commit() throws {
    guard var output else { return }
    try output.finish()
  }
}

/// Compares the original with the formatted text. Both are received in pieces.
final class Comparison {
  private(set) var isDifferent = false
  private var original: [UInt8] = []
  private var formatted: [UInt8] = []

  func add(original bytes: ArraySlice<UInt8>) {
    guard !isDifferent else { return }
    original += bytes
    compare()
  }

  func add(formatted bytes: Span<UInt8>) {
    guard !isDifferent else { return }
    unsafe bytes.withUnsafeBufferPointer { unsafe formatted += $0 }
    compare()
  }

  /// Ends the comparison: both texts are complete.
  func finish() { if !original.isEmpty || !formatted.isEmpty { isDifferent = true } }

  private func compare() {
    let count = min(original.count, formatted.count)
    if original[..<count] != formatted[..<count] {
      isDifferent = true
      original = []
      formatted = []
    } else {
      original.removeFirst(count)
      formatted.removeFirst(count)
    }
  }
}

/// A source that passes all its bytes to a comparison, too.
final class ObservedSource: ByteSource {
  private var source: any ByteSource
  private let comparison: Comparison

  init(_ source: any ByteSource, _ comparison: Comparison) {
    self.source = source
    self.comparison = comparison
  }

  func read(into output: inout OutputSpan<UInt8>) throws {
    let before = output.count
    try source.read(into: &output)
    unsafe output.withUnsafeMutableBufferPointer { memory, initialized in
      unsafe comparison.add(original: Array(memory[before..<initialized])[...])
    }
  }
}
