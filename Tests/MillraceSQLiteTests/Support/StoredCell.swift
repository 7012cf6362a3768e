import Foundation
import MillraceSQLite
import TestSupport

/// A cell as `sqlite_oracle.py` writes it.
extension SQLite.Value {
  var line: String {
    switch self {
    case .null: "n"
    case .integer(let integer): "i\(integer)"
    case .real(let double): "r" + bits(double)
    case .text(let text): "t" + hexadecimal(text.utf8)
    case .blob(let bytes): "b" + hexadecimal(bytes)
    }
  }

  private func bits(_ double: Double) -> String {
    let digits = String(double.bitPattern, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension [SQLite.Value] {
  var line: String { map(\.line).joined(separator: " ") }
}

extension SeededGenerator {
  mutating func integer() -> Int64 {
    once(in: 8) ? [Int64.min, .max, 0, -1, 1][below(5)] : Int64(bitPattern: ofAnyLength()) &* (once(in: 2) ? 1 : -1)
  }

  /// A double that is not NaN; infinities among them.
  mutating func double() -> Double {
    if once(in: 8) { return [0.0, 0.1, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude][below(6)] }
    let double = Double(bitPattern: next())
    return double.isNaN ? 0.5 : double
  }

  /// Text of any script, with NULs, of no length up to several hundred bytes.
  mutating func text() -> String {
    let pieces = ["a", "text", "é", "日本", "🎷", "\0", "'", "\"", "\n", " ", "\u{301}", "\u{10FFFF}", "0123456789abcdef"]
    let count = once(in: 5) ? 0 : below(once(in: 10) ? 100 : 12)
    return (0..<count).map { _ in element(of: pieces) }.joined()
  }

  mutating func bytes() -> [UInt8] { (0..<below(40)).map { _ in byte() } }
}
