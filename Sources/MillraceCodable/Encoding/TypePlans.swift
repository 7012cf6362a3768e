import Millrace

/// How values of a type are encoded.
enum TypePlan {
  /// By the type's `encode(to:)`.
  case encodable
  case known(KnownType)
  /// An array of other elements.
  case array
  /// A dictionary with string keys.
  case stringDictionary
  /// By the rule with this index.
  case rule(UInt8)

  var isEncodable: Bool { if case .encodable = self { true } else { false } }
  var isStringDictionary: Bool { if case .stringDictionary = self { true } else { false } }
}

/// The plans of the types that a session has encoded.
struct TypePlans: ~Copyable {
  private var plans = IdentityTable<TypePlan>()
  private let ruledTypes: [ObjectIdentifier]

  init(ruledTypes: [ObjectIdentifier]) { self.ruledTypes = ruledTypes }

  deinit { plans.deallocate() }

  @inline(__always)
  mutating func plan<Value>(for type: Value.Type) -> TypePlan {
    plans.find(ObjectIdentifier(type))?.pointee ?? makePlan(for: type)
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
        case nil: TypePlan.encodable
        }
      }
    return plans.insert(plan, for: ObjectIdentifier(type)).pointee
  }
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
    case .known(.string): writer.write(unsafeBitCast(value, to: String.self))
    case .known(.int): writer.write(unsafeBitCast(value, to: Int.self))
    case .known(.bool): writer.write(unsafeBitCast(value, to: Bool.self))
    case .known(.double):
      let number = unsafeBitCast(value, to: Double.self)
      guard number.isFinite else { return false }
      writer.write(number)
    case .known(.strings):
      guard depth < Self.deepestContainer else { return false }
      let strings = unsafeBitCast(value, to: [String].self)
      writer.writeArray(strings.span)
    case .known(.ints):
      guard depth < Self.deepestContainer else { return false }
      let integers = unsafeBitCast(value, to: [Int].self)
      writer.writeArray(integers.span)
    case .known(.doubles):
      guard depth < Self.deepestContainer else { return false }
      return writeAtOnce(unsafeBitCast(value, to: [Double].self))
    case .known(.doubleArrays):
      guard depth < Self.deepestContainer - 1 else { return false }
      let offset = writer.output.count
      writer.beginArray()
      for numbers in unsafeBitCast(value, to: [[Double]].self) where !writeAtOnce(numbers) {
        writer.output.removeLast(writer.output.count - offset)
        return false
      }
      writer.endArray()
    default: return false
    }
    return true
  }

  private func writeAtOnce(_ numbers: [Double]) -> Bool {
    let offset = writer.output.count
    writer.beginArray()
    for number in numbers {
      guard number.isFinite else {
        writer.output.removeLast(writer.output.count - offset)
        return false
      }
      writer.write(number)
    }
    writer.endArray()
    return true
  }
}
