import Millrace

@Serializable
struct Size { var width: Int }

@Serializable
struct Film {
  @Field(.flatten) var size: Size  // ! fix
}
