import Foundation
import MillraceCodable

// Foundation's encoder casts every value to `Date`, `URL`, `Decimal` and `Data`. The casts also succeed for objects that
// bridge to these types, on all platforms, and then the strategies apply and the object's `encode(to:)` is not called.
// This encoder does the same. The classes are not `Encodable`, but a program can declare this.

extension ObjectBridging {
  static let foundation = ObjectBridging(
    includes: { type in
      switch type {
      case is NSDate.Type, is NSURL.Type, is NSDecimalNumber.Type, is NSData.Type: true
      // The static type of a decimal number may be a superclass, and that of all these objects may be the last class.
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
