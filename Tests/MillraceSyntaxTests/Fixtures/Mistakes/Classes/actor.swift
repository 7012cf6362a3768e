import Millrace

@Serializable
actor Film {  // ! fix
  var title = "a"
}
