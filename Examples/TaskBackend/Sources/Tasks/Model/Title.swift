import Millrace

/// What a task is called: a string of JSON that is not empty.
@Serializable(.transparent, validated: true)
public struct Title: Sendable, Equatable {
  public var text: String

  public init(_ text: String) { self.text = text }

  /// The most bytes of UTF-8 that a title may have.
  public static var maximumSize: Int { 10_000 }

  /// - Throws: ``Problem``.
  public func validate() throws {
    if text.isEmpty { throw Problem.isEmpty }
    if text.utf8.count > Self.maximumSize { throw Problem.isTooLong }
  }

  public enum Problem: Error, CustomStringConvertible {
    case isEmpty, isTooLong

    public var description: String {
      switch self {
      case .isEmpty: "a title must not be empty"
      case .isTooLong: "a title has at most \(Title.maximumSize) bytes"
      }
    }
  }
}
