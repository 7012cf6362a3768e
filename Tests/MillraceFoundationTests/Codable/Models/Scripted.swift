import Foundation

/// A type whose coding is a closure of the test: for what only one case does.
struct Scripted: Codable {
  /// What the closures of the case at hand are. They are not called by several threads.
  final class Script: @unchecked Sendable {
    var read: ((any Decoder) throws -> String)?
    var write: ((any Encoder) throws -> Void)?
  }

  @TaskLocal static var script = Script()

  var result: String

  init() { result = "" }
  init(from decoder: any Decoder) throws { result = try Self.script.read?(decoder) ?? "" }
  func encode(to encoder: any Encoder) throws { try Self.script.write?(encoder) }
}

extension DecodingCase {
  /// A case that reads by `read`: `Scripted` is the type of the document, or of something in it.
  init<Value: Decodable>(
    _ name: String, in type: Value.Type, _ text: String, _ options: DecodingOptions = DecodingOptions(),
    read: @escaping (any Decoder) throws -> String
  ) {
    self.init(name, data: Data(text.utf8), options) { decoder, data in
      let script = Scripted.Script()
      script.read = read
      return try Scripted.$script.withValue(script) { Fingerprint.of(try decoder.decode(type, from: data)) }
    }
  }

  init(
    _ name: String, _ text: String, _ options: DecodingOptions = DecodingOptions(),
    read: @escaping (any Decoder) throws -> String
  ) {
    self.init(name, in: Scripted.self, text, options, read: read)
  }

  /// A case that reads an object.
  init(
    _ name: String, object text: String, _ options: DecodingOptions = DecodingOptions(),
    read: @escaping (KeyedDecodingContainer<Key>) throws -> Any
  ) {
    self.init(name, text, options) { Fingerprint.of(try read(try $0.container(keyedBy: Key.self))) }
  }

  /// A case that reads an array.
  init(
    _ name: String, array text: String, _ options: DecodingOptions = DecodingOptions(),
    read: @escaping (inout any UnkeyedDecodingContainer) throws -> Any
  ) {
    self.init(name, text, options) { decoder in
      var container = try decoder.unkeyedContainer()
      let value = try read(&container)
      Trace.note("in the end", container)
      return Fingerprint.of(value)
    }
  }
}

extension EncodingCase {
  /// A case that writes by `write`, as the document or as something in it.
  init<Value: Encodable>(
    _ name: String, in value: Value, _ options: EncodingOptions = .sorted,
    write: @escaping (any Encoder) throws -> Void
  ) {
    self.init(name, options) { encoder in
      let script = Scripted.Script()
      script.write = write
      return try Scripted.$script.withValue(script) { try encoder.encode(value) }
    }
  }

  init(_ name: String, _ options: EncodingOptions = .sorted, write: @escaping (any Encoder) throws -> Void) {
    self.init(name, in: Scripted(), options, write: write)
  }

  /// A case that writes an object.
  init(
    _ name: String, object options: EncodingOptions = .sorted,
    write: @escaping (inout KeyedEncodingContainer<Key>) throws -> Void
  ) {
    self.init(name, options) { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try write(&container)
      Trace.note("in the end", at: container.codingPath)
    }
  }

  /// A case that writes an array.
  init(
    _ name: String, array options: EncodingOptions = .sorted,
    write: @escaping (inout any UnkeyedEncodingContainer) throws -> Void
  ) {
    self.init(name, options) { encoder in
      var container = encoder.unkeyedContainer()
      try write(&container)
      Trace.note("in the end, count \(container.count)", at: container.codingPath)
    }
  }
}
