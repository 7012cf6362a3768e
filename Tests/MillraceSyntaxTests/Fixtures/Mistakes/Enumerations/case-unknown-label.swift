import Millrace

@Serializable
enum Shape {
  case circle(radius: Double)
  @Case(sometimes: true) case rest  // !
}
