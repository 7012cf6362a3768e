import Millrace

@Serializable
struct Size { var width: Int }

@Serializable
struct Film {
  @Field(.flattened) var size: Size?  // !
}
