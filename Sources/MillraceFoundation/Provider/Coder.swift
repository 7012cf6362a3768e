import Millrace

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A configured decoder and encoder of a ``CoderProvider``. It can be stored: it follows later changes of the
/// implementation and the observer.
///
/// Without an observer a call costs one load of an address more than the implementation itself.
public final class Coder: DocumentDecoder, DocumentEncoder {
  /// The name of the coder in the provider.
  public let name: String
  private let binding: PublishedReference<Binding>
  let usedTypes: UsedTypes

  /// The implementation and the observer.
  final class Binding: Sendable {
    let coders: ConfiguredCoders
    let observer: CoderProvider.Observer?

    init(_ coders: ConfiguredCoders, _ observer: CoderProvider.Observer?) {
      self.coders = coders
      self.observer = observer
    }
  }

  init(name: String, _ binding: Binding, _ usedTypes: UsedTypes) {
    self.name = name
    self.binding = PublishedReference(binding)
    self.usedTypes = usedTypes
  }

  func bind(_ binding: Binding) { self.binding.replace(with: binding) }

  /// Reads a value from a whole document.
  ///
  /// - Throws: The errors of the implementation.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from data: Data) throws -> Value {
    try binding.withCurrent { binding in
      guard let observer = binding.observer, !Self.isObserving else {
        return try binding.coders.decoder.decode(type, from: data)
      }
      return try observe(type, .decode, by: observer, binding.coders.implementation, size: { _ in data.count }) {
        try binding.coders.decoder.decode(type, from: data)
      }
    }
  }

  /// Writes a value as a whole document.
  ///
  /// - Throws: The errors of the implementation.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    try binding.withCurrent { binding in
      guard let observer = binding.observer, !Self.isObserving else {
        return try binding.coders.encoder.encode(value)
      }
      return try observe(Value.self, .encode, by: observer, binding.coders.implementation, size: { $0?.count ?? 0 }) {
        try binding.coders.encoder.encode(value)
      }
    }
  }
}
