import Millrace

@Serializable
struct Film {
  var title: String
  #if DEBUG  // !
    var note: String
  #endif
}
