import Millrace

@Readable
class Base {
  var id: Int
}

@Serializable
final class User: Base {  // !
  var name: String
}
