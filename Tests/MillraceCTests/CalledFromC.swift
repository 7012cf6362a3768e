import CMillrace
import Foundation
import TestSupport
import Testing

/// The C interface as a program in C calls it.
struct CalledFromC {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What a call reports when it fails.
  struct Failure: Error, CustomStringConvertible {
    let status: Int32
    let description: String
  }

  private func attempt(_ call: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32) throws {
    var error: UnsafeMutablePointer<CChar>?
    let status = call(&error)
    defer { millrace_free(error) }
    guard status == 0 else { throw Failure(status: status, description: error.map { String(cString: $0) } ?? "") }
  }

  func schema(_ text: String) throws -> ArrowSchema {
    var schema = ArrowSchema()
    try attempt { millrace_parse_schema(text, text.utf8.count, &schema, $0) }
    return schema
  }

  func inferredSchema(_ bytes: [UInt8], _ options: String = "{}") throws -> ArrowSchema {
    var schema = ArrowSchema()
    try attempt { millrace_infer_schema(options, options.utf8.count, bytes, bytes.count, &schema, $0) }
    return schema
  }

  /// Opens a scan.
  ///
  /// - Parameter bytes: the input, or nil if the options have its paths.
  func scan(_ options: String = "{}", _ bytes: [UInt8]?, schema text: String? = nil) throws -> ArrowArrayStream {
    var stream = ArrowArrayStream()
    guard let text else {
      try attempt { millrace_scan(options, options.utf8.count, bytes, bytes?.count ?? 0, nil, &stream, $0) }
      return stream
    }
    var schema = try schema(text)
    defer { schema.release(&schema) }
    try attempt { millrace_scan(options, options.utf8.count, bytes, bytes?.count ?? 0, &schema, &stream, $0) }
    return stream
  }

  /// Writes all rows of a stream to a file, and returns its bytes.
  func write(_ stream: ArrowArrayStream, _ options: [String: Any] = [:], to name: String = "out") throws -> [UInt8] {
    var stream = stream
    var count: Int64 = -1
    let text = try JSONSerialization.data(withJSONObject: options.merging(["path": folder.path(name)]) { $1 })
    let characters = text.map { CChar(bitPattern: $0) }
    try attempt { millrace_write(characters, characters.count, &stream, &count, $0) }
    #expect(stream.release == nil && count >= 0)
    return Array(try Data(contentsOf: URL(filePath: folder.path(name))))
  }

  func quoteCount(_ path: String, _ range: Range<Int>) throws -> Int {
    var count: Int64 = -1
    try attempt { millrace_count_quotes(path, Int64(range.lowerBound), Int64(range.upperBound), &count, $0) }
    return Int(count)
  }
}
