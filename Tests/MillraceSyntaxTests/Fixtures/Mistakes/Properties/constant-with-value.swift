import Millrace

@Serializable
struct Film {
  let version = 1  // ! fix
}
