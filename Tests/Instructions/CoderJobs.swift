import CountedWork
import Foundation
import MeasuredTypes
import Millrace
import MillraceFoundation

let coderJobs: [Job] = [
  Job(name: "decode twitter by FastJSONDecoder") { data in
    let document = Data(try data.bytes("twitter.json"))
    return { check(try FastJSONDecoder().decode(Twitter.self, from: document).statuses.count == 100) }
  },
  Job(name: "encode twitter by FastJSONEncoder") { data in
    let value = try JSON.decode(Twitter.self, from: data.bytes("twitter.json"))
    return { check(try FastJSONEncoder().encode(value).count > 300_000) }
  },
  Job(name: "decode plain Codable types by FastJSONDecoder") { data in
    let document = Data(try data.bytes("films.json"))
    return { check(try FastJSONDecoder().decode([PlainFilm].self, from: document).count > 1_000) }
  },
]

/// A film as the compiler's `Codable` reads it.
private struct PlainFilm: Decodable {
  var id: String
  var directed_by: [String]
  var initial_release_date: String?
  var genre: [String]
  var name: String
}
