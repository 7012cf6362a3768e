import Millrace
import SystemLibrary

/// Records calls of coders, in memory that grows with the kinds of calls and not with their number.
///
/// ```swift
/// let recorder = CoderRecorder()
/// let coders = CoderProvider(coders: ["api": CoderConfiguration()], observer: recorder.record)
/// // …and when the app goes to the background:
/// try recorder.drain(to: try DescriptorSink(path: "calls.jsonl"))
/// ```
public final class CoderRecorder: Sendable {
  /// A kind of calls, which are counted together.
  private struct Kind: Hashable {
    var coder: String
    var type: ObjectIdentifier
    var operation: CoderOperation
    var implementation: String
    var isFirstUse: Bool
  }

  private let measurements = Locked<[Kind: CoderMeasurement]>([:])

  public init() {}

  /// Counts a call. Can be called on any thread.
  public func record(_ call: CoderCall) {
    let kind = Kind(
      coder: call.coder, type: ObjectIdentifier(call.type), operation: call.operation,
      implementation: call.implementation, isFirstUse: call.isFirstUse)
    measurements.withLock { measurements in
      measurements[kind, default: CoderMeasurement(of: call)].record(call)
    }
  }

  /// Returns the measurements, and begins again without any.
  public func drain() -> [CoderMeasurement] {
    measurements.withLock { measurements in
      defer { measurements = [:] }
      return Array(measurements.values)
    }
  }

  /// Writes the measurements as JSON lines, and begins again without any. Lines of many recorders may follow one
  /// another in a file: `millrace report` adds them up.
  ///
  /// - Throws: The errors of the sink. Measurements that it has not received are lost.
  public func drain<Sink: ByteSink & ~Copyable>(to sink: consuming Sink) throws {
    var lines = JSON.StreamWriter(to: sink, as: .lines)
    for measurement in drain() { try lines.append(measurement) }
    try lines.finish()
  }
}

extension CoderMeasurement {
  /// Returns an empty measurement of such calls.
  fileprivate init(of call: CoderCall) {
    self.init(
      coder: call.coder, type: call.typeName, operation: call.operation, implementation: call.implementation,
      isFirstUse: call.isFirstUse)
  }
}
