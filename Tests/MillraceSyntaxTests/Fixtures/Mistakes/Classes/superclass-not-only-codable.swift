import Millrace

@Serializable
class Base: Codable {
  var id: Int
}

@Serializable(.codable)
final class User: Base {  // !
  var name = "a"
}
