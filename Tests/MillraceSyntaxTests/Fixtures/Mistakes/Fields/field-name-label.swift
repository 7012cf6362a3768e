import Millrace

@Serializable
struct Film {
  @Field(name: "t") var title: String  // !
}
