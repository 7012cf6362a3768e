import Millrace

@Serializable
struct Film {
  var play: () -> Void, count: Int  // !
}
