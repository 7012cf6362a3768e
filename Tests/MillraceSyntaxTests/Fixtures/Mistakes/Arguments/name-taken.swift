import Millrace

@Serializable
struct Film {
  var title: String
  @Field("title") var name: String  // !
}
