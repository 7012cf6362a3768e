import Millrace

@Serializable(tag: "type")
enum Shape {
  case text(String)  // !
}
