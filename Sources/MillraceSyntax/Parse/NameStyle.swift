// The spelling of names: `userName`, `user_name`, `USER-NAME`.

import NameWords

/// The spelling of the names of a type's fields in documents.
public enum NameStyle: String {
  case asDeclared, camelCase, pascalCase, snakeCase, screamingSnakeCase, kebabCase, screamingKebabCase
  case lowercase, uppercase

  /// A name of Swift in this spelling. Underscores at either end stay as they are.
  public func spelling(of name: String) -> String {
    let core = name.drop { $0 == "_" }
    let leading = name.prefix(name.count - core.count)
    let trailing = core.reversed().prefix { $0 == "_" }.count
    let words = words(of: core.dropLast(trailing))
    guard self != .asDeclared, !words.isEmpty else { return name }
    return leading + join(words) + String(repeating: "_", count: trailing)
  }

  private func join(_ words: [String]) -> String {
    switch self {
    case .asDeclared: words.joined()
    case .camelCase: words[0] + words.dropFirst().map(capitalized).joined()
    case .pascalCase: words.map(capitalized).joined()
    case .snakeCase: words.joined(separator: "_")
    case .screamingSnakeCase: words.joined(separator: "_").uppercased()
    case .kebabCase: words.joined(separator: "-")
    case .screamingKebabCase: words.joined(separator: "-").uppercased()
    case .lowercase: words.joined()
    case .uppercase: words.joined().uppercased()
    }
  }
}
