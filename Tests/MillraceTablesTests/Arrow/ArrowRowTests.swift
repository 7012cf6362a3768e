import Millrace
import MillraceTables
import Testing

/// Values to Arrow and back.
@Suite struct ArrowRowTests {
  @Serializable
  struct Station: Equatable {
    var name: String
    var lines: [String] = []
    var height: Double?
    var position: Position
    var opened: Instant?
    var photo: Photo?
    var isOpen = true
    var visitors: Int
  }

  @Serializable
  struct Position: Equatable {
    var x: Double
    var y: Double?
  }

  @Serializable
  struct Photo: Equatable {
    var sizes: [Position]
  }

  private static let stations = (0..<100).map { index in
    let lines = (0..<index % 4).map { "U\($0)" }
    let opened = Instant(seconds: Int64(index) << 20, nanoseconds: Int32(index))
    let photo = Photo(sizes: (0..<index % 3).map { Position(x: Double($0)) })
    return Station(
      name: "Grüne Straße \(index)", lines: lines, height: index % 3 == 0 ? nil : 0.5,
      position: Position(x: Double(index) / 8, y: index % 2 == 0 ? nil : -1), opened: index % 5 == 0 ? nil : opened,
      photo: index % 7 == 0 ? nil : photo, isOpen: index % 2 == 0, visitors: index * index)
  }

  @Test(arguments: [Arrow.Container.stream, .file], [1, 7, 100, 1_000])
  func `rows are unchanged after a round trip`(container: Arrow.Container, rowsPerBatch: Int) throws {
    let full = Self.stations.filter { $0.photo?.sizes.isEmpty == false && $0.height != nil && $0.opened != nil }
    // The first batch says what there is: it must not be one of absent values.
    let stations = full + Self.stations
    let bytes = try Arrow.encode(
      stations, options: Arrow.WritingOptions(container: container, rowsPerBatch: max(rowsPerBatch, full.count)))
    #expect(try Arrow.decode([Station].self, from: bytes) == stations)
  }

  @Test func `rows are read from a file, one at a time`() throws {
    let folder = try ExchangeFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.file("out")
    var writer = try Arrow.StreamWriter(
      to: try DescriptorSink(path: path), options: Arrow.WritingOptions(container: .file))
    for station in Self.stations { try writer.append(station) }
    try writer.finish()
    var read: [Station] = []
    var rows = try Arrow.stream(Station.self, from: path)
    while let station = try rows.next() { read.append(station) }
    #expect(read == Self.stations)
  }

  @Test func `a document is unchanged after a round trip through Arrow`() throws {
    let document = try Repository.document("films.json")
    var films = try JSON.stream(JSON.Value.self, from: document)
    var writer = try Arrow.StreamWriter(
      to: [UInt8](), options: Arrow.WritingOptions(container: .file, rowsPerBatch: 500))
    let count = try writer.append(contentsOf: &films)
    var rows = try Arrow.Rows(bytes: try writer.finish())
    var back = JSON.StreamWriter(to: [UInt8](), as: .array)
    #expect(try back.append(contentsOf: &rows) == count)
    let (before, after) = (
      try JSON.decode(JSON.Value.self, from: document), try JSON.decode(JSON.Value.self, from: back.finish())
    )
    #expect(before == after)
  }

  @Test func `an error has the row's number in the whole input`() throws {
    let bytes = try Arrow.encode(
      (0..<10).map { ["n": $0 == 7 ? 300 : $0] }, options: Arrow.WritingOptions(rowsPerBatch: 3))
    var rows = try Arrow.stream(Small.self, from: bytes)
    var read = 0
    #expect {
      while try rows.next() != nil { read += 1 }
    } throws: {
      ($0 as? FormatError)?.place.path == "/7/n"
    }
    #expect(read == 7)
    // It is certain where the next row is.
    #expect(try rows.next()?.n == 8)
  }

  @Serializable
  struct Small {
    var n: Int8
  }

  @Test func `a batch ends when it has enough bytes`() throws {
    let text = String(repeating: "x", count: 1_000)
    let rows = (0..<100).map { _ in ["text": text] }
    for container in [Arrow.Container.stream, .file] {
      let options = Arrow.WritingOptions(container: container, bytesPerBatch: 10_000)
      for bytes in [
        try Arrow.encode(rows, options: options), try Arrow.encode(Columns.table(of: rows), options: options),
      ] {
        var reader = try Arrow.TableReader(bytes: bytes)
        var counts: [Int] = []
        while let table = try reader.next() { counts.append(table.count) }
        #expect(counts.reduce(0, +) == 100 && counts.allSatisfy { $0 <= 20 }, "\(counts)")
      }
    }
  }

  @Test func `nothing is a document without rows`() throws {
    for container in [Arrow.Container.stream, .file] {
      let bytes = try Arrow.encode([Station](), options: Arrow.WritingOptions(container: container))
      #expect(try Arrow.decode([Station].self, from: bytes) == [])
    }
  }
}
