import Millrace

@Serializable
struct Film {
  @Field(.ignored) var cache: [Int]  // ! fix
}
