import Millrace

@Serializable
struct Film {
  var title: String
  @Field("n") func count() -> Int { 1 }  // ! fix
}
