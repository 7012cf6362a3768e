import Millrace

protocol Priced {}

@Serializable
struct Film {
  var price: any Priced  // ! fix
}
