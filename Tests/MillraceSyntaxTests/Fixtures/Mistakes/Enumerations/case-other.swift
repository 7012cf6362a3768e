import Millrace

@Serializable
enum Shape {
  case circle(radius: Double)
  @Case(.other) case rest  // ! fix
}
