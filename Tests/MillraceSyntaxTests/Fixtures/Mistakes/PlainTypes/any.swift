import Millrace

@Serializable
struct Film {
  var extra: Any?  // ! fix
}
