import Millrace

@Serializable
struct Film {
  @Field(rename: "t") var title: String  // !
}
