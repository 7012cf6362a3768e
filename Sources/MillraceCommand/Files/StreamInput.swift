import Millrace

/// A file whose elements are converted one after another.
struct StreamInput {
  /// What it is called in messages.
  let name: String
  let format: Format
  /// The size of a regular file in bytes; nil for anything else.
  let size: Int?
  let source: CountingSource
  private let isCompressed: Bool

  /// - Parameters:
  ///   - path: a file's path, or `-` for standard input.
  ///   - isCompressed: whether it is, when its name does not say so.
  init(_ path: String, format: Format, isCompressed: Bool) throws(CommandError) {
    let descriptor = path == "-" ? Descriptor.standardInput : try Descriptor.open(path)
    name = descriptor.path
    self.format = format
    size = descriptor.size
    source = CountingSource(descriptor)
    self.isCompressed = isCompressed || Format.isCompressed(path: path)
  }

  func elements<Element: Readable>(
    of type: Element.Type = Anything.self, at pointer: JSON.Pointer = "",
    reading: JSON.ReadingOptions = JSON.ReadingOptions(), onBadLine: JSON.StreamOptions.BadElements
  ) throws -> JSON.Elements<Element> {
    let options = JSON.StreamOptions(
      framing: format == .json ? .document : .lines, compression: isCompressed ? .gzip : .none,
      onBadElement: format == .json ? .stop : onBadLine, reading: reading)
    return try JSON.stream(from: source, at: pointer, options: options)
  }

  /// An error in the form that editors and terminals make a link of, with the line that it is in.
  func message<Element>(_ error: FormatError, in elements: borrowing JSON.Elements<Element>) -> String {
    if case .custom(let error) = error.problem {
      return (error as? CommandError)?.description ?? "millrace: \(name): \(error)"
    }
    var message = describe(error)
    guard let offset = error.place.offset else { return message }
    elements.withBytesInMemory { bytes, first in
      if first <= offset { message += "\n" + bytes.withUnsafeBufferPointer { excerpt(of: $0, at: offset - first) } }
    }
    return message
  }

  func describe(_ error: FormatError) -> String {
    let place = error.place
    var message = name
    if let line = place.line, let column = place.column { message += ":\(line):\(column)" }
    message += ": \(error.problem)"
    if let path = place.path, !path.isEmpty { message += ", at \(path)" }
    return message
  }
}

/// A descriptor as a source that knows how much was read.
final class CountingSource: ByteSource {
  private let descriptor: Descriptor
  private(set) var count = 0

  init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  deinit { if descriptor.number != Descriptor.standardInput.number { descriptor.closeFile() } }

  func read(into output: inout OutputSpan<UInt8>) throws {
    let before = output.count
    try output.withUnsafeMutableBufferPointer { memory, initialized in
      initialized += try descriptor.read(into: UnsafeMutableBufferPointer(rebasing: memory[initialized...]))
    }
    count += output.count - before
  }
}

/// Any value, looked at and forgotten.
struct Anything: Readable {
  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Anything {
    try reader.skipValue()
    return Anything()
  }
}
