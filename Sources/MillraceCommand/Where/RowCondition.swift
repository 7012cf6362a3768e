import Millrace
import MillraceCommandLine

// `--where`: a condition on rows, with the three-valued logic of SQL.
//
// The text becomes an expression (`RowCondition+Parsing.swift`), whose columns are paths into a row. A row is recorded before
// a sink gets it (`RowTape.swift`), the values at the paths are found in the recording (`RowMatcher.swift`), and the
// expression is evaluated with them (`RowCondition+Truth.swift`). Rows for which it is false or unknown are left out.
//
// The types of a comparison depend on the condition and not on the formats: with a number literal, numbers are
// compared, also those that are text in CSV; with a text literal, texts are, also those of numbers. So `--where` takes
// the same rows whether or not the conversion reads the numbers in the cells.

/// A condition that rows fulfill or not.
struct RowCondition: Sendable {
  let expression: Expression
  let references: [Reference]

  /// A column, or a member of a nested value.
  struct Reference: Sendable, Hashable {
    /// The name as it was written.
    let name: String
    /// The paths to it: `size.x` is a column with this name, or the member `x` of `size`.
    let paths: [[String]]
  }

  indirect enum Expression: Sendable {
    case literal(ComparedValue)
    /// The value at a reference, by its index.
    case reference(Int)
    case comparison(Expression, Operator, Expression, as: ComparedValue.Comparison)
    /// Whether a value is equal to one of others.
    case among(Expression, Choices)
    /// Whether a value is at least the first of two others and at most the second one.
    case between(Expression, Candidate, Candidate)
    /// Whether the text of a value matches a pattern.
    case match(Expression, Pattern)
    case and([Expression])
    case or([Expression])
    case not(Expression)
    case isNull(Expression)
    /// Whether the truth of an expression is known and is this one.
    case isTrue(Expression, Bool)
  }

  /// A value that another one is compared with.
  struct Candidate: Sendable {
    let value: Expression
    let comparison: ComparedValue.Comparison
  }

  enum Pattern: Sendable {
    case text(TextPattern)
    case search(SearchExpression)
  }

  enum Operator: Sendable {
    case equal, different, less, lessOrEqual, greater, greaterOrEqual
  }
}

extension RowCondition {
  /// The condition of `--where`; nil without the option.
  ///
  /// - Throws: a usage error with the place in the expression.
  static func condition(_ arguments: Arguments) throws(CommandError) -> RowCondition? {
    guard let text = arguments["where"] else { return nil }
    do throws(SyntaxError) {
      return try RowCondition(text)
    } catch {
      throw error.described(in: text, hint: arguments.hint)
    }
  }

  struct SyntaxError: Error {
    var problem: String
    /// The offset in the text, in bytes.
    var offset: Int

    fileprivate func described(in text: String, hint: String) -> CommandError {
      let bytes = Array(visible(text).utf8)
      let column = String(decoding: bytes.prefix(offset), as: UTF8.self).unicodeScalars.count + 1
      let shown = unsafe bytes.withUnsafeBufferPointer { unsafe excerpt(of: $0, at: offset) }
      return .usage("--where: \(problem), at column \(column)\n\(shown)", hint: hint)
    }
  }
}
