import Millrace

@Serializable
struct Film {
  var title: String
  lazy var words = title.count  // ! fix
}
