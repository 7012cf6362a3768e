// How generated code makes a table.

/// Collects the fields of a type. Generated code calls its functions.
///
/// SAFETY: the functions are called with memory of the types that they are made for.
@safe
public struct __TableBuilder {
  /// The fields, in memory that is never released.
  let fields: UnsafeMutablePointer<__TableField.Details>
  private(set) var count = 0
  private let capacity: Int
  var fieldsOfAliases: [Int] = []
  var validate: ((UnsafeRawPointer) throws -> Void)?
  var cases: [AddedCase] = []

  /// - Parameter capacity: The number of fields.
  public init(capacity: Int) {
    self.capacity = capacity
    unsafe fields = PermanentMemory.allocate(__TableField.Details.self, count: capacity)
  }

  mutating func append(_ field: consuming __TableField.Details) {
    precondition(count < capacity, "a field without a name")
    if cases.isEmpty {
      // Only properties with storage of their own are added.
      precondition(field.offset != nil, "a property without a place")
    } else {
      field.offset = cases[cases.count - 1].addPart(size: field.size, alignment: field.alignmentOfProperty)
    }
    unsafe (fields + count).initialize(to: field)
    count += 1
  }

  var last: UnsafeMutablePointer<__TableField.Details> {
    precondition(count > 0, "an option without a field")
    return unsafe fields + (count - 1)
  }

  /// Adds a field.
  ///
  /// - Parameters:
  ///   - key: The name as a JSON key with quotes and colon, `"name":`.
  ///   - type: The type of the property.
  ///   - offset: The place of the property, in bytes. A part of a case has the next place in the tuple of the parts.
  public mutating func add<Value: Serializable>(_ key: StaticString, _ type: Value.Type, at offset: Int? = nil) {
    append(__TableField.Details(key, type, offset))
  }
  public mutating func add<Value: Serializable>(_ key: StaticString, _ type: Value?.Type, at offset: Int? = nil) {
    append(__TableField.Details(key, Value.self, offset, optional: type))
  }
  public mutating func add<Value: Serializable>(_ key: StaticString, _ type: [Value].Type, at offset: Int? = nil) {
    append(__TableField.Details(key, Value.self, offset, array: type))
  }
  public mutating func add<Value: Serializable>(_ key: StaticString, _ type: [Value]?.Type, at offset: Int? = nil) {
    append(__TableField.Details(key, Value.self, offset, array: [Value].self, optional: type))
  }

  /// Adds a field of a type that is `Codable`.
  public mutating func addCodable<Value: Serializable & Codable>(
    _ key: StaticString, _ type: Value.Type, at offset: Int? = nil
  ) {
    append(__TableField.Details(key, Value.self, offset, codable: Value.self))
  }
  public mutating func addCodable<Value: Serializable & Codable>(
    _ key: StaticString, _ type: Value?.Type, at offset: Int? = nil
  ) {
    append(__TableField.Details(key, Value.self, offset, optional: type, codable: Value.self))
  }
  public mutating func addCodable<Value: Serializable & Codable>(
    _ key: StaticString, _ type: [Value].Type, at offset: Int? = nil
  ) {
    append(__TableField.Details(key, Value.self, offset, array: type, codable: Value.self))
  }
  public mutating func addCodable<Value: Serializable & Codable>(
    _ key: StaticString, _ type: [Value]?.Type, at offset: Int? = nil
  ) {
    append(
      __TableField.Details(
        key, Value.self, offset, array: [Value].self, optional: type, codable: Value.self))
  }

  /// Lets a nil of the field that was added last be written as null.
  public mutating func writeNil() { unsafe last.pointee.omitsNil = false }

  /// Lets a null of the field that was added last be read like a missing member.
  public mutating func takeNull() { unsafe last.pointee.takesNull = true }

  /// Sets the condition under which the field that was added last has no member.
  public mutating func omit<Value>(_ type: Value.Type, _ isOmitted: @escaping (Value) -> Bool) {
    unsafe last.pointee.isOmitted = PermanentMemory.keep {
      unsafe isOmitted($0.assumingMemoryBound(to: Value.self).pointee)
    }
  }

  /// Sets the value that stands for a missing member of the field that was added last.
  ///
  /// - Parameters:
  ///   - type: The type of the property.
  ///   - makeValue: Returns the value.
  public mutating func setDefault<Value>(_ type: Value.Type, _ makeValue: @escaping () -> Value) {
    unsafe last.pointee.omitsNil = false
    unsafe last.pointee.setDefault = PermanentMemory.keep {
      unsafe $0.initializeMemory(as: Value.self, to: makeValue())
    }
  }

  /// Adds other names of the field that was added last.
  public mutating func addAliases(_ count: Int) {
    fieldsOfAliases += Array(repeating: self.count - 1, count: count)
  }

  /// Sets the function that checks a value that was read.
  public mutating func validate<Value>(_ type: Value.Type, _ validate: @escaping (Value) throws -> Void) {
    unsafe self.validate = { try unsafe validate($0.assumingMemoryBound(to: Value.self).pointee) }
  }
}
