import Foundation

/// What a contender can be asked to do with a document: `millrace/twitter/decode`.
struct Case {
  let contender: String
  let document: Document
  let operation: String
  /// Reads the document and makes ready what the operation starts from. None of it is measured.
  let prepare: (_ document: URL) throws -> Workload

  init(
    _ contender: String, _ document: Document, _ operation: String, prepare: @escaping (URL) throws -> Workload
  ) {
    self.contender = contender
    self.document = document
    self.operation = operation
    self.prepare = prepare
  }

  var name: String { "\(contender)/\(document.name)/\(operation)" }
}

extension Workload {
  init(caseName: String, folder: URL) throws {
    guard let known = Document.cases.first(where: { $0.name == caseName }) else {
      throw Refusal("no case is named \(caseName)")
    }
    self = try known.prepare(folder.appendingPathComponent(known.document.fileName))
  }
}
