import Millrace

@Serializable
struct Grade {  // !
  var points: Int
}

extension Grade: RawRepresentable {
  init?(rawValue: String) { self.init(points: rawValue.count) }
  var rawValue: String { String(repeating: "x", count: points) }
}
