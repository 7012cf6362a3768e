import Millrace

@Serializable
struct Reading {
  var id: Int
  var sensor: String
  var value: Double?
  var isValid: Bool?
  @Field("taken_at") var takenAt: Instant?
  @Field(using: Binary.self) var raw: [UInt8]?
  var tags: Tags?

  @Serializable
  struct Tags {
    var unit: String
    var of: [Int]
  }
}
