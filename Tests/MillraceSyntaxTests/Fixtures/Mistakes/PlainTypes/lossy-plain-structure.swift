import Millrace

struct Money { var cents: Int }

@Serializable
struct Offer {
  @Field(.lossy) var prices: [Money]  // !
}
