import Millrace

struct Money { var cents: Int }

@Serializable(tag: "type")
enum Offer<Item> {
  case free(Item)
  case sale(Money)  // !
}
