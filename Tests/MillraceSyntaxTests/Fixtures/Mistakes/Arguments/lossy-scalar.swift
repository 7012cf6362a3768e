import Millrace

@Serializable
struct Film {
  @Field(.lossy) var rank: Int?  // !
}
