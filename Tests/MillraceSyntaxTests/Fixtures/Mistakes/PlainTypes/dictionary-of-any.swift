import Millrace

@Serializable
struct Film {
  var extra: [String: Any]  // ! fix
}
