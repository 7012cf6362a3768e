import Millrace

@Serializable
struct Film {
  @Field(.flattened) var tags: [String]  // !
}
