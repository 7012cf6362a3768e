import Millrace

extension Span<UInt8> {
  /// Whether the text of a cell is a JSON document.
  package var isDocumentOfJSON: Bool {
    do {
      var reader = try JSON.Reader(self)
      try reader.skipValue()
      try reader.finish()
      return true
    } catch {
      return false
    }
  }
}
