import Millrace

/// Writes rows to a file, as the elements of an array or each on a line, and keeps no more of them than a buffer full.
struct RowWriter<Style: JSON.Style>: ~Copyable {
  /// Takes the row that is being written.
  var writer = JSON.StyledWriter<Style>(capacity: 2 * watermark)
  private(set) var rows = 0
  private let format: Format
  private var file: OutputFile
  private var isArray = false

  /// The bytes that are gathered before they are written to the file.
  private static var watermark: Int { 1 << 16 }

  init(_ path: String?, _ format: Format) throws(CommandError) {
    self.format = format
    file = try OutputFile(path)
  }

  /// Says that there can be any number of rows. Without it there is one, which is the document itself.
  mutating func beginArray() {
    guard format == .json else { return }
    isArray = true
    writer.beginArray()
  }

  mutating func endRow() throws(CommandError) {
    rows += 1
    if format == .jsonLines { writer.endLine() }
    if writer.bytes.count > Self.watermark {
      try writer.flush { (bytes) throws(CommandError) in try file.write(bytes) }
    }
  }

  /// Ends the file and puts it under its name.
  mutating func finish() throws(CommandError) {
    if isArray { writer.endArray() }
    if format == .json { writer.endLine() }
    try file.write(writer.bytes)
    try file.commit()
  }
}
