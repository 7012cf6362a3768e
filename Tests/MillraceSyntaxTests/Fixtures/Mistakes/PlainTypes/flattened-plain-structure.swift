import Millrace

struct Money { var cents: Int }

@Serializable
struct Offer {
  var title: String
  @Field(.flattened) var price: Money  // !
}
