import Millrace

@Serializable
enum Kind: String {
  case film
  @Case("s") case series  // ! fix
}
