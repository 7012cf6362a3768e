public import Foundation

#if FAST_CODERS
  public import MillraceFoundation
  public typealias BaseDecoder = FastJSONDecoder
#else
  public typealias BaseDecoder = JSONDecoder
#endif

extension CodingUserInfoKey {
  public static let currency = CodingUserInfoKey(rawValue: "currency")!
}

/// A subclass with a setting that cannot be changed, which counts its documents.
open class CountingDecoder: BaseDecoder, @unchecked Sendable {
  public private(set) var count = 0

  open override var userInfo: [CodingUserInfoKey: any Sendable] {
    get { [.currency: "EUR"] }
    set {}
  }

  open override func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    count += 1
    return try super.decode(type, from: data)
  }
}
