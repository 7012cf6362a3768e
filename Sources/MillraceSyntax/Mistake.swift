import SwiftDiagnostics
import SwiftSyntax

/// What can be wrong with a declaration. Each is a line in the table of messages below.
public enum Mistake: Equatable, Sendable {
  case notSerializable(keyword: String)
  case notFinal(String)
  case enumerationWithoutRawType(String)
  case enumerationWithPayload(String)
  case patternIsNoName
  case typeIsNotStated(String)
  case constantHasValue(String)
  case lazyProperty(String)
  case referenceProperty(String)
  case wrappedProperty(String, wrapper: String)
  case ignoredWithoutDefault(String)
  case fieldOnWrongProperty(String)
  case severalFieldAttributes(String)
  case nameIsNoLiteral
  case nameIsTooLong(bytes: Int)
  case nameIsTaken(String, by: String)
  case unknownTreatment(String)
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
    case .notFinal(let type):
      "class '\(type)' must be final: a subclass would be read and written without its own properties"
    case .enumerationWithoutRawType(let type):
      "enumeration '\(type)' needs a raw type, such as String or Int"
    case .enumerationWithPayload(let name):
      "case '\(name)' has associated values, which @Serializable does not know how to name yet"
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
    case .ignoredWithoutDefault(let property):
      "'\(property)' is ignored, so it needs a default value"
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
    case .unknownTreatment(let text):
      "@Field does not know '\(text)'"
    }
  }
}

/// What the compiler offers to do about a mistake.
enum Remedy: String, FixItMessage {
  case makeFinal = "make it final"
  case addRawType = "give it the raw type String"
  case stateType = "state its type"
  case makeVariable = "make it a variable"
  case ignore = "leave it out of what is read and written"
  case removeAttribute = "remove the attribute"
  case makeOptional = "make it optional"

  var message: String { rawValue }
  var fixItID: MessageID { MessageID(domain: "Millrace", id: "\(self)") }
}
