import Millrace

@Serializable
struct Director {
  var name: String
}

@Serializable
struct Film: Codable {
  var director: Director  // !
}
