import Foundation
import Millrace
import MillraceTables

/// Checksums of columns, which all contenders make in the same way.
///
/// A column's is the CRC-32 of its values as text, each with a line feed after it. A value that is absent has no text, a
/// double has the fewest digits that read back as the same number.
struct ColumnChecksums {
  private let names: [String]
  private var sums: [CRC32]
  private var rows = 0

  init(_ names: String...) {
    self.names = names
    sums = Array(repeating: CRC32(), count: names.count)
  }

  init(_ table: Columns.Table) throws {
    names = table.columns.map(\.name)
    rows = table.count
    sums = try table.columns.map { column in
      var sum = CRC32()
      for row in 0..<column.count {
        if !column.isNull(at: row) { sum.add(try column.values.text(at: row).utf8) }
        sum.add(CollectionOfOne(UInt8(ascii: "\n")))
      }
      return sum
    }
  }

  /// Adds a row: a text for each column, or nil where there is no value.
  mutating func add(_ texts: String?...) {
    for index in sums.indices {
      if let text = texts[index] { sums[index].add(text.utf8) }
      sums[index].add(CollectionOfOne(UInt8(ascii: "\n")))
    }
    rows += 1
  }

  /// The document that the benchmark compares.
  func report() throws -> Data {
    let columns = Dictionary(uniqueKeysWithValues: zip(names, sums.map(\.value)))
    return Data(try JSON.encode(Report(rows: rows, columns: columns)))
  }
}

extension Workload {
  /// An operation that stores a document by columns.
  static func columns(_ read: @escaping () throws -> Columns.Table) -> Workload {
    Workload(
      run: { count in
        for _ in 0..<count { keep(try read()) }
      },
      roundTrip: { try ColumnChecksums(try read()).report() })
  }
}

extension Columns.Values {
  fileprivate func text(at row: Int) throws -> String {
    switch self {
    case .booleans(let bits): "\(bits[row])"
    case .integers(let numbers): "\(numbers[row])"
    case .doubles(let numbers): "\(numbers[row])"
    case .strings(let texts): texts[row]
    default: throw Refusal("no checksum of such a column")
    }
  }
}

@Serializable
private struct Report {
  var rows: Int
  var columns: [String: UInt32]
}

/// The checksum of ISO 3309, as in zlib.
struct CRC32 {
  private var register: UInt32 = .max

  var value: UInt32 { ~register }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { register = Self.table[Int(UInt8(truncatingIfNeeded: register) ^ byte)] ^ register >> 8 }
  }

  private static let table = (0..<256).map { (index: UInt32) in
    (0..<8).reduce(index) { remainder, _ in remainder >> 1 ^ (remainder & 1 == 0 ? 0 : 0xEDB8_8320) }
  }
}
