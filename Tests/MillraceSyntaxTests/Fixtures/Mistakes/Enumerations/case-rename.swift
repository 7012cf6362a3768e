import Millrace

@Serializable
enum Shape {
  @Case(rename: "c") case circle(radius: Double)  // !
}
