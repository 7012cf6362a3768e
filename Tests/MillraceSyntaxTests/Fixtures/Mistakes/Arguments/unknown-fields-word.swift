import Millrace

@Serializable(unknownFields: .sometimes)  // !
struct Film {
  var title: String
}
