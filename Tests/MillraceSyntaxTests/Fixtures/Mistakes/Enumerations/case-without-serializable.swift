import Millrace

enum Shape {
  @Case("c") case circle  // ! fix
}
