import SystemLibrary

/// What the system says of a call that failed.
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The number of the error, such as `ENOENT`.
  public var code: Int32
  /// What was to be done with what, such as `cannot read films.json`.
  public var action: String

  public init(code: Int32, action: String) {
    self.code = code
    self.action = action
  }

  /// The action and the system's words for the number.
  public var description: String { "\(action): \(reason)" }

  /// The system's words for the number.
  public var reason: String { String(cString: strerror(code)) }

  /// The error of the call that failed last.
  static func last(_ action: String) -> SystemError { SystemError(code: errno, action: action) }
}
