// The films of each director, the busiest first: `swift run Films FILE`.

import Foundation
import Millrace
import MillraceFoundation

@Serializable
struct Film {
  var name: String
  @Field("directed_by") var directors: [String] = []
  @Field("initial_release_date") var released: String?
}

@Serializable
struct Director {
  var name: String
  var films: [Film]
}

guard let path = CommandLine.arguments.dropFirst().first else {
  print("usage: Films FILE")
  exit(2)
}
let films = try JSON.decode([Film].self, contentsOf: URL(fileURLWithPath: path))

var byDirector: [String: [Film]] = [:]
for film in films {
  for director in film.directors { byDirector[director, default: []].append(film) }
}
let directors =
  byDirector
  .map { Director(name: $0.key, films: $0.value) }
  .sorted { ($1.films.count, $0.name) < ($0.films.count, $1.name) }

print("\(films.count) films of \(directors.count) directors")
print(try JSON.encode(Array(directors.prefix(2)), as: String.self, style: JSON.Pretty.self))
