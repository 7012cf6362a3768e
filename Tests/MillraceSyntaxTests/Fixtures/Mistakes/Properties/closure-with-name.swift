import Millrace

@Serializable
struct Film {
  @Field("p") var play: () -> Void  // ! fix
}
