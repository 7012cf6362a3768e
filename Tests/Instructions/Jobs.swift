import CountedWork
import MeasuredTypes
import Millrace
import MillraceTables

let jobs: [Job] = {
  #if canImport(Foundation)
    formatJobs + coderJobs
  #else  // as scripts/test-arm64 compiles it
    formatJobs
  #endif
}()

private let formatJobs: [Job] = [
  Job(name: "decode twitter") { data in
    let document = try data.bytes("twitter.json")
    return { check(try JSON.decode(Twitter.self, from: document).statuses.count == 100) }
  },
  Job(name: "decode twitter, in random order") { data in
    var generator = SmallGenerator(state: 1)
    let ordered = try JSON.decode(JSON.Value.self, from: data.bytes("twitter.json"))
    let document = try JSON.encode(ordered.withMembersShuffled(using: &generator))
    return { check(try JSON.decode(Twitter.self, from: document).statuses.count == 100) }
  },
  Job(name: "encode twitter") { data in
    let value = try JSON.decode(Twitter.self, from: data.bytes("twitter.json"))
    return { check(try JSON.encode(value).count > 300_000) }
  },
  Job(name: "decode citm_catalog") { data in
    let document = try data.bytes("citm_catalog.json")
    return { check(try JSON.decode(Citm.self, from: document).performances.count == 243) }
  },
  Job(name: "encode citm_catalog") { data in
    let value = try JSON.decode(Citm.self, from: data.bytes("citm_catalog.json"))
    return { check(try JSON.encode(value).count > 400_000) }
  },
  Job(name: "decode twitter as a tree") { data in
    let document = try data.bytes("twitter.json")
    return { check(try JSON.decode(JSON.Value.self, from: document)["statuses"]?.array?.count == 100) }
  },
  Job(name: "stream films as lines") { data in
    let films = try JSON.decode([Film].self, from: data.bytes("films.json"))
    let lines = try films.flatMap { try JSON.encode($0) + [UInt8(ascii: "\n")] }
    return {
      var count = 0
      try JSON.stream(Film.self, from: lines, options: JSON.StreamOptions(framing: .lines)).forEach { _ in count += 1 }
      check(count == films.count)
    }
  },
  Job(name: "decode films by inlined code") { data in
    let document = try data.bytes("films.json")
    return { check(try JSON.decode([InlinedFilm].self, from: document).count > 1_000) }
  },
  Job(name: "encode films by inlined code") { data in
    let films = try JSON.decode([InlinedFilm].self, from: data.bytes("films.json"))
    return { check(try JSON.encode(films).count > 100_000) }
  },
  Job(name: "decode canada") { data in
    let document = try data.bytes("canada.json")
    return { check(try JSON.decode(Canada.self, from: document).features.count == 1) }
  },
  Job(name: "encode canada") { data in
    let value = try JSON.decode(Canada.self, from: data.bytes("canada.json"))
    return { check(try JSON.encode(value).count > 2_000_000) }
  },
  Job(name: "decode rows of CSV") { _ in
    let rows = greetings
    let table = try CSV.encode(rows)
    return { check(try CSV.decode([Greeting].self, from: table) == rows) }
  },
  Job(name: "encode rows of CSV") { _ in
    let rows = greetings
    return { check(try CSV.encode(rows).count > 20 * rows.count) }
  },
]

/// A film that is read and written by code of its own.
@Serializable(.inlined)
private struct InlinedFilm {
  var id: String
  @Field("directed_by") var directors: [String]
  @Field("initial_release_date") var released: String?
  var genre: [String]
  var name: String
}

private let greetings: [Greeting] = (0..<2_000).map { row in
  let comment = #"row \#(row), \"as it is\""#
  return try! JSON.decode(Greeting.self, from: #"{"hi":\#(row * 7919),"there":-\#(row),"comment":"\#(comment)"}"#)
}

extension JSON.Value {
  fileprivate func withMembersShuffled(using generator: inout SmallGenerator) -> JSON.Value {
    switch self {
    case .array(let elements): .array(elements.map { $0.withMembersShuffled(using: &generator) })
    case .object(let members):
      .object(
        JSON.Object(
          members.map { ($0.key, $0.value.withMembersShuffled(using: &generator)) }.shuffled(using: &generator)))
    default: self
    }
  }
}

/// A generator whose numbers are the same in every run (SplitMix64).
private struct SmallGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
