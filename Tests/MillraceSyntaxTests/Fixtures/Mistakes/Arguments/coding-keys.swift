import Millrace

@Serializable
struct Film: Codable {
  var title: String
  enum CodingKeys: String, CodingKey { case title = "t" }  // !
}
