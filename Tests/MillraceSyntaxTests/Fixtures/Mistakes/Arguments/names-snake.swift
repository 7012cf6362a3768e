import Millrace

@Serializable(names: .snake_case)  // ! fix
struct Film {
  var count: Int
}
