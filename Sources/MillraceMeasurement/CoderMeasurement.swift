import Millrace

/// The measurements of one kind of calls: a line of the file that ``CoderRecorder`` writes and `millrace report` reads.
@Serializable
public struct CoderMeasurement: Sendable, Hashable {
  /// The name that the app has given to the coder.
  public var coder: String
  /// The name of the type that was decoded or encoded.
  public var type: String
  /// Whether values were decoded or encoded.
  public var operation: CoderOperation
  /// The name of the implementation that did the work.
  public var implementation: String
  /// Whether these are first calls for their type and operation, or all later ones.
  public var isFirstUse: Bool
  /// The number of calls that have thrown an error. They are not counted elsewhere.
  public var failures: UInt64 = 0
  /// The size of all documents together, in bytes.
  public var bytes: UInt64 = 0
  /// The durations of the calls.
  public var durations: DurationHistogram = DurationHistogram()

  public init(coder: String, type: String, operation: CoderOperation, implementation: String, isFirstUse: Bool) {
    self.coder = coder
    self.type = type
    self.operation = operation
    self.implementation = implementation
    self.isFirstUse = isFirstUse
  }

  /// Counts a call.
  public mutating func record(_ call: CoderCall) {
    guard call.error == nil else {
      failures.addUpToMaximum(1)
      return
    }
    bytes.addUpToMaximum(UInt64(clamping: call.bytes))
    durations.record(nanoseconds: call.nanoseconds)
  }

  /// Adds all calls of another measurement, of any kind.
  public mutating func merge(_ other: CoderMeasurement) {
    failures.addUpToMaximum(other.failures)
    bytes.addUpToMaximum(other.bytes)
    durations.merge(other.durations)
  }
}
