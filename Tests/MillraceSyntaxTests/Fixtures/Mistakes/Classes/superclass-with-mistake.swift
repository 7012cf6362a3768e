import Millrace

@Serializable
class Base {
  var id: Int
  var change: () -> Void = {}  // ! fix
}

@Serializable
final class User: Base {
  var name: String
}
