import Millrace

@Serializable(.codable)  // !
struct ID: Codable {
  let rawValue: [String]
}

extension ID: RawRepresentable {}
