import Millrace

enum TypePlan {
  /// By the type's `encode(to:)`.
  case encodable
  case known(KnownType)
  /// An array of other elements.
  case array
  case stringDictionary
  /// By the rule with this index.
  case rule(UInt8)
  /// An object that may bridge to a type with a rule.
  case object

  var isEncodable: Bool { if case .encodable = self { true } else { false } }
  var isStringDictionary: Bool { if case .stringDictionary = self { true } else { false } }
}

/// The plans of the types that a session has encoded.
struct TypePlans: ~Copyable {
  private var plans = IdentityTable<TypePlan>()
  private let ruledTypes: [ObjectIdentifier]
  private let bridging: ObjectBridging?

  init(ruledTypes: [ObjectIdentifier], bridging: ObjectBridging?) {
    self.ruledTypes = ruledTypes
    self.bridging = bridging
  }

  deinit { plans.deallocate() }

  @inline(__always)
  mutating func plan<Value>(for type: Value.Type) -> TypePlan {
    unsafe plans.find(ObjectIdentifier(type))?.pointee ?? makePlan(for: type)
  }

  @inline(never)
  private mutating func makePlan(for type: Any.Type) -> TypePlan {
    let plan =
      if let rule = ruledTypes.firstIndex(of: ObjectIdentifier(type)) {
        TypePlan.rule(UInt8(rule))
      } else if let known = KnownType(type) {
        TypePlan.known(known)
      } else {
        switch KnownGeneric(type) {
        case .dictionary: TypePlan.stringDictionary
        case .array: TypePlan.array
        case nil: mayBridge(type) ? TypePlan.object : TypePlan.encodable
        }
      }
    return unsafe plans.insert(plan, for: ObjectIdentifier(type)).pointee
  }

  private func mayBridge(_ type: Any.Type) -> Bool {
    guard let bridging, let type = type as? AnyClass else { return false }
    return bridging.includes(type)
  }

  /// - Parameter object: An object of a class whose plan is `object`.
  func bridgedValue(of object: AnyObject) -> (any Encodable)? { bridging?.value(object) }
}

extension TypePlan {
  /// Returns the element type of a collection with this plan.
  func elementType<Value>(of type: Value.Type) -> ObjectIdentifier? {
    switch self {
    case .array, .stringDictionary: KnownGeneric(type)?.element
    default: nil
    }
  }
}

// MARK: - Known types

extension EncodingSession {
  /// Writes a value of a type that is known here, unless it contains a value that must be rejected.
  ///
  /// - Returns: Whether the value was written.
  @inline(never)
  func writeAtOnce<Value>(_ value: Value, _ plan: TypePlan) -> Bool {
    switch plan {
    case .known(.string): unsafe writer.write(unsafeBitCast(value, to: String.self))
    case .known(.int): unsafe writer.write(unsafeBitCast(value, to: Int.self))
    case .known(.bool): unsafe writer.write(unsafeBitCast(value, to: Bool.self))
    case .known(.double):
      let number = unsafe unsafeBitCast(value, to: Double.self)
      guard number.isFinite else { return false }
      unsafe writer.write(number)
    case .known(.strings):
      guard unsafe depth < Self.deepestContainer else { return false }
      let strings = unsafe unsafeBitCast(value, to: [String].self)
      strings.withSpan { unsafe writer.writeArray($0) }
    case .known(.ints):
      guard unsafe depth < Self.deepestContainer else { return false }
      let integers = unsafe unsafeBitCast(value, to: [Int].self)
      integers.withSpan { unsafe writer.writeArray($0) }
    case .known(.doubles):
      guard unsafe depth < Self.deepestContainer else { return false }
      return unsafe writeAtOnce(unsafeBitCast(value, to: [Double].self))
    case .known(.doubleArrays):
      guard unsafe depth < Self.deepestContainer - 1 else { return false }
      let offset = unsafe writer.output.count
      unsafe writer.beginArray()
      for numbers in unsafe unsafeBitCast(value, to: [[Double]].self) where !writeAtOnce(numbers) {
        unsafe writer.output.removeLast(writer.output.count - offset)
        return false
      }
      unsafe writer.endArray()
    default: return false
    }
    return true
  }

  private func writeAtOnce(_ numbers: [Double]) -> Bool {
    let offset = unsafe writer.output.count
    unsafe writer.beginArray()
    for number in numbers {
      guard number.isFinite else {
        unsafe writer.output.removeLast(writer.output.count - offset)
        return false
      }
      unsafe writer.write(number)
    }
    unsafe writer.endArray()
    return true
  }
}
