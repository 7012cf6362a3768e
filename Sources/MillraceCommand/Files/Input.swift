import Millrace

/// A file of JSON to be read, in memory as a whole.
struct Input {
  /// What it is called in messages.
  let name: String
  /// Whether there is a document on each line.
  let areLines: Bool
  let bytes: [UInt8]

  /// - Parameters:
  ///   - path: a file's path, or `-` for standard input.
  ///   - format: one of those of JSON.
  init(_ path: String, format: Format) throws(CommandError) {
    guard Format.ofJSON.contains(format) else {
      throw .usage("\(path) is not JSON", hint: "this verb is for json and jsonl; --from says that it is one of them")
    }
    areLines = format == .jsonLines
    guard path != "-" else {
      name = Descriptor.standardInput.path
      bytes = try Descriptor.standardInput.readAll()
      return
    }
    name = path
    let descriptor = try Descriptor.open(path)
    defer { descriptor.closeFile() }
    bytes = try descriptor.readAll()
  }

  /// A line of the input.
  struct Line {
    /// Counted from 1.
    var number: Int
    /// The first byte's distance from the start of the input.
    var offset: Int

    /// An error in the line's document as one in the input.
    func located(_ error: FormatError) -> FormatError {
      var error = error
      error.place.line = number
      error.place.offset = error.place.offset.map { $0 + offset }
      return error
    }
  }

  /// Hands over every line that is not blank, until `body` returns false.
  func forEachLine(_ body: (Line, Span<UInt8>) throws -> Bool) rethrows {
    var line = Line(number: 0, offset: 0)
    while line.offset < bytes.count {
      let end = bytes[line.offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      line.number += 1
      let isBlank = bytes[line.offset..<end].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      if !isBlank, !(try body(line, bytes.span.extracting(line.offset..<end))) { return }
      line.offset = end + 1
    }
  }

  /// An error in the form that editors and terminals make a link of, with the line that it is in.
  func message(_ error: FormatError) -> String {
    let place = error.place
    var message = name
    if let line = place.line, let column = place.column { message += ":\(line):\(column)" }
    message += ": \(error.problem)"
    if let path = place.path, !path.isEmpty { message += ", at \(path)" }
    if let offset = place.offset { message += "\n" + bytes.withUnsafeBufferPointer { excerpt(of: $0, at: offset) } }
    return message
  }
}
