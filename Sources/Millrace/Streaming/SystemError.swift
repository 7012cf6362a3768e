import SystemLibrary

/// An error of a system call.
///
/// ```swift
/// do {
///   _ = try JSON.stream(Film.self, from: "missing.json")
/// } catch let error as SystemError {
///   print(error.reason)  // No such file or directory
/// }
/// ```
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The number of the error, such as `ENOENT`.
  public var code: Int32
  /// The failed action and its object, such as `cannot read films.json`.
  public var action: String

  /// Creates an error. The properties describe the parameters.
  public init(code: Int32, action: String) {
    self.code = code
    self.action = action
  }

  /// The action and the system's message for the code.
  public var description: String { "\(action): \(reason)" }

  /// The system's message for the code.
  public var reason: String { reasonOfFailure(code) }

  /// Returns the error of the last failed call.
  static func last(_ action: String) -> SystemError { SystemError(code: errno, action: action) }
}

extension SystemError: FormatProblem {
  public var kind: FormatError.Kind { .system }
}
