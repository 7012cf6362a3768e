import Millrace

struct Money { var cents: Int }

@Serializable
struct Film {
  @Field("len", using: Money.self) var length: Int  // !
}
