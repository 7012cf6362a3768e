import Millrace

let prefix = "a"

@Serializable
struct Film {
  @Field("\(prefix)b") var title: String  // !
}
