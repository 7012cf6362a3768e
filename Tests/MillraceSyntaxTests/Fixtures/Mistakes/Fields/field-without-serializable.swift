import Millrace

struct Film {
  @Field("t") var title: String  // ! fix
}
