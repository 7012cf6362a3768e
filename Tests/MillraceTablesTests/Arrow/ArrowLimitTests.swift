import Millrace
import MillraceTables
import Testing

/// Few bytes that describe much.
@Suite struct ArrowLimitTests {
  private func problem(_ body: () throws -> Void) -> Arrow.Problem? {
    do {
      try body()
      return nil
    } catch {
      guard case .custom(let problem)? = (error as? FormatError)?.problem else { return nil }
      return problem as? Arrow.Problem
    }
  }

  @Test func `a batch that is larger than admitted is rejected`() throws {
    let texts = [String](repeating: "x", count: 1_000)
    let bytes = try Arrow.encode(texts)
    let problem = problem {
      _ = try Arrow.decode([Wrapped].self, from: bytes, options: Arrow.ReadingOptions(maximumBatchSize: 4_000))
    }
    #expect(problem == .batchTooLarge(limit: 4_000))
    #expect(try Arrow.decode([Wrapped].self, from: bytes).map(\.value) == texts)
  }

  @Test func `a length that never comes takes no memory`() {
    // The beginning of a message whose metadata has almost a gigabyte.
    let bytes: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0x30, 1, 2, 3, 4]
    #expect(problem { _ = try Arrow.decode([Wrapped].self, from: bytes) } == .notArrow)
  }

  /// Fields that share their members describe two to the power of the depth of them.
  @Test func `a schema whose fields are referred to many times is rejected`() {
    for (depth, isRefused) in [(3, false), (40, true)] {
      let stream = SharedFields(depth: depth).stream()
      let problem = problem {
        var reader = try Arrow.TableReader(bytes: stream)
        #expect(try reader.schema.count == 2)
      }
      #expect((problem != nil) == isRefused, "\(depth) levels: \(problem?.description ?? "read")")
    }
  }

  @Test func `types that are nested too deep are rejected`() throws {
    var column = Columns.Column(name: "", values: .integers([1]), count: 1)
    for _ in 0..<70 {
      column = Columns.Column(name: "deep", values: .structures([column]), count: 1)
    }
    let problem = problem { _ = try Arrow.encode(Columns.Table(columns: [column])) }
    #expect(problem == .unsupported(feature: "nesting more than 64 levels deep", column: "deep"))
  }
}

@Serializable
private struct Wrapped {
  var value: String
}

/// A schema of two structures, each of whose members are the same two structures, and so on.
private struct SharedFields {
  let depth: Int
  private var bytes: [UInt8] = []

  init(depth: Int) { self.depth = depth }

  private mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    for byte in 0..<MemoryLayout<Number>.size { bytes.append(UInt8(truncatingIfNeeded: number >> Number(8 * byte))) }
  }

  /// Stores the distance from a place to the end.
  private mutating func refer(from place: Int) {
    let distance = bytes.count - place
    for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: distance >> (8 * byte)) }
  }

  /// Appends a vtable and a table: of each field its size, or 0, and the bits that it holds.
  ///
  /// - Returns: the offsets of the fields.
  private mutating func appendTable(_ fields: [(size: Int, value: Int)]) -> [Int] {
    append(UInt16(4 + 2 * fields.count))
    append(UInt16(4 + 4 * fields.count))
    for (index, field) in fields.enumerated() { append(field.size == 0 ? 0 : UInt16(4 + 4 * index)) }
    let start = bytes.count
    append(Int32(4 + 2 * fields.count))
    for field in fields { append(UInt32(field.value)) }
    return fields.indices.map { start + 4 + 4 * $0 }
  }

  /// A table begins after its vtable.
  private mutating func referToTable(from place: Int, fieldCount: Int) {
    bytes.append(contentsOf: repeatElement(0, count: 4 + 2 * fieldCount))
    refer(from: place)
    bytes.removeLast(4 + 2 * fieldCount)
  }

  func stream() -> [UInt8] {
    var copy = self
    return copy.build()
  }

  private mutating func build() -> [UInt8] {
    append(UInt32(0))
    referToTable(from: 0, fieldCount: 4)
    // A message: version 5, a schema, and an empty body.
    let message = appendTable([(2, 4), (1, 1), (4, 0), (0, 0)])
    referToTable(from: message[2], fieldCount: 2)
    let schema = appendTable([(0, 0), (4, 0)])
    var vectors = [schema[1]]
    for level in 0...depth {
      // The vector of the fields of this level, which all fields of the level above refer to.
      for vector in vectors { refer(from: vector) }
      append(UInt32(2))
      let first = bytes.count
      append(UInt64(0))
      vectors = []
      for index in 0..<2 {
        referToTable(from: first + 4 * index, fieldCount: 6)
        // A structure, or at the end a boolean.
        let kind = level < depth ? 13 : 6
        let field = appendTable([(4, 0), (1, 1), (1, kind), (4, 0), (0, 0), (level < depth ? 4 : 0, 0)])
        refer(from: field[0])
        append(UInt32(1))
        bytes += [UInt8(ascii: "a") + UInt8(index), 0, 0, 0]
        referToTable(from: field[3], fieldCount: 0)
        _ = appendTable([])
        vectors.append(field[5])
      }
    }
    while bytes.count % 8 != 0 { bytes.append(0) }
    let length = UInt32(bytes.count)
    return [0xFF, 0xFF, 0xFF, 0xFF] + (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + bytes
  }
}
