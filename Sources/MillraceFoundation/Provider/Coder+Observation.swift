import Millrace
import MillraceMeasurement
import SystemLibrary

extension Coder {
  /// Whether this task is in an observer, whose own calls are not observed, because that would never end.
  @TaskLocal static var isObserving = false

  /// Performs an operation and passes the call to the observer. No lock is held while foreign code runs.
  ///
  /// - Parameters:
  ///   - size: Returns the size of the document in bytes for the result of the operation, which is nil if it failed.
  ///   - work: The operation.
  func observe<Result>(
    _ type: any Any.Type, _ operation: CoderOperation, by observer: CoderProvider.Observer, _ implementation: String,
    size: (Result?) -> Int, _ work: () throws -> Result
  ) throws -> Result {
    let isFirstUse = usedTypes.insert(type, operation)
    let start = nanosecondsAwake()
    let outcome = Swift.Result { try work() }
    let end = nanosecondsAwake()
    var call = CoderCall(
      coder: name, type: type, operation: operation, implementation: implementation, bytes: size(try? outcome.get()),
      nanoseconds: end - start, isFirstUse: isFirstUse)
    if case .failure(let error) = outcome { call.error = error }
    Self.$isObserving.withValue(true) { observer(call) }
    return try outcome.get()
  }
}

/// The types that have been observed, which may be used on many threads at once.
final class UsedTypes: Sendable {
  private let types = Locked((decoded: Set<ObjectIdentifier>(), encoded: Set<ObjectIdentifier>()))

  /// Records a use.
  ///
  /// - Returns: whether it is the first one of its type and operation.
  func insert(_ type: any Any.Type, _ operation: CoderOperation) -> Bool {
    types.withLock { types in
      switch operation {
      case .decode: types.decoded.insert(ObjectIdentifier(type)).inserted
      case .encode: types.encoded.insert(ObjectIdentifier(type)).inserted
      }
    }
  }
}
