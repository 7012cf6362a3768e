import Millrace

@Serializable
final class Film {
  weak var owner: Film?  // ! fix
}
