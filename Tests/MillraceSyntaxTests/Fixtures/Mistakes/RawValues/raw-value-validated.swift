import Millrace

@Serializable(validated: true)  // !
enum Grade: String {
  case good, bad
  func validate() throws {}
}
