import SwiftDiagnostics
import SwiftSyntax

/// What can be wrong with a declaration. Each is a line in the table of messages below.
public enum Mistake: Equatable, Sendable {
  case notSerializable(keyword: String)
  case privateNestedType(String)
  case notFinal(String)
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
  case wrappedProperty(String, wrapper: String)
  case severalWrappers(String)
  case ignoredWithoutDefault(String)

  case unserializableType(String, UnserializableType)
  case fieldOnWrongProperty(String)
  case severalFieldAttributes(String)
  case nameIsNoLiteral
  case nameIsTooLong(bytes: Int)
  case nameIsTaken(String, by: String)
  case emptyPath
  case contradiction(String, String)
  case needsDefault(String)
  case needsOptional(String)
  case flattenedOptional(String)
  case flattenedWithoutUnknown
  case flattenedIntoItself(String)
  case notOneField(String)
  case notForCodable(String)

  case attributeOnWrongDeclaration(String, is: String)
  case attributeWithoutSerializable(String, String)
  case flattenedArray(String)
  case statesOtherHalf(String, String, attribute: String)
  case scalarWithTag(String, type: String)
  case indistinguishableCases(String, String)
  case unknownValueForCodable(String, type: String)
  case isolatedType(String)

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
}

extension Mistake: DiagnosticMessage {
  public var diagnosticID: MessageID {
    MessageID(domain: "Millrace", id: String("\(self)".prefix { $0 != "(" }))
  }

  public var severity: DiagnosticSeverity { .error }

  public var message: String {
    switch self {
    case .notSerializable(let keyword):
      "@Serializable goes on a structure, a final class or an enumeration, not on '\(keyword)'"
    case .privateNestedType(let type):
      "'\(type)' is private in another type, so that no extension can give it conformances"
    case .notFinal(let type):
      "class '\(type)' must be final: a subclass would be read and written without its own properties"
    case .hasSuperclass(let type):
      "class '\(type)' has a superclass, whose properties @Serializable cannot see; make the superclass's part a property"
    case .codingKeys(let type):
      "the CodingKeys of '\(type)' are not used; give the fields their names with @Field and remove these"
    case .codingKeysDiffer(let type, let property):
      "the CodingKeys of '\(type)' say something else of '\(property)' than its declaration; say it with @Field, too"
    case .notCodable(let type):
      "'\(type)' must state Codable, Decodable or Encodable in its declaration, which is all that it is to be"
    case .wrongArgument(let argument, let kind):
      "'\(argument)' has no meaning on \(kind)"
    case .argumentIsNoLiteral(let label):
      "'\(label)' must be given as a literal: a macro sees the text of its arguments, not their values"

    case .conditional:
      "what is behind #if is not seen by a macro; put the condition around the type, or the property's value"
    case .patternIsNoName:
      "a serialized property is declared by its name alone, not by a pattern"
    case .typeIsNotStated(let property):
      "the type of '\(property)' must be stated: a macro sees the text of a default value, not its type"
    case .constantHasValue(let property):
      "'\(property)' always has its initial value, so it cannot be read"
    case .lazyProperty(let property):
      "'\(property)' is lazy: reading it would fill it in and writing it would compute it; ignore it or make it stored"
    case .referenceProperty(let property):
      "'\(property)' does not own its value, so nothing would keep it alive after reading"
    case .wrappedProperty(let property, let wrapper):
      "'\(property)' is stored in @\(wrapper), which @Serializable cannot see into; ignore it or wrap it by hand"
    case .severalWrappers(let property):
      "'\(property)' has several property wrappers, of whose composition nothing is known; ignore it or compose them by hand"
    case .ignoredWithoutDefault(let property):
      "'\(property)' is ignored, so it needs a default value"

    case .unserializableType(let property, let type):
      "'\(property)' cannot be read or written: \(type.reason); \(type.advice), or mark it @Field(.ignored)"
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
    case .isolatedType(let type):
      "'\(type)' is isolated to an actor, so it cannot be read or written elsewhere; serialize a structure instead"
    case .fieldOnWrongProperty(let property):
      "'\(property)' is not a stored property of an instance, so @Field has no meaning here"
    case .severalFieldAttributes(let property):
      "'\(property)' has more than one @Field"
    case .nameIsNoLiteral:
      "the name of a field must be a string literal without interpolation"
    case .nameIsTooLong(let bytes):
      "the name of a field is at most 127 bytes long, this one is \(bytes)"
    case .nameIsTaken(let name, let other):
      "the name \"\(name)\" is that of '\(other)' already"
    case .emptyPath:
      "a path is made of keys with a slash between them, such as \"user/name\""
    case .contradiction(let one, let other):
      "'\(one)' and '\(other)' cannot both be: one leaves nothing for the other to say"
    case .needsDefault(let property):
      "this has a meaning only if '\(property)' has a default value"
    case .needsOptional(let property):
      "this has a meaning only if '\(property)' is of an optional type"
    case .flattenedOptional(let property):
      "'\(property)' is flattened, so nothing in a document could say whether it is nil"
    case .flattenedWithoutUnknown:
      "unknown fields cannot be rejected when a field is flattened: they may be its members"
    case .flattenedIntoItself(let type):
      "the members of a '\(type)' cannot stand in the object of another one: their names would be the same"
    case .notOneField(let type):
      "'\(type)' is what its only field is, so it must have exactly one, of which nothing else is said"
    case .notForCodable(let what):
      "'\(what)' is not for Codable; leave Codable away, or write its init(from:) and encode(to:) by hand"

    case .attributeOnWrongDeclaration(let attribute, let kind):
      "@\(attribute) goes on \(kind)"

    case .noCases(let type):
      "enumeration '\(type)' has no cases, so it has no values"
    case .severalCaseAttributes(let name):
      "case '\(name)' has more than one @Case"
    case .attributeForSeveralCases:
      "@Case must stand before one case: declare the others apart"
    case .severalUnknownCases:
      "only one case can take what is unknown"
    case .unknownCaseIsNoneOf(let name):
      "case '\(name)' takes what is unknown, so it has one associated value without a label, such as JSON.Value, or none"
    case .valueOfStringCase(let name):
      "case '\(name)' is written as a string, which has no place for associated values"
    case .valuesAndNames(let name, let values, let names):
      "case '\(name)' has \(values) associated values, so it takes as many names for them and not \(names)"
    case .valueWithoutName(let name):
      "the associated value of case '\(name)' is written as it is, without a name"
    case .namesOfRawValues(let name):
      "the name of case '\(name)' is its raw value"
    case .unknownRawType:
      "the type of the raw values must be called by its own name: a macro does not see behind others"
    case .nameIsReserved(let name, let argument):
      "the name \"\(name)\" is the \(argument) already"
    }
  }
}

/// A type that is known by its text not to be read or written.
public enum UnserializableType: String, Sendable {
  case any, existential, tuple, function, key

  var reason: String {
    switch self {
    case .any: "'Any' can be of every type"
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

/// What the compiler offers to do about a mistake.
enum Remedy: String, FixItMessage {
  case makeFileprivate = "make it fileprivate"
  case makeFinal = "make it final"
  case stateType = "state its type"
  case makeVariable = "make it a variable"
  case ignore = "leave it out of what is read and written"
  case removeAttribute = "remove the attribute"

  var message: String { rawValue }
  var fixItID: MessageID { MessageID(domain: "Millrace", id: "\(self)") }
}
