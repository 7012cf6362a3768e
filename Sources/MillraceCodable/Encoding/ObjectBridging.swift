/// How objects are encoded that bridge to types with rules, such as `NSDate` to `Date`.
package struct ObjectBridging: Sendable {
  /// Whether objects of a class can bridge to such a type.
  let includes: @Sendable (AnyClass) -> Bool
  /// Returns the value that an object bridges to, or nil if the object is encoded by its own `encode(to:)`.
  let value: @Sendable (AnyObject) -> (any Encodable)?

  package init(
    includes: @escaping @Sendable (AnyClass) -> Bool, value: @escaping @Sendable (AnyObject) -> (any Encodable)?
  ) {
    self.includes = includes
    self.value = value
  }
}
