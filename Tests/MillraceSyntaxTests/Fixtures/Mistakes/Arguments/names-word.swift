import Millrace

@Serializable(names: .shouting)  // !
struct Film {
  var title: String
}
