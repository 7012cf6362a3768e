import Millrace

@Serializable
struct Stop {
  @Field("stop_id") var stopId: String
  var name: String
  var lat: Double
  var lon: Double
  var wheelchair: Bool
  var opened: Instant
  var zone: Int?
  var lines: [String]?
  var `in`: String
  @Field("2nd") var value2nd: Int
}
