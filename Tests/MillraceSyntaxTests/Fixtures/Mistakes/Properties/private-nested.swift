import Millrace

enum Catalog {
  @Serializable
  private struct Film {  // ! fix
    var title: String
  }
}
