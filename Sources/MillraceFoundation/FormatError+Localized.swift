public import Foundation
public import Millrace

/// `localizedDescription` is the text of the error. Without this conformance, Foundation replaces it by a number.
extension FormatError: LocalizedError {
  public var errorDescription: String? { description }
}
