import Millrace

@Serializable
struct Film {
  @Field(default: 3) var count: Int  // !
}
