import Millrace

extension OutputOptions {
  /// Whether the columns must be known before the first row is written.
  var wantsSchema: Bool {
    switch format {
    case .json, .jsonLines, .sqlite: false
    case .csv, .tsv: columns == nil
    case .arrow, .arrowStream: true
    }
  }

  /// Opens the output and hands it to a visitor.
  ///
  /// - Parameters:
  ///   - schema: what is known of the rows, if that is wanted.
  ///   - isSingle: whether there is only one element by the nature of the input.
  func visit<Visitor: SinkVisitor & ~Copyable>(_ schema: Schema?, isSingle: Bool, _ visitor: inout Visitor) throws {
    switch format {
    case .json, .jsonLines:
      let layout: JSON.StreamLayout = format == .jsonLines ? .lines : isSingle ? .concatenated : .array
      if isPretty {
        try visitor.visit(JSON.StreamWriter(to: try bytes(), as: layout, style: JSON.Pretty.self))
      } else {
        try visitor.visit(JSON.StreamWriter(to: try bytes(), as: layout))
      }
    case .csv, .tsv, .sqlite, .arrow, .arrowStream:
      throw CommandError.usage("\(format.names[0]) cannot be written yet", hint: "")
    }
  }

  private func bytes() throws -> OutputBytes { try OutputBytes(path, isCompressed: isCompressed) }
}
