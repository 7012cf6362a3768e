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
        var stream = try JSON.stream(Greeting.self, from: path)
        while let greeting = try stream.next() { elements.append(greeting) }
        return Data(try JSON.encode(elements))
      })
  }

  /// The first element of a large file.
  private static func prepareFirst(_ document: URL) throws -> Workload {
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
    var stream = try JSON.stream(Greeting.self, from: path)
    var sum = 0
    while let greeting = try stream.next() { sum += greeting.hi + greeting.there + greeting.comment.utf8.count }
    return sum
  }
}
