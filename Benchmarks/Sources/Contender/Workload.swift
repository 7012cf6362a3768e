import Foundation

/// An operation that is ready to be repeated.
struct Workload {
  /// Does the operation `count` times, each time from the beginning, and drops the results.
  let run: (_ count: Int) throws -> Void
  /// The document decoded and encoded again, by the code that `run` repeats.
  let roundTrip: () throws -> Data
}

/// Keeps the optimizer from removing an unused value.
@inline(never)
func keep<Value: ~Copyable>(_ value: borrowing Value) {
  withUnsafePointer(to: value) { address in withExtendedLifetime(address) {} }
}
