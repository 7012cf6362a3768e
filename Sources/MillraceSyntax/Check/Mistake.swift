import SwiftDiagnostics
import SwiftSyntax

/// An error in a declaration. Each case has a message in the table below.
public enum Mistake: Equatable, Sendable {
  case notSerializable(keyword: String)
  case privateNestedType(String)
  case notFinal(String, String)
  case superclassOf(String, String)
  case superclassHasOtherMacro(String)
  case statesCodableOfSuperclass(String)
  case hasSuperclass(String)
  case codingKeys(String)
  case codingKeysDiffer(String, property: String)
  case notCodable(String)
  case wrongArgument(String, on: String)
  case argumentIsNoLiteral(String)

  case conditional
  case patternIsNoName
  case typeIsNotStated(String)
  case constantHasValue(String)
  case lazyProperty(String)
  case referenceProperty(String)
  case wrapperInCodable(String, wrapper: String)
  case wrapperWithoutValue(String)
  case severalWrappers(String)
  case ignoredWithoutDefault(String)

  case unserializableType(String, UnserializableType)
  case unserializableValue(String, UnserializableType)
  case fieldOnWrongProperty(String)
  case severalFieldAttributes(String)
  case nameIsNoLiteral
  case nameIsTooLong(bytes: Int)
  case nameIsTaken(String, by: String)
  case emptyPath
  case contradiction(String, String)
  case needsDefault(String)
  case needsOptional(String)
  case needsCollection(String)
  case flattenedOptional(String)
  case flattenedWithoutUnknown
  case flattenedIntoItself(String)
  case notOneField(String)
  case notForCodable(String)
  case rawValueElsewhere(String)

  case attributeOnWrongDeclaration(String, is: String)
  case attributeWithoutSerializable(String, String)
  case flattenedArray(String)
  case statesOtherHalf(String, String, attribute: String)
  case scalarWithTag(String, type: String)
  case indistinguishableCases(String, String)
  case unknownValueForCodable(String, type: String)
  case isolatedProperty(String)
  case propertyNamedSelf

  case noCases(String)
  case severalCaseAttributes(String)
  case attributeForSeveralCases
  case severalUnknownCases
  case unknownCaseIsNoneOf(String)
  case valueOfStringCase(String)
  case valuesAndNames(String, values: Int, names: Int)
  case valueWithoutName(String)
  case namesOfRawValues(String)
  case nameIsReserved(String, by: String)
  case unknownRawType
  case rawTypeForCodable(String, String)
}

extension Mistake: DiagnosticMessage {
  public var diagnosticID: MessageID {
    MessageID(domain: "Millrace", id: String("\(self)".prefix { $0 != "(" }))
  }

  public var severity: DiagnosticSeverity { .error }

  public var message: String {
    switch self {
    case .notSerializable(let keyword):
      "@Serializable requires a structure, a class or an enumeration, not '\(keyword)'"
    case .privateNestedType(let type):
      "'\(type)' is private in another type and cannot be extended with conformances; make it fileprivate"
    case .notFinal(let kind, let type):
      "\(kind) class '\(type)' must be final; only classes without conditional conformances can have serializable subclasses"
    case .superclassOf(let kind, let type):
      "\(kind) class '\(type)' cannot have a serializable superclass; use a property instead of the superclass"
    case .superclassHasOtherMacro(let type):
      "class '\(type)' and its superclass must have the same macro: @Serializable, @Serializable(.codable), @Readable or @Writable"
    case .statesCodableOfSuperclass(let type):
      "class '\(type)' cannot state Codable unless its superclass does; state it there, and only there"
    case .hasSuperclass(let type):
      "class '\(type)' has a superclass whose properties would be lost; mark the superclass @Serializable"
    case .codingKeys(let type):
      "CodingKeys of '\(type)' are not used; rename fields with @Field and remove CodingKeys"
    case .codingKeysDiffer(let type, let property):
      "CodingKeys of '\(type)' contradict the declaration of '\(property)'; specify the same with @Field"
    case .notCodable(let type):
      "'\(type)' must declare Codable, Decodable or Encodable, because @Serializable(.codable) generates nothing else"
    case .wrongArgument(let argument, let kind):
      "'\(argument)' cannot be used on \(kind)"
    case .argumentIsNoLiteral(let label):
      "'\(label)' must be a literal; a macro sees the source text of its arguments, not their values"

    case .conditional:
      "a macro cannot see declarations inside #if; put the condition around the type or the property's value"
    case .patternIsNoName:
      "a serialized property must have a single name, not a pattern"
    case .typeIsNotStated(let property):
      "'\(property)' requires an explicit type; a macro sees the source text of a default value, not its type"
    case .constantHasValue(let property):
      "'\(property)' is a constant with an initial value and cannot be read"
    case .lazyProperty(let property):
      "'\(property)' is lazy and cannot be serialized; ignore it or make it a stored property"
    case .referenceProperty(let property):
      "'\(property)' does not own its value, which would be deallocated after reading"
    case .wrapperInCodable(let property, let wrapper):
      "'\(property)' has the wrapper @\(wrapper), which Codable stores in place of the value; ignore it, or use @Serializable(.codable)"
    case .wrapperWithoutValue(let property):
      "'\(property)' has a property wrapper with arguments and requires an initial value, or an initializer of the type"
    case .severalWrappers(let property):
      "'\(property)' has several property wrappers, which is not supported; ignore it or combine them in one wrapper"
    case .ignoredWithoutDefault(let property):
      "'\(property)' is ignored and requires a default value"

    case .unserializableType(let property, let type):
      "'\(property)' cannot be read or written: \(type.reason); \(type.advice), or mark it @Field(.ignored)"
    case .unserializableValue(let name, let type):
      "case '\(name)' cannot be read or written: \(type.reason); \(type.advice)"
    case .attributeWithoutSerializable(let attribute, let type):
      "@\(attribute) has no effect here: '\(type)' is not marked @Serializable"
    case .statesOtherHalf(let type, let name, let attribute):
      "'\(type)' states \(name), for which @\(attribute) generates nothing; use @Serializable"
    case .flattenedArray(let property):
      "'\(property)' cannot be flattened: only an object's members can be part of another object"
    case .scalarWithTag(let name, let type):
      "case '\(name)' cannot be tagged: '\(type)' is not an object; label the associated value or add 'content:'"
    case .indistinguishableCases(let first, let second):
      "case '\(second)' is never read: case '\(first)' accepts the same values; use a tag or different types"
    case .unknownValueForCodable(let name, let type):
      "case '\(name)' cannot keep a \(type), which is not Codable; remove Codable, or the associated value"
    case .propertyNamedSelf:
      "a property cannot be called 'Self'; rename it and keep the name in documents, as in @Field(\"Self\")"
    case .isolatedProperty(let property):
      "'\(property)' is isolated to an actor, so it cannot be read or written elsewhere; isolate the class, or ignore the property"
    case .fieldOnWrongProperty(let property):
      "'\(property)' is not a stored instance property and cannot have @Field"
    case .severalFieldAttributes(let property):
      "'\(property)' has more than one @Field"
    case .nameIsNoLiteral:
      "a field name must be a string literal without interpolation"
    case .nameIsTooLong(let bytes):
      "field name has \(bytes) bytes; the maximum is 127"
    case .nameIsTaken(let name, let other):
      "duplicate name \"\(name)\"; it is already used by '\(other)'"
    case .emptyPath:
      "invalid path; expected keys separated by slashes, such as \"user/name\""
    case .contradiction(let one, let other):
      "'\(one)' and '\(other)' cannot be combined"
    case .needsDefault(let property):
      "this option requires a default value for '\(property)'"
    case .needsCollection(let property):
      "'.lossy' drops elements that cannot be read, so '\(property)' must be an array, a set or a dictionary"
    case .needsOptional(let property):
      "this option requires an optional type for '\(property)'"
    case .flattenedOptional(let property):
      "'\(property)' is flattened and must not be optional; a document could not represent nil"
    case .flattenedWithoutUnknown:
      "unknownFields: .rejected cannot be combined with a flattened field, which may own these members"
    case .flattenedIntoItself(let type):
      "'\(type)' cannot be flattened into itself; the member names would be duplicates"
    case .notOneField(let type):
      "transparent type '\(type)' must have exactly one field, without other options"
    case .rawValueElsewhere(let type):
      "state RawRepresentable at the declaration of '\(type)', whose raw value represents it, or use @Serializable(.inlined)"
    case .notForCodable(let what):
      "'\(what)' is not available for Codable types; remove Codable, or write init(from:) and encode(to:) by hand"

    case .attributeOnWrongDeclaration(let attribute, let kind):
      "@\(attribute) can only be used on \(kind)"

    case .noCases(let type):
      "enumeration '\(type)' has no cases and cannot be serialized"
    case .severalCaseAttributes(let name):
      "case '\(name)' has more than one @Case"
    case .attributeForSeveralCases:
      "@Case applies to one case; declare the other cases separately"
    case .severalUnknownCases:
      "only one case can be marked .unknown"
    case .unknownCaseIsNoneOf(let name):
      "case '\(name)' is marked .unknown and must have no associated value, or one without a label, such as JSON.Value"
    case .valueOfStringCase(let name):
      "case '\(name)' is written as a string and must not have associated values"
    case .valuesAndNames(let name, let values, let names):
      "case '\(name)' has \(values) associated values, but the number of names is \(names)"
    case .valueWithoutName(let name):
      "the associated value of case '\(name)' is written without a name and cannot be renamed"
    case .namesOfRawValues(let name):
      "case '\(name)' is written as its raw value and cannot be renamed"
    case .unknownRawType:
      "a case with a raw value requires a raw type, such as 'enum Color: String'"
    case .rawTypeForCodable(let type, let rawType):
      "Codable would encode '\(type)' by the names of its cases, not by raw values of the type \(rawType); use String, or remove Codable"
    case .nameIsReserved(let name, let argument):
      "duplicate name \"\(name)\"; it is already the \(argument)"
    }
  }
}

/// A type whose text shows that it cannot be read or written.
public enum UnserializableType: String, Sendable {
  case any, existential, tuple, function, key

  var reason: String {
    switch self {
    case .any: "'Any' does not name a type to read"
    case .existential: "'any' does not name the type to read"
    case .tuple: "tuples have no conformances"
    case .function: "closures have no representation"
    case .key: "this type cannot be a dictionary key"
    }
  }

  var advice: String {
    switch self {
    case .any: "use JSON.Value"
    case .existential: "use an enumeration of the types"
    case .tuple: "use a structure"
    case .function: "store a value"
    case .key: "use String, an integer or UUID"
    }
  }
}

/// A fix-it that the compiler offers for a mistake.
enum Remedy: String, FixItMessage {
  case makeFileprivate = "make it fileprivate"
  case makeFinal = "make it final"
  case stateType = "add an explicit type"
  case makeVariable = "make it a variable"
  case ignore = "ignore the property when reading and writing"
  case addDefault = "add a default value"
  case removeAttribute = "remove the attribute"

  var message: String { rawValue }
  var fixItID: MessageID { MessageID(domain: "Millrace", id: "\(self)") }
}
