import Millrace

@Serializable
struct Director {
  var name = ""
}

@Serializable
struct Film {
  @Field(.omittedWhenDefault)
  var director: Director = Director()  // !
}
