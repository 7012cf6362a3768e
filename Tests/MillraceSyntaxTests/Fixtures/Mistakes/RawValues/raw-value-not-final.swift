import Millrace

typealias Text = String

@Serializable
class ID: RawRepresentable {  // ! fix
  let rawValue: Text
  required init(rawValue: Text) { self.rawValue = rawValue }
}
