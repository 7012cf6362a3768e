import Millrace

/// The operation of a coder.
@Serializable
public enum CoderOperation: String, Sendable, Hashable, CaseIterable {
  case decode, encode
}

/// A call of a coder, as an observer of a `CoderProvider` receives it.
public struct CoderCall: Sendable {
  /// The name that the app has given to the coder, such as `api`.
  public var coder: String
  /// The type that was decoded or encoded.
  public var type: any Any.Type
  /// Whether a value was decoded or encoded.
  public var operation: CoderOperation
  /// The name of the implementation that did the work, such as `Foundation`.
  public var implementation: String
  /// The size of the document in bytes; 0 if encoding failed.
  public var bytes: Int
  /// The time that the call took, in nanoseconds, without time that the machine was asleep.
  public var nanoseconds: UInt64
  /// The error that the call has thrown.
  public var error: (any Error)?
  /// Whether it is the first call for this type and operation that the provider has observed.
  public var isFirstUse: Bool

  public init(
    coder: String, type: any Any.Type, operation: CoderOperation, implementation: String, bytes: Int,
    nanoseconds: UInt64, error: (any Error)? = nil, isFirstUse: Bool
  ) {
    self.coder = coder
    self.type = type
    self.operation = operation
    self.implementation = implementation
    self.bytes = bytes
    self.nanoseconds = nanoseconds
    self.error = error
    self.isFirstUse = isFirstUse
  }

  /// The type's name with its module, such as `Shop.Order`. The same in every process.
  public var typeName: String {
    // The runtime names the surroundings of a private type by an address. This needs no conformance lookup.
    var name = _typeName(type, qualified: true)
    while let start = name.range(ofFirst: "(unknown context at "),
      let end = name[start.upperBound...].range(ofFirst: ").")
    {
      name.removeSubrange(start.lowerBound..<end.upperBound)
    }
    return name
  }
}

@available(Durations, *)
extension CoderCall {
  /// The time that the call took, without time that the machine was asleep.
  public var duration: Duration {
    get { .nanoseconds(Int64(clamping: nanoseconds)) }
    set { nanoseconds = newValue.wholeNanoseconds }
  }

  public init(
    coder: String, type: any Any.Type, operation: CoderOperation, implementation: String, bytes: Int,
    duration: Duration, error: (any Error)? = nil, isFirstUse: Bool
  ) {
    self.init(
      coder: coder, type: type, operation: operation, implementation: implementation, bytes: bytes,
      nanoseconds: duration.wholeNanoseconds, error: error, isFirstUse: isFirstUse)
  }
}
