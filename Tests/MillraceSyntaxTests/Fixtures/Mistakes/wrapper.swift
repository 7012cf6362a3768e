import Millrace

@propertyWrapper struct Clamped { var wrappedValue: Int }

@Serializable
struct Film {
  @Clamped var rank: Int  // ! fix
}
