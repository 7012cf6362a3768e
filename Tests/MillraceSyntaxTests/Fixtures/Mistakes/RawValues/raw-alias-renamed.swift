import Millrace

typealias Text = String

@Serializable
enum Grade: Text {
  @Case("A") case good  // ! fix
  case bad
}
