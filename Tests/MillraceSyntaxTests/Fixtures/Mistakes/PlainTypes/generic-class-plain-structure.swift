import Millrace

struct Money { var cents: Int }

@Serializable
final class Page<Item>: Codable {
  var items: [Int]
  var price: Money  // !
}
