import Millrace

@Serializable(names: .snake_case)  // !
struct Film {
  var count: Int
}
