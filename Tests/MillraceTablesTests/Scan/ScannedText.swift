@testable import MillraceTables

extension TableScan.Stream {
  /// All rows, each as text.
  func rows() throws -> [String] {
    var rows: [String] = []
    while let batch = try next() {
      rows += (0..<batch.count).map { row in
        batch.columns.map { "\($0.field.name)=\($0.text(at: row))" }.joined(separator: " ")
      }
    }
    return rows
  }
}

extension Arrow.ArrayData {
  private func isNull(at index: Int) -> Bool {
    guard let validity = buffers.first ?? nil else { return false }
    return validity.load(fromByteOffset: index / 8, as: UInt8.self) >> UInt8(index % 8) & 1 == 0
  }

  private func value<Value: BitwiseCopyable>(_ type: Value.Type, at index: Int) -> Value? {
    buffers[1]?.load(fromByteOffset: index * MemoryLayout<Value>.stride, as: Value.self)
  }

  /// An entry of the types that the tests use, read from the buffers as Arrow's specification describes them.
  func text(at index: Int) -> String {
    if isNull(at: index) { return "null" }
    switch field.type {
    case .int64: return value(Int64.self, at: index).map { "\($0)" } ?? "?"
    case .float64: return value(Double.self, at: index).map { "\($0)" } ?? "?"
    case .boolean: return value(UInt8.self, at: index / 8).map { "\($0 >> UInt8(index % 8) & 1 == 1)" } ?? "?"
    case .utf8(.bits32):
      guard let start = value(Int32.self, at: index), let end = value(Int32.self, at: index + 1) else { return "?" }
      let bytes = UnsafeRawBufferPointer(start: buffers[2].map { $0 + Int(start) }, count: Int(end - start))
      return String(decoding: bytes, as: UTF8.self).debugDescription
    case .list:
      guard let start = value(Int32.self, at: index), let end = value(Int32.self, at: index + 1) else { return "?" }
      return "[" + (start..<end).map { children[0].text(at: Int($0)) }.joined(separator: ", ") + "]"
    case .structure:
      return "{" + children.map { "\($0.field.name)=\($0.text(at: index))" }.joined(separator: " ") + "}"
    default: return "?"
    }
  }
}
