import Millrace

@Serializable(.codable)  // !
struct ID: RawRepresentable, Codable {
  let rawValue: String
}
