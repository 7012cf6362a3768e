import Millrace

@Serializable
class Base {
  var id: Int
}

@Serializable
final class User: Base, Codable {  // !
  var name: String
}
