import Millrace

@Serializable
enum Grade: Character, Codable {  // !
  case good = "a"
  case bad = "b"
}
