import Millrace
import MillraceTables

extension Columns {
  /// Tables as `arrow_oracle.py` describes them.
  static func text(of tables: [Table]) -> String {
    guard let first = tables.first else { return "no batch" }
    if first.columns.isEmpty { return "\(tables.reduce(0) { $0 + $1.count }) rows" }
    return first.columns.indices.map { index in
      let entries = tables.flatMap { table in (0..<table.count).map { table.columns[index].text(at: $0) } }
      return "\(hexadecimal(first.columns[index].name.utf8))=[\(entries.joined(separator: ","))]"
    }.joined(separator: ";")
  }
}

extension Columns.Column {
  fileprivate func text(at index: Int) -> String {
    if isNull(at: index) { return "~" }
    switch values {
    case .unknown: return "~"
    case .booleans(let bits): return bits[index] ? "t" : "f"
    case .integers(let numbers): return "i\(numbers[index])"
    case .doubles(let numbers):
      let digits = String(numbers[index].bitPattern, radix: 16)
      return numbers[index].isNaN ? "dnan" : "d" + String(repeating: "0", count: 16 - digits.count) + digits
    case .strings(let texts): return "s" + hexadecimal(texts.bytes[texts.range(at: index)])
    case .bytes(let texts): return "b" + hexadecimal(texts.bytes[texts.range(at: index)])
    case .instants(let instants):
      let digits = String(1_000_000_000 + Int(instants[index].nanoseconds)).dropFirst()
      return "@\(instants[index].seconds).\(digits)"
    case .structures(let members):
      return "{" + members.map { hexadecimal($0.name.utf8) + ":" + $0.text(at: index) }.joined(separator: ",") + "}"
    case .lists(let offsets, let elements):
      return "[" + (offsets[index]..<offsets[index + 1]).map { elements.text(at: $0) }.joined(separator: ",") + "]"
    }
  }
}

private func hexadecimal(_ bytes: some Collection<UInt8>) -> String { ArrowPeers.hexadecimal(Array(bytes)) }
