import Millrace

@propertyWrapper struct Clamped: Codable { var wrappedValue: Int }

@Serializable
struct Film: Codable {
  @Clamped var rank: Int  // ! fix
}
