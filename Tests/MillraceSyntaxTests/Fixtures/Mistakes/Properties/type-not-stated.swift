import Millrace

func makeRank() -> Int { 1 }

@Serializable
struct Film {
  var rank = makeRank()  // ! fix
}
