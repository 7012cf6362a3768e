import Millrace

@Serializable
struct Film {
  @Field(.sometimes) var count = 1  // !
}
