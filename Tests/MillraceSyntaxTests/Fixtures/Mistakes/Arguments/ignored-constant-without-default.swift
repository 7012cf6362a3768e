import Millrace

@Serializable
struct Film {
  var title: String
  @Field(.ignored) let token: Int  // ! fix
}
