import Millrace

@Serializable(rename_all: "camelCase")  // !
struct Film {
  var count: Int
}
