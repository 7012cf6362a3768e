import Millrace

enum Genre: Hashable { case drama }

@Serializable
struct Film {
  var counts: [Genre: Int]  // !
}
