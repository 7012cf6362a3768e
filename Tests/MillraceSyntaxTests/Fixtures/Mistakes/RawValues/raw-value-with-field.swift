import Millrace

@Serializable
struct ID: RawRepresentable {
  @Field("id") let rawValue: String  // ! fix
}
