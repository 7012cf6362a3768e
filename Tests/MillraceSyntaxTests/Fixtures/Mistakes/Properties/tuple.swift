import Millrace

@Serializable
struct Film {
  var size: (Int, Int)  // ! fix
}
