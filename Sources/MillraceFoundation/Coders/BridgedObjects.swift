import Foundation
import MillraceCodable

// Foundation's encoder casts every value to `Date`, `URL`, `Decimal` and `Data`. The casts also succeed for objects that
// bridge to these types, on all platforms, and then the strategies apply and the object's `encode(to:)` is not called.
// So they do here. The classes are not `Encodable`, but a program can declare this.

extension ObjectBridging {
  static let foundation = ObjectBridging(
    includes: { type in
      switch type {
      case is NSDate.Type, is NSURL.Type, is NSDecimalNumber.Type, is NSData.Type: true
      // A decimal number may have the static type of a superclass, and any of these objects that of the last one.
      default: type == NSNumber.self || type == NSValue.self || type == NSObject.self
      }
    },
    value: { object in
      switch object {
      case let date as Date: date
      case let url as URL: url
      case let decimal as Decimal: decimal
      case let data as Data: data
      default: nil
      }
    })
}
