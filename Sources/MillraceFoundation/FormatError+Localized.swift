public import Foundation
public import Millrace

/// `localizedDescription` is the text of the error. Without this conformance, Foundation replaces it by a number.
extension FormatError: LocalizedError {
  public var errorDescription: String? { description }
}

/// As an `NSError`, the error has the domain, the code and the index of the errors that Foundation's decoder has as underlying
/// errors on Apple's platforms.
extension FormatError: CustomNSError {
  /// `NSCocoaErrorDomain`.
  public static var errorDomain: String { NSCocoaErrorDomain }

  /// `propertyListReadCorrupt`, which is the code for all invalid documents, also for JSON.
  public var errorCode: Int { CocoaError.Code.propertyListReadCorrupt.rawValue }

  /// The description, and the offset of the invalid byte as `NSJSONSerializationErrorIndex`.
  public var errorUserInfo: [String: Any] {
    // Without this text, the domain provides its own for the code.
    var information: [String: Any] = [NSLocalizedDescriptionKey: description, "NSDebugDescription": description]
    if let offset = place.offset { information["NSJSONSerializationErrorIndex"] = offset }
    return information
  }
}
