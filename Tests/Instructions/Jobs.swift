import CountedWork
import MeasuredTypes
import Millrace
import MillraceTables

let jobs: [Job] = {
  #if canImport(Foundation)
    formatJobs + documentJobs + coderJobs
  #else  // as scripts/arm64/test-arm64 compiles it
    formatJobs + documentJobs
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
  Job(name: "decode films") { data in
    let document = try data.bytes("films.json")
    return { check(try JSON.decode([Film].self, from: document).count > 1_000) }
  },
  Job(name: "encode films") { data in
    let value = try JSON.decode([Film].self, from: data.bytes("films.json"))
    return { check(try JSON.encode(value).count > 100_000) }
  },
  Job(name: "decode small objects") { _ in
    let document = try JSON.encode(greetings)
    return { check(try decodeGenerically([Greeting].self, from: document).count == greetings.count) }
  },
  Job(name: "encode small objects") { _ in
    { check(try encodeGenerically(greetings).count > 50_000) }
  },
  Job(name: "decode a message from a string, 100 times") { _ in
    { for _ in 0..<100 { check(try JSON.decode(Message.self, from: message).to.count == 2) } }
  },
  Job(name: "encode a message, 100 times") { _ in
    let value = try JSON.decode(Message.self, from: message)
    return { for _ in 0..<100 { check(try JSON.encode(value).count > 100) } }
  },
  Job(name: "encode a message as a string, 100 times") { _ in
    let value = try JSON.decode(Message.self, from: message)
    return { for _ in 0..<100 { check(try JSON.encode(value, as: String.self).utf8.count > 100) } }
  },
  Job(name: "decode a dictionary of objects") { _ in
    let document = try JSON.encode(directory)
    return { check(try JSON.decode(Directory.self, from: document).people.count == directory.people.count) }
  },
  Job(name: "encode a dictionary of objects") { _ in
    { check(try JSON.encode(directory).count > 10_000) }
  },
  Job(name: "decode 4 of 20 optional fields") { _ in
    { check(try JSON.decode([Sparse].self, from: sparse).count == 500) }
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

/// As generic code of a user does, which does not know that the type has a table.
@inline(never)
private func decodeGenerically<Value: Readable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
  try JSON.decode(type, from: bytes)
}

@inline(never)
private func encodeGenerically<Value: Writable>(_ value: Value) throws -> [UInt8] { try JSON.encode(value) }

@Serializable
private struct Message {
  var id: Int
  var subject: String
  var to: [String]
  var sender: Person?
  var unread: Bool
}

@Serializable
private struct Person {
  var name: String
  var age: Int
}

private let message =
  #"{"id":81,"subject":"The minutes of Tuesday","to":["Ada","Grace"],"sender":{"name":"Alan","age":41},"unread":true}"#

@Serializable
private struct Directory {
  var people: [String: Person]
}

private let directory = Directory(
  people: Dictionary(
    uniqueKeysWithValues: (0..<500).map { ("person \($0)", Person(name: "number \($0)", age: $0 % 90)) }))

@Serializable
private struct Sparse {
  var a: Int?, b: Int?, c: String?, d: String?, e: Double?, f: Bool?, g: [Int]?, h: Person?, i: Int?, j: Int?
  var k: Int?, l: String?, m: String?, n: Double?, o: Bool?, p: [String]?, q: Person?, r: Int?, s: Int?, t: Int?
}

private let sparse = Array(
  ("[" + (0..<500).map { #"{"b":\#($0),"l":"x","r":7,"t":-1}"# }.joined(separator: ",") + "]").utf8)

private let greetings: [Greeting] = (0..<2_000).map { row in
  let comment = #"row \#(row), \"as it is\""#
  return try! JSON.decode(Greeting.self, from: #"{"hi":\#(row * 7919),"there":-\#(row),"comment":"\#(comment)"}"#)
}
