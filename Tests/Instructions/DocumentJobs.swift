import CountedWork
import MeasuredTypes
import Millrace

// Documents of other conditions: trees, many keys, few of many fields, and few bytes in many objects.

let documentJobs: [Job] = [
  Job(name: "decode citm_catalog as a tree") { data in
    let document = try data.bytes("citm_catalog.json")
    return { check(try JSON.decode(JSON.Value.self, from: document)["performances"]?.array?.count == 243) }
  },
  Job(name: "encode the tree of citm_catalog") { data in
    let tree = try JSON.decode(JSON.Value.self, from: data.bytes("citm_catalog.json"))
    return { check(try JSON.encode(tree).count > 400_000) }
  },
  Job(name: "decode a dictionary of 10,000 keys") { _ in
    let document = try JSON.encode(
      JSON.Object((0..<10_000).map { ("key-\($0 * 7919 % 99_991)-\($0)", .number(JSON.Number($0))) }))
    return { check(try JSON.decode([String: Int].self, from: document).count == 10_000) }
  },
  Job(name: "decode 5 of 25 fields, indented and in random order") { _ in
    var generator = SmallGenerator(state: 1)
    let records = JSON.Value.array((0..<200).map(record)).withMembersShuffled(using: &generator)
    let document = try JSON.encode(records, style: JSON.Pretty.self)
    return { check(try JSON.decode([Partial].self, from: document).count == 200) }
  },
  Job(name: "decode 13 small objects, 100 times") { _ in
    { for _ in 0..<100 { check(try JSON.decode(A1.self, from: smallObjects).d.count == 6) } }
  },
  Job(name: "encode 13 small objects, 100 times") { _ in
    let value = try JSON.decode(A1.self, from: smallObjects)
    return { for _ in 0..<100 { check(try JSON.encode(value).count == smallObjects.count) } }
  },
]

/// 319 bytes in objects of four types.
private let smallObjects = Array(
  (#"{"a":1,"b":{"a":1234567890,"b":{"a":-20,"b":{"a":1700000000000}},"c":[{"a":4096}]},"#
    + #""c":[{"a":90071992,"b":{"a":109951162}}],"d":{"the first key":{"a":2147483647},"the second one":{"a":30000000},"#
    + #""the third key":{"a":31536000},"the fourth key":{"a":1000007},"the fifth key":{"a":-65536},"#
    + #""the sixth key":{"a":1000000007}}}"#).utf8)

/// A record of which `Partial` has five fields.
private func record(_ number: Int) -> JSON.Value {
  var record: JSON.Object = [
    "id": .number(JSON.Number(number)), "name": "abcdef ghij", "email": .string("user\(number)@example.com"),
    "balance": .number(JSON.Number(number * 7919)), "tags": ["klm", "nop", "abcdefghi"],
  ]
  for index in 0..<20 {
    let value: JSON.Value =
      switch index % 5 {
      case 0: "abcd efghijk lm nopabc defgh ijklmnop"
      case 1: .number(JSON.Number(number * 7919 % 999_983))
      case 2: .boolean((number + index) % 3 == 0)
      case 3: ["latitude": -54.2713849210342, "label": "bcdefg hijkl"]
      default: .null
      }
    record["field_\(index)"] = value
  }
  return .object(record)
}

extension JSON.Value {
  func withMembersShuffled(using generator: inout SmallGenerator) -> JSON.Value {
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
struct SmallGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
