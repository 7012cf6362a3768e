import Millrace

@Serializable
struct Film {
  @Field(alias: "t") var title: String  // !
}
