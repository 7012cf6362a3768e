// A list of weather stations in the columns of the Global Historical Climatology Network: read into values, forwarded to
// JSON, and written again.

import FixedColumns
import Millrace

@Serializable
struct Station: Equatable {
  var id: String
  var latitude: Double
  var longitude: Double
  var elevation: Double?
  var name: String
  @Field("wmo_id") var number: Int?
}

/// The columns of `ghcnd-stations.txt`, as its readme gives them.
let columns = [
  FixedColumns.Column("id", 1...11), FixedColumns.Column("latitude", 13...20),
  FixedColumns.Column("longitude", 22...30),
  FixedColumns.Column("elevation", 32...37, missing: "-999.9"), FixedColumns.Column("state", 39...40),
  FixedColumns.Column("name", 42...71), FixedColumns.Column("gsn", 73...75), FixedColumns.Column("wmo_id", 81...85),
]

let file = """
  ACW00011604  17.1167  -61.7833   10.1    ST JOHNS COOLIDGE FLD
  AE000041196  25.3330   55.5170   34.0    SHARJAH INTER. AIRP            GSN     41196
  AQC00914000 -14.3167 -170.7667 -999.9 AS AASUFOU
  """

func run() throws {
  // Into values, and back.
  var reader = FixedColumns.reader(columns, Array(file.utf8))
  let stations = try reader.read([Station].self)
  for station in stations {
    print("\(station.name): \(station.latitude), \(station.elevation.map { "\($0) m" } ?? "?")")
  }
  var writer = FixedColumns.writer(columns)
  writer.write(value: stations)
  try writer.end()
  var again = FixedColumns.reader(columns, writer.cells.text)
  guard try again.read([Station].self) == stations else { fatalError("what was written reads as something else") }

  // Into JSON lines, with no value in between.
  var rows = FixedColumns.reader(columns, Array(file.utf8))
  var lines = JSON.StreamWriter(to: [UInt8](), as: .lines)
  try lines.append(contentsOf: &rows)
  print(String(decoding: try lines.finish(), as: UTF8.self), terminator: "")

  // From JSON lines. What the columns cannot hold is rejected.
  let line = #"{"id": "X", "name": "a name of more than thirty characters"}"#
  var elements = try JSON.stream(Station.self, from: Array(line.utf8))
  do {
    _ = try writer.append(nextOf: &elements)
    fatalError("a name that is too long was written")
  } catch {
    print(error)
  }
}

try run()
