import Millrace

@Serializable(.sometimes)  // !
struct Film {
  var title: String
}
