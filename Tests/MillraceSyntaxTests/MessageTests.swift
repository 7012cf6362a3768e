import MillraceSyntax
import TestSupport
import Testing

/// A mistake as its message.
private struct Message: CustomStringConvertible {
  let description: String
}

@Suite("Messages of macro diagnostics")
struct MessageTests {
  private static let mistakes: [(String, Mistake)] = [
    ("notSerializable", .notSerializable(keyword: "actor")),
    ("privateNestedType", .privateNestedType("Film")),
    ("notFinal", .notFinal("generic", "Film")),
    ("superclassOf", .superclassOf("generic", "Film")),
    ("superclassHasOtherMacro", .superclassHasOtherMacro("Film")),
    ("statesCodableOfSuperclass", .statesCodableOfSuperclass("Film")),
    ("hasSuperclass", .hasSuperclass("Film")),
    ("codingKeys", .codingKeys("Film")),
    ("codingKeysDiffer", .codingKeysDiffer("Film", property: "name")),
    ("notCodable", .notCodable("Film")),
    ("wrongArgument", .wrongArgument("tag: \"type\"", on: "a structure")),
    ("argumentIsNoLiteral", .argumentIsNoLiteral("validated")),
    ("conditional", .conditional),
    ("patternIsNoName", .patternIsNoName),
    ("typeIsNotStated", .typeIsNotStated("name")),
    ("constantHasValue", .constantHasValue("name")),
    ("lazyProperty", .lazyProperty("name")),
    ("referenceProperty", .referenceProperty("parent")),
    ("wrapperInCodable", .wrapperInCodable("name", wrapper: "Clamped")),
    ("wrapperWithoutValue", .wrapperWithoutValue("name")),
    ("severalWrappers", .severalWrappers("name")),
    ("ignoredWithoutDefault", .ignoredWithoutDefault("name")),
    ("unserializableType", .unserializableType("Any", .any)),
    ("unserializableValue", .unserializableValue("other", .any)),
    ("fieldOnWrongProperty", .fieldOnWrongProperty("name")),
    ("severalFieldAttributes", .severalFieldAttributes("name")),
    ("nameIsNoLiteral", .nameIsNoLiteral),
    ("nameIsTooLong", .nameIsTooLong(bytes: 130)),
    ("nameIsTaken", .nameIsTaken("id", by: "number")),
    ("emptyPath", .emptyPath),
    ("contradiction", .contradiction(".lossy", "using:")),
    ("needsDefault", .needsDefault("name")),
    ("needsOptional", .needsOptional("name")),
    ("needsCollection", .needsCollection("name")),
    ("flattenedOptional", .flattenedOptional("size")),
    ("flattenedWithoutUnknown", .flattenedWithoutUnknown),
    ("flattenedIntoItself", .flattenedIntoItself("Film")),
    ("notOneField", .notOneField("Film")),
    ("notForCodable", .notForCodable(".lossy")),
    ("rawValueElsewhere", .rawValueElsewhere("Film")),
    ("attributeOnWrongDeclaration", .attributeOnWrongDeclaration("Case", is: "cases of enumerations")),
    ("attributeWithoutSerializable", .attributeWithoutSerializable("Field", "Film")),
    ("flattenedArray", .flattenedArray("films")),
    ("statesOtherHalf", .statesOtherHalf("Film", "Writable", attribute: "Readable")),
    ("scalarWithTag", .scalarWithTag("circle", type: "Int")),
    ("indistinguishableCases", .indistinguishableCases("circle", "square")),
    ("unknownValueForCodable", .unknownValueForCodable("other", type: "JSON.Raw")),
    ("isolatedProperty", .isolatedProperty("name")),
    ("propertyNamedSelf", .propertyNamedSelf),
    ("noCases", .noCases("Shape")),
    ("severalCaseAttributes", .severalCaseAttributes("circle")),
    ("attributeForSeveralCases", .attributeForSeveralCases),
    ("severalUnknownCases", .severalUnknownCases),
    ("unknownCaseIsNoneOf", .unknownCaseIsNoneOf("other")),
    ("valueOfStringCase", .valueOfStringCase("circle")),
    ("valuesAndNames", .valuesAndNames("circle", values: 2, names: 1)),
    ("valueWithoutName", .valueWithoutName("circle")),
    ("namesOfRawValues", .namesOfRawValues("circle")),
    ("nameIsReserved", .nameIsReserved("type", by: "tag")),
    ("unknownRawType", .unknownRawType),
    ("rawTypeForCodable", .rawTypeForCodable("Size", "Character")),
  ]

  @Test func `each message is listed, short and without a full stop`() throws {
    var table = MessageTable()
    try table.add(
      "Mistake", declaredIn: "Sources/MillraceSyntax/Check/Mistake.swift",
      Self.mistakes.map { (name: $0.0, error: Message(description: $0.1.message)) })
    try table.check()
  }
}
