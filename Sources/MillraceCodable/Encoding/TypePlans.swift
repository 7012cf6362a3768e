import Millrace

/// How values of a type are encoded.
struct TypePlan: RawRepresentable, Equatable {
  let rawValue: UInt8

  /// By the type's `encode(to:)`.
  static let encodable = TypePlan(rawValue: 0)
  static let string = TypePlan(rawValue: 1)
  static let int = TypePlan(rawValue: 2)
  static let double = TypePlan(rawValue: 3)
  static let bool = TypePlan(rawValue: 4)
  static let strings = TypePlan(rawValue: 5)
  static let ints = TypePlan(rawValue: 6)
  static let doubles = TypePlan(rawValue: 7)
  static let doubleArrays = TypePlan(rawValue: 8)
  /// A dictionary with string keys.
  static let stringDictionary = TypePlan(rawValue: 9)

  /// An array of other elements.
  static let array = TypePlan(rawValue: 10)

  private static var firstRule: UInt8 { 32 }

  /// By a rule.
  init(rule: Int) { rawValue = Self.firstRule + UInt8(rule) }
  init(rawValue: UInt8) { self.rawValue = rawValue }

  var rule: Int? { rawValue >= Self.firstRule ? Int(rawValue - Self.firstRule) : nil }
}

/// The plans of the types that a session has encoded.
struct TypePlans: ~Copyable {
  private struct Entry {
    var type: ObjectIdentifier?
    var plan = TypePlan.encodable
  }

  private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: TypePlans.capacity)
  private let ruledTypes: [ObjectIdentifier]

  private static var capacity: Int { 256 }
  /// The number of entries that are searched before one is replaced.
  private static var probeLimit: Int { 8 }

  init(ruledTypes: [ObjectIdentifier]) {
    self.ruledTypes = ruledTypes
    entries.initialize(repeating: Entry(), count: Self.capacity)
  }

  deinit { entries.deallocate() }

  @inline(__always)
  func plan<Value>(for type: Value.Type) -> TypePlan {
    let entry = entries + hashedIndex(of: ObjectIdentifier(type), bits: 8)
    if _fastPath(entry.pointee.type == ObjectIdentifier(type)) { return entry.pointee.plan }
    return anotherPlan(for: type)
  }

  @inline(never)
  private func anotherPlan<Value>(for type: Value.Type) -> TypePlan {
    let hashed = hashedIndex(of: ObjectIdentifier(type), bits: 8)
    var entry = entries + hashed
    for distance in 0..<Self.probeLimit {
      let candidate = entries + (hashed + distance) % Self.capacity
      if candidate.pointee.type == ObjectIdentifier(type) { return candidate.pointee.plan }
      if candidate.pointee.type == nil {
        entry = candidate
        break
      }
    }
    let plan =
      if let rule = ruledTypes.firstIndex(of: ObjectIdentifier(type)) {
        TypePlan(rule: rule)
      } else if type == String.self {
        TypePlan.string
      } else if type == Int.self {
        TypePlan.int
      } else if type == Double.self {
        TypePlan.double
      } else if type == Bool.self {
        TypePlan.bool
      } else if type == [String].self {
        TypePlan.strings
      } else if type == [Int].self {
        TypePlan.ints
      } else if type == [Double].self {
        TypePlan.doubles
      } else if type == [[Double]].self {
        TypePlan.doubleArrays
      } else {
        switch KnownGeneric(type) {
        case .dictionary: TypePlan.stringDictionary
        case .array: TypePlan.array
        case nil: TypePlan.encodable
        }
      }
    entry.pointee = Entry(type: ObjectIdentifier(type), plan: plan)
    return plan
  }
}

extension TypePlan {
  /// Returns the element type of a collection with this plan.
  func elementType<Value>(of type: Value.Type) -> ObjectIdentifier? {
    guard self == .array || self == .stringDictionary else { return nil }
    switch KnownGeneric(type) {
    case .array(let element), .dictionary(let element): return element
    case nil: return nil
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
    case .string: writer.write(unsafeBitCast(value, to: String.self))
    case .int: writer.write(unsafeBitCast(value, to: Int.self))
    case .bool: writer.write(unsafeBitCast(value, to: Bool.self))
    case .double:
      let number = unsafeBitCast(value, to: Double.self)
      guard number.isFinite else { return false }
      writer.write(number)
    case .strings:
      guard depth < Self.deepestContainer else { return false }
      let strings = unsafeBitCast(value, to: [String].self)
      writer.writeArray(strings.span)
    case .ints:
      guard depth < Self.deepestContainer else { return false }
      let integers = unsafeBitCast(value, to: [Int].self)
      writer.writeArray(integers.span)
    case .doubles:
      guard depth < Self.deepestContainer else { return false }
      return writeAtOnce(unsafeBitCast(value, to: [Double].self))
    case .doubleArrays:
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
