import Millrace
import SystemLibrary

/// Keeps what is observed of coders, in memory that grows with the kinds of calls and not with their number.
///
/// ```swift
/// let recorder = CoderRecorder()
/// let coders = CoderProvider(coders: ["api": CoderConfiguration()], observer: recorder.record)
/// // …and when the app goes to the background:
/// try recorder.drain(to: try DescriptorSink(path: "calls.jsonl"))
/// ```
public final class CoderRecorder: Sendable {
  /// A kind of calls: those that are counted together.
  private struct Kind: Hashable {
    var coder: String
    var type: ObjectIdentifier
    var operation: CoderOperation
    var implementation: String
    var isFirstUse: Bool
  }

  private let measurements = Locked<[Kind: CoderMeasurement]>([:])

  public init() {}

  /// Counts a call. From any thread.
  public func record(_ call: CoderCall) {
    let kind = Kind(
      coder: call.coder, type: ObjectIdentifier(call.type), operation: call.operation,
      implementation: call.implementation, isFirstUse: call.isFirstUse)
    measurements.withLock { measurements in
      measurements[kind, default: CoderMeasurement(of: call)].record(call)
    }
  }

  /// Hands out what has been measured, and begins anew.
  public func drain() -> [CoderMeasurement] {
    measurements.withLock { measurements in
      defer { measurements = [:] }
      return Array(measurements.values)
    }
  }

  /// Writes what has been measured as JSON lines, and begins anew. Lines of many recorders may follow one another in
  /// a file: `millrace report` adds them up.
  ///
  /// - Throws: what the sink throws; what it has not taken by then is lost.
  public func drain<Sink: ByteSink & ~Copyable>(to sink: consuming Sink) throws {
    var lines = JSON.StreamWriter(to: sink, as: .lines)
    for measurement in drain() { try lines.append(measurement) }
    try lines.finish()
  }
}

extension CoderMeasurement {
  /// A measurement of such calls, none of which is counted yet.
  fileprivate init(of call: CoderCall) {
    self.init(
      coder: call.coder, type: call.typeName, operation: call.operation, implementation: call.implementation,
      isFirstUse: call.isFirstUse)
  }
}
