import Millrace

@Serializable
struct Film {
  var counts: [Double: Int]  // ! fix
}
