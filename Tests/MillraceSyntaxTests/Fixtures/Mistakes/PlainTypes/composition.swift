import Millrace

protocol Priced {}

@Serializable
struct Film {
  var price: Priced & Sendable  // ! fix
}
