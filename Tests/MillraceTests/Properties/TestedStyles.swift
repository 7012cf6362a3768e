import Millrace

/// Styles that together use every part of a style that the library has.
enum TestedStyles {
  enum SortedLines: JSON.Style {
    typealias Layout = JSON.Sorted<JSON.Indented>
    typealias Keys = JSON.SnakeCase
    typealias NotFinite = NotFiniteAsStrings
    typealias Dates = UnixMilliseconds
    typealias Binary = Base64URL
  }

  enum ForOldParsers: JSON.Style {
    typealias Escapes = JSON.ASCIIOnly
    typealias Keys = JSON.KebabCase
    typealias Numbers = JSON.ECMAScript
    typealias NotFinite = NotFiniteAsNull
    typealias Dates = UnixNanoseconds
    typealias Binary = ArrayOfBytes
    static var writesNil: Bool { true }
  }

  enum Slashes: JSON.Style {
    typealias Escapes = JSON.WithSlashes
    typealias Keys = JSON.CamelCase
    typealias Dates = UnixMicroseconds
    typealias Binary = NativeBytes
  }

  enum Capitals: JSON.Style {
    typealias Layout = JSON.Sorted<JSON.Compact>
    typealias Escapes = JSON.ForScripts
    typealias Keys = JSON.PascalCase
    typealias Dates = UnixSeconds
    typealias Numbers = JSON.Ruby
  }

  /// Calls a function with each style.
  static func forEach(_ body: StyleVisitor) throws {
    try body.visit(JSON.Standard.self)
    try body.visit(JSON.Pretty.self)
    try body.visit(JSON.Canonical.self)
    try body.visit(JSON.Rails.self)
    try body.visit(JSON.Lenient.self)
    try body.visit(SortedLines.self)
    try body.visit(ForOldParsers.self)
    try body.visit(Slashes.self)
    try body.visit(Capitals.self)
  }
}

/// A function of styles.
protocol StyleVisitor {
  func visit<Style: JSON.Style>(_ style: Style.Type) throws
}
