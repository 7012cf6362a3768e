import Millrace
import MillraceMeasurement
import SystemLibrary

/// Provides the coders of an app. All of them can be replaced together, or one by name.
///
/// ```swift
/// enum App {
///   @TaskLocal static var coders = CoderProvider(
///     coders: ["api": CoderConfiguration { $0.dateDecodingStrategy = .iso8601 }, "cache": CoderConfiguration()])
/// }
///
/// let api = try App.coders.coder("api")
/// let numbers = try api.decode([Int].self, from: Data("[1,2,3]".utf8))
/// ```
///
/// Coders find their implementation without a lock, so ``use(_:)`` may be called at any time. Tests can use a separate
/// provider: `App.$coders.withValue(provider) { … }`.
public final class CoderProvider: Sendable {
  /// Receives each call, on its thread and before it returns. It may be called for several calls at the same time.
  ///
  /// Its own calls of coders are not observed, and it may change the provider.
  public typealias Observer = @Sendable (CoderCall) -> Void

  private struct Settings {
    var common: [String: ConfiguredCoders]
    /// The separate implementations of coders, by name.
    var special: [String: ConfiguredCoders] = [:]
    var observer: Observer?
  }

  private let configurations: [String: CoderConfiguration]
  private let coders: [String: Coder]
  private let settings: Locked<Settings>

  /// - Parameters:
  ///   - configurations: the configurations of all coders, by name.
  ///   - implementation: the implementation of all coders. ``use(_:)`` and ``use(_:for:)`` change it. Default: Millrace.
  ///   - observer: receives each call. Default: nil.
  public init(
    coders configurations: [String: CoderConfiguration], implementation: CoderImplementation = .millrace,
    observer: Observer? = nil
  ) {
    let common = configurations.mapValues { implementation.coders($0) }
    let usedTypes = UsedTypes()
    self.configurations = configurations
    coders = Dictionary(
      uniqueKeysWithValues: common.map { name, coders in
        (name, Coder(name: name, Coder.Binding(coders, observer), usedTypes))
      })
    settings = Locked(Settings(common: common, observer: observer))
  }

  /// Returns the coder with a name, which is always the same one.
  ///
  /// - Throws: ``UnknownCoder``.
  public func coder(_ name: String) throws(UnknownCoder) -> Coder {
    guard let coder = coders[name] else { throw unknown(name) }
    return coder
  }

  /// Sets the implementation of all coders, except those with a separate implementation by ``use(_:for:)``.
  public func use(_ implementation: CoderImplementation) {
    // Created before the settings are locked, because this runs foreign code.
    let common = configurations.mapValues { implementation.coders($0) }
    change { $0.common = common }
  }

  /// Sets the implementation of one coder.
  ///
  /// - Parameters:
  ///   - implementation: The implementation; nil for that of all other coders.
  ///   - name: the name of the coder.
  /// - Throws: ``UnknownCoder``.
  public func use(_ implementation: CoderImplementation?, for name: String) throws(UnknownCoder) {
    guard let configuration = configurations[name] else { throw unknown(name) }
    let coders = implementation?.coders(configuration)
    change { $0.special[name] = coders }
  }

  /// Replaces the observer of calls; nil for none.
  public func observe(_ observer: Observer?) { change { $0.observer = observer } }

  private func change(_ body: (inout Settings) -> Void) {
    settings.withLock { settings in
      body(&settings)
      for (name, coder) in coders {
        guard let coders = settings.special[name] ?? settings.common[name] else { continue }
        coder.bind(Coder.Binding(coders, settings.observer))
      }
    }
  }

  private func unknown(_ name: String) -> UnknownCoder { UnknownCoder(name: name, known: coders.keys.sorted()) }
}

/// The error for a name that a ``CoderProvider`` has no coder for.
public struct UnknownCoder: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name that has no configuration.
  public var name: String
  /// The names of all coders.
  public var known: [String]

  public var description: String { "unknown coder \"\(name)\"; expected one of: \(known.joined(separator: ", "))" }
}
