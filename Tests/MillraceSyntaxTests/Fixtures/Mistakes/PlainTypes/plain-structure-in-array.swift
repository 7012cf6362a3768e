import Millrace

struct Money { var cents: Int }

@Serializable
struct Film: Codable {
  var prices: [Money]?  // !
}
