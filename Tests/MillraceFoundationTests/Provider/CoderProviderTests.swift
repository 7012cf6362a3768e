import Foundation
import Millrace
import MillraceFoundation
import SystemLibrary
import Testing

private enum App {
  @TaskLocal static var coders = CoderProvider(coders: ["api": CoderConfiguration()], implementation: .foundation)
}

/// Coders that say who made them.
private struct Signature: DocumentDecoder, DocumentEncoder {
  var text: String

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { throw Rejected(signature: text) }
  func encode<Value: Encodable>(_ value: Value) -> Data { Data(text.utf8) }
}

private struct Rejected: Error { var signature: String }

private func signing(_ name: String) -> CoderImplementation {
  CoderImplementation(name: name, decoder: { _ in Signature(text: name) }, encoder: { _ in Signature(text: name) })
}

@Suite("The provider of coders")
struct CoderProviderTests {
  private func signature(_ coder: Coder) throws -> String { String(decoding: try coder.encode(1), as: UTF8.self) }

  @Test func `coders are replaced for all, or by name, also those that are kept`() throws {
    let provider = CoderProvider(
      coders: ["api": CoderConfiguration(), "cache": CoderConfiguration()], implementation: signing("a"))
    let api = try provider.coder("api")
    let cache = try provider.coder("cache")
    #expect(try signature(api) == "a" && signature(cache) == "a")
    provider.use(signing("b"))
    #expect(try signature(api) == "b" && signature(cache) == "b")
    try provider.use(signing("c"), for: "cache")
    provider.use(signing("d"))
    #expect(try signature(api) == "d" && signature(cache) == "c")
    try provider.use(nil, for: "cache")
    #expect(try signature(api) == "d" && signature(cache) == "d")
    #expect(try provider.coder("api") === api)
    #expect(throws: Rejected.self) { try api.decode(Int.self, from: Data("1".utf8)) }
  }

  @Test func `an unknown name is an error`() throws {
    let provider = CoderProvider(coders: ["cache": CoderConfiguration(), "api": CoderConfiguration()])
    let error = #expect(throws: UnknownCoder.self) { try provider.coder("ipa") }
    #expect(error.map { "\($0)" } == #"unknown coder "ipa"; expected one of: api, cache"#)
    #expect(throws: UnknownCoder.self) { try provider.use(.foundation, for: "ipa") }
  }

  @Test func `a test has a provider of its own`() throws {
    let provider = CoderProvider(coders: ["api": CoderConfiguration()], implementation: signing("test"))
    let inTest = try App.$coders.withValue(provider) { try signature(App.coders.coder("api")) }
    let inApp = try signature(App.coders.coder("api"))
    #expect(inTest == "test" && inApp == "1")
  }

  @Test func `coders are replaced while many threads use them`() async throws {
    let provider = CoderProvider(coders: ["api": CoderConfiguration()], implementation: signing("0"))
    let api = try provider.coder("api")
    final class Seen: Sendable { let signatures = Locked(Set<String>()) }
    let seen = Seen()
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<3000 {
            let signature = (try? api.encode(1)).map { String(decoding: $0, as: UTF8.self) } ?? "an error"
            seen.signatures.withLock { _ = $0.insert(signature) }
          }
        }
      }
      for number in 1..<300 {
        provider.use(signing("\(number)"))
        if number.isMultiple(of: 3) { provider.observe { _ in } } else { provider.observe(nil) }
      }
    }
    #expect(seen.signatures.withLock { $0 }.isSubset(of: (0..<300).map { "\($0)" }))
    #expect(try signature(api) == "299")
  }
}
