import Millrace

class Base {
  var id = 1
}

@Serializable
final class User: Base {  // !
  var name: String
}
