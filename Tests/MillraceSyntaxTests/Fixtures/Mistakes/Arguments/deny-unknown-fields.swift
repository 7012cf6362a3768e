import Millrace

@Serializable(denyUnknownFields: true)  // !
struct Film {
  var count: Int
}
