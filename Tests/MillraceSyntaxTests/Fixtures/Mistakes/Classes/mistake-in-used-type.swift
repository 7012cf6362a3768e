import Millrace

@Serializable
struct Film: Codable {
  var title: String
  lazy var words = title.split(separator: " ")  // ! fix
}

@Serializable
struct Shelf: Codable {
  var films: [Film]
}

func copy(_ film: Film, from decoder: any Decoder) throws -> [Film] {
  [film, try Film(from: decoder)] + (try JSON.decode([Film].self, from: JSON.encode([film], as: String.self)))
}
