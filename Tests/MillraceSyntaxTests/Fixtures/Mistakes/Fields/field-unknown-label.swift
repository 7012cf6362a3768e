import Millrace

@Serializable
struct Film {
  @Field(sometimes: true) var count = 1  // !
}
