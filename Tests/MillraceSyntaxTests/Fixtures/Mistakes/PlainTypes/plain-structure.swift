import Millrace

struct Money { var cents: Int }

@Serializable
struct Film {
  var title: String
  var price: Money  // !
}
