import Millrace

@Serializable
struct Film {
  var title: String
  @Field("n") var count: Int { 1 }  // ! fix
}
