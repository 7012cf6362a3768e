import Millrace

// The grammar, with the precedence of SQL:
//
//     or          = and { "or" and }
//     and         = not { "and" not }
//     not         = "not" not | test
//     test        = operand [ comparison operand | "is" [ "not" ] ( "null" | "true" | "false" ) | [ "not" ] choice ]
//     choice      = "in" "(" operand { "," operand } ")" | "between" operand "and" operand
//                 | "like" text [ "escape" text ] | "glob" text | "regexp" text
//     operand     = literal | column | "(" or ")"

extension RowCondition {
  init(_ text: String) throws(SyntaxError) {
    var parser = Parser(tokens: try Tokens(text))
    expression = try parser.parse()
    references = parser.references
  }

  private struct Parser {
    var tokens: Tokens
    var references: [Reference] = []
    private var indices: [Reference: Int] = [:]
    private var depth = 0

    /// The most parentheses and `not` around each other.
    private static let maximumDepth = 100

    init(tokens: Tokens) { self.tokens = tokens }

    mutating func parse() throws(SyntaxError) -> Expression {
      let expression = try disjunction()
      guard case .end = tokens.next else { throw unexpected("'and', 'or' or the end") }
      return expression
    }

    private func unexpected(_ expected: String) -> SyntaxError {
      SyntaxError(problem: "unexpected \(tokens.nextText); expected \(expected)", offset: tokens.start)
    }

    /// Parses a keyword, in upper or lower case, if it is next.
    private mutating func take(_ keyword: String) throws(SyntaxError) -> Bool {
      guard isNext(keyword) else { return false }
      try tokens.advance()
      return true
    }

    private func isNext(_ keyword: String) -> Bool {
      guard case .name(let names, isQuoted: false) = tokens.next, names.count == 1 else { return false }
      return names[0].lowercased() == keyword
    }

    private static let keywords = ["and", "or", "not", "is", "in", "null", "true", "false"]

    private mutating func deeper<Result>(
      _ body: (inout Parser) throws(SyntaxError) -> Result
    ) throws(SyntaxError) -> Result {
      depth += 1
      guard depth <= Self.maximumDepth else {
        throw SyntaxError(problem: "more than \(Self.maximumDepth) nested parentheses and 'not'", offset: tokens.start)
      }
      defer { depth -= 1 }
      return try body(&self)
    }

    private mutating func disjunction() throws(SyntaxError) -> Expression {
      var parts = [try conjunction()]
      while try take("or") { parts.append(try conjunction()) }
      return parts.count == 1 ? parts[0] : .or(parts)
    }

    private mutating func conjunction() throws(SyntaxError) -> Expression {
      var parts = [try negation()]
      while try take("and") { parts.append(try negation()) }
      return parts.count == 1 ? parts[0] : .and(parts)
    }

    private mutating func negation() throws(SyntaxError) -> Expression {
      guard try take("not") else { return try test() }
      return .not(try deeper { parser throws(SyntaxError) in try parser.negation() })
    }

    private mutating func test() throws(SyntaxError) -> Expression {
      let left = try operand()
      if case .comparison(let operation) = tokens.next {
        try tokens.advance()
        let right = try operand()
        if case .comparison = tokens.next {
          throw SyntaxError(problem: "comparisons cannot be chained; combine them with 'and'", offset: tokens.start)
        }
        return .comparison(left, operation, right, as: Self.comparison(of: left, right))
      }
      if try take("is") {
        let isNegated = try take("not")
        let test: Expression
        if try take("null") {
          test = .isNull(left)
        } else if try take("true") {
          test = .isTrue(left, true)
        } else if try take("false") {
          test = .isTrue(left, false)
        } else {
          throw unexpected(isNegated ? "'null', 'true' or 'false'" : "'null', 'true', 'false' or 'not'")
        }
        return isNegated ? .not(test) : test
      }
      if let choice = try choice(left) { return choice }
      if try take("not") {
        guard let choice = try choice(left) else { throw unexpected("'in', 'between', 'like', 'glob' or 'regexp'") }
        return .not(choice)
      }
      return left
    }

    /// The test of a value by a word that `not` can be before; nil if there is none.
    private mutating func choice(_ value: Expression) throws(SyntaxError) -> Expression? {
      if try take("in") { return try among(value) }
      if try take("between") {
        let low = try candidate(for: value)
        guard try take("and") else { throw unexpected("'and' and the upper limit of 'between'") }
        return .between(value, low, try candidate(for: value))
      }
      if try take("like") { return .match(value, .text(try likePattern())) }
      if try take("glob") {
        return .match(value, .text(try pattern { text throws(SyntaxError) in try TextPattern(glob: text) }))
      }
      if try take("regexp") {
        return .match(value, .search(try pattern { text throws(SyntaxError) in try SearchExpression(text) }))
      }
      return nil
    }

    /// Parses the next token as a pattern.
    private mutating func pattern<Pattern>(
      _ make: (ArraySlice<UInt8>) throws(SyntaxError) -> Pattern
    ) throws(SyntaxError) -> Pattern {
      guard case .text(let text) = tokens.next else { throw unexpected("a pattern in quotes") }
      let pattern: Pattern
      do throws(SyntaxError) {
        pattern = try make(text)
      } catch {
        throw SyntaxError(problem: error.problem, offset: tokens.offset(ofByte: error.offset))
      }
      try tokens.advance()
      return pattern
    }

    /// The pattern of `like`, whose escape character follows it.
    private mutating func likePattern() throws(SyntaxError) -> TextPattern {
      let tokensAtPattern = tokens
      let text = try pattern { text throws(SyntaxError) in text }
      var escape: UnicodeScalar?
      if try take("escape") {
        guard case .text(let text) = tokens.next else { throw unexpected("a character in quotes") }
        let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
        guard scalars.count == 1 else { throw unexpected("one character in quotes") }
        escape = scalars.first
        try tokens.advance()
      }
      do throws(SyntaxError) {
        return try TextPattern(like: text, escape: escape)
      } catch {
        throw SyntaxError(problem: error.problem, offset: tokensAtPattern.offset(ofByte: error.offset))
      }
    }

    private mutating func candidate(for value: Expression) throws(SyntaxError) -> Candidate {
      let candidate = try operand()
      return Candidate(value: candidate, comparison: Self.comparison(of: value, candidate))
    }

    private mutating func among(_ value: Expression) throws(SyntaxError) -> Expression {
      guard case .openParenthesis = tokens.next else { throw unexpected("'(' and values") }
      try tokens.advance()
      var candidates: [Candidate] = []
      while true {
        candidates.append(try candidate(for: value))
        guard case .comma = tokens.next else { break }
        try tokens.advance()
      }
      guard case .closeParenthesis = tokens.next else { throw unexpected("',' or ')'") }
      try tokens.advance()
      return .among(value, Choices(candidates))
    }

    private mutating func operand() throws(SyntaxError) -> Expression {
      let operand: Expression
      switch tokens.next {
      case .text(let text): operand = .literal(.text(text))
      case .number(let number): operand = .literal(.number(number))
      case .pointer(let pointer):
        operand = reference(Reference(name: pointer.description, paths: [pointer.tokens]))
      case .name(let names, let isQuoted):
        switch names[0].lowercased() {
        case "null" where names.count == 1 && !isQuoted: operand = .literal(.null)
        case "true" where names.count == 1 && !isQuoted: operand = .literal(.boolean(true))
        case "false" where names.count == 1 && !isQuoted: operand = .literal(.boolean(false))
        case let word where names.count == 1 && !isQuoted && Self.keywords.contains(word):
          throw unexpected("a column or a value; a column with this name is written as `\(names[0])`")
        default:
          let name = names.joined(separator: ".")
          operand = reference(Reference(name: name, paths: names.count == 1 ? [names] : [[name], names]))
        }
      case .openParenthesis:
        try tokens.advance()
        operand = try deeper { parser throws(SyntaxError) in try parser.disjunction() }
        guard case .closeParenthesis = tokens.next else { throw unexpected("'and', 'or' or ')'") }
      default: throw unexpected("a column or a value")
      }
      try tokens.advance()
      return operand
    }

    private mutating func reference(_ reference: Reference) -> Expression {
      if let index = indices[reference] { return .reference(index) }
      indices[reference] = references.count
      references.append(reference)
      return .reference(references.count - 1)
    }

    /// The type as which two values are compared, determined by the literals among them.
    private static func comparison(of left: Expression, _ right: Expression) -> ComparedValue.Comparison {
      var comparison = ComparedValue.Comparison.either
      for case .literal(let literal) in [left, right] {
        switch (literal, comparison) {
        case (.number, _): comparison = .numbers
        case (.boolean, .either), (.boolean, .texts), (.boolean, .instants): comparison = .booleans
        case (.text, .either): comparison = literal.isTextOfInstant ? .instants : .texts
        default: break
        }
      }
      return comparison
    }
  }
}
