import Millrace

@Serializable
struct Film {
  var `Self`: Int  // !
}
