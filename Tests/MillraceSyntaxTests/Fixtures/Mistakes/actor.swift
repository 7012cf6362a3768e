import Millrace

@Serializable
actor Film {  // !
  var title = "a"
}
