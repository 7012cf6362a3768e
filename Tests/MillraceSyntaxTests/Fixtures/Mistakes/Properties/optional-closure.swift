import Millrace

@Serializable
struct Film {
  var play: (@Sendable (Int) -> Void)?  // ! fix
}
