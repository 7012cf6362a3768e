import Millrace

@Serializable
struct Film {
  @Field("n", .sometimes) var count = 1  // !
}
