import Millrace

@Serializable
struct Film {
  @Field(.skip) var count = 1  // ! fix
}
