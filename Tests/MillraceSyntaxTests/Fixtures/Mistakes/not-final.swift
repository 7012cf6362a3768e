import Millrace

@Serializable
class Film {  // !
  var title = "a"
}
