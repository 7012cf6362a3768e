/// Generated source, as lines.
///
/// A function marked `@Code` reads like the code that it generates: each string in it is a line, `block` and `indented`
/// nest lines, and the conditions and loops around the lines are those of the generator.
///
/// ```swift
/// @Code func write(_ cases: [CheckedCase]) -> Code {
///   "switch self {"
///   for element in cases { "case .\(element.identifier): writer.write(\(swiftLiteral(element.name)))" }
///   "}"
/// }
/// ```
///
/// In a function that returns `[Code]`, each statement is an element of the result: a list of declarations.
@resultBuilder
struct Code {
  private(set) var lines: [String]

  init(_ lines: [String]) { self.lines = lines }

  var text: String { lines.joined(separator: "\n") }

  static func buildExpression(_ line: String) -> [Code] { [Code([line])] }
  static func buildExpression(_ part: Code) -> [Code] { [part] }
  static func buildExpression(_ parts: [Code]) -> [Code] { parts }
  static func buildBlock(_ parts: [Code]...) -> [Code] { parts.flatMap { $0 } }
  static func buildOptional(_ parts: [Code]?) -> [Code] { parts ?? [] }
  static func buildEither(first parts: [Code]) -> [Code] { parts }
  static func buildEither(second parts: [Code]) -> [Code] { parts }
  static func buildArray(_ parts: [[Code]]) -> [Code] { parts.flatMap { $0 } }
  static func buildFinalResult(_ parts: [Code]) -> [Code] { parts }
  static func buildFinalResult(_ parts: [Code]) -> Code { Code(parts.flatMap(\.lines)) }
}

func indented(@Code _ body: () -> Code) -> Code { Code(body().lines.map { "  " + $0 }) }

/// A declaration or statement with a block.
///
/// - Parameters:
///   - heading: The text before the brace, which can be several lines.
///   - end: The text after the closing brace, such as the condition of `repeat`.
@Code func block(_ heading: String, end: String = "", @Code _ body: () -> Code) -> Code {
  Code("\(heading) {".split(separator: "\n").map(String.init))
  indented(body)
  "}\(end)"
}
