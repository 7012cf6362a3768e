import Millrace

struct Money { var cents: Int }

@Serializable
struct Page<Item> {
  var items: [Item]
  var price: [String: Money]?  // !
}
