import Millrace

@Serializable
enum Shape {
  case circle(radius: Double)
  @Case(.sometimes) case rest  // !
}
