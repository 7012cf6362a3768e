import Foundation
import Millrace
import Models

/// Millrace's streams, of `Greeting`s on lines.
enum StreamWorkloads {
  static var cases: [Case] {
    ["hi1m", "hi100k"].map { name in
      Case("millrace", Document(name: name + "-lines", fileName: name + ".jsonl"), "stream", prepare: prepare)
    } + [Case("millrace", Document(name: "huge", fileName: "huge.json"), "first", prepare: prepareFirst)]
  }

  private static func prepare(_ document: URL) throws -> Workload {
    let path = document.path
    return Workload(
      run: { count in
        for _ in 0..<count { keep(try sum(path)) }
      },
      roundTrip: {
        var elements: [Greeting] = []
        try JSON.stream(Greeting.self, from: path).forEach { elements.append($0) }
        return Data(try JSON.encode(elements))
      })
  }

  /// The first element of a large file.
  static func prepareFirst(_ document: URL) throws -> Workload {
    let path = document.path
    func first() throws -> Greeting {
      var stream = try JSON.stream(Greeting.self, from: path)
      guard let first = try stream.next() else { throw Refusal("there is no element") }
      return first
    }
    return Workload(
      run: { count in
        for _ in 0..<count { keep(try first()) }
      },
      roundTrip: { Data(try JSON.encode(try first())) })
  }

  /// What a program does that looks at everything and keeps nothing.
  private static func sum(_ path: String) throws -> Int {
    var sum = 0
    try JSON.stream(Greeting.self, from: path).forEach { sum += $0.hi + $0.there }
    return sum
  }
}
