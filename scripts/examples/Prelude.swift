// What the examples in the documentation speak of without saying it.

import Foundation
import Millrace

@Serializable
struct Film: Equatable {
  var name: String
  @Field("directed_by") var directors: [String] = []
  @Field("initial_release_date") var released: String?
}

let films = [
  Film(name: "Alien", directors: ["Ridley Scott"], released: "1979-05-25"),
  Film(name: "Aliens", directors: ["James Cameron"], released: "1986-07-18"),
]

/// The films as a document.
let bytes = Array(
  """
  [{"name": "Alien", "directed_by": ["Ridley Scott"], "initial_release_date": "1979-05-25"},
   {"name": "Aliens", "directed_by": ["James Cameron"], "initial_release_date": "1986-07-18"}]
  """.utf8)

/// The films in a file that an example may read, and change.
let file: URL = {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("films-\(UUID().uuidString).json")
  FileManager.default.createFile(atPath: file.path, contents: Data(bytes))
  return file
}()
