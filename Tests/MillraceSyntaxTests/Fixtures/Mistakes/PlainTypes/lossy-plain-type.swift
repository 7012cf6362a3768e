import Millrace

@Serializable
struct Director {
  var name: String
}

@Serializable
struct Film {
  @Field(.lossy)
  var director: Director  // !
}
