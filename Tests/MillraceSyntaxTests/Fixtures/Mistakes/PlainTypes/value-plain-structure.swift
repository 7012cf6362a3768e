import Millrace

struct Money { var cents: Int }

@Serializable
enum Offer: Codable {
  case free
  case sale(price: Money?, [Int])  // !
}
