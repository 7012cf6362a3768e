import Millrace

@Serializable
enum Event: Codable {
  case opened
  @Case(.unknown) case other(JSON.Raw)  // !
}
