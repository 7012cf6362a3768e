import CSQLite

extension SQLite {
  /// Compiles the pattern of `regexp` into a function that returns whether a text matches. An error is shown by its description.
  package typealias PatternCompiler = (_ pattern: [UInt8]) throws -> (_ text: [UInt8]) -> Bool

  /// The function `regexp`, and the patterns that it has compiled.
  fileprivate final class RegexpFunction {
    private let compile: PatternCompiler
    private var matchers: [[UInt8]: ([UInt8]) -> Bool] = [:]

    /// A query has few patterns, unless a column contains them.
    private static let maximumMatcherCount = 16

    init(_ compile: @escaping PatternCompiler) { self.compile = compile }

    func matches(_ text: [UInt8], _ pattern: [UInt8]) throws -> Bool {
      if let matcher = matchers[pattern] { return matcher(text) }
      let matcher = try compile(pattern)
      if matchers.count == Self.maximumMatcherCount { matchers = [:] }
      matchers[pattern] = matcher
      return matcher(text)
    }
  }
}

extension SQLite.Database {
  /// Defines the function `regexp`, which SQLite calls for the operator `REGEXP` and does not define
  /// (sqlite.org/lang_expr.html). The result is null if the text or the pattern is null.
  ///
  /// - Parameter compile: Compiles a pattern.
  /// - Throws: ``SQLite/DatabaseError`` if there is no memory for the function.
  package func defineRegexp(_ compile: @escaping SQLite.PatternCompiler) throws {
    let function = unsafe Unmanaged.passRetained(SQLite.RegexpFunction(compile)).toOpaque()
    // SAFETY: SQLite calls the function with two values, which it owns during the call, and releases the object at the end of the
    // connection, or at once if this fails.
    let code = unsafe sqlite3_create_function_v2(
      connection, "regexp", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, function,
      { context, _, values in
        guard let function = unsafe sqlite3_user_data(context), let values = unsafe values,
          let pattern = unsafe textBytes(values[0]), let text = unsafe textBytes(values[1])
        else { return unsafe sqlite3_result_null(context) }
        do {
          let regexp = unsafe Unmanaged<SQLite.RegexpFunction>.fromOpaque(function).takeUnretainedValue()
          unsafe sqlite3_result_int(context, try regexp.matches(text, pattern) ? 1 : 0)
        } catch {
          unsafe sqlite3_result_error(context, "\(error)", -1)
        }
      }, nil, nil,
      { function in
        if let function = unsafe function { unsafe Unmanaged<SQLite.RegexpFunction>.fromOpaque(function).release() }
      })
    if code != SQLITE_OK { throw unsafe SQLite.DatabaseError(connection) }
  }
}

/// A value as text; nil for NULL.
private func textBytes(_ value: OpaquePointer?) -> [UInt8]? {
  guard let text = unsafe sqlite3_value_text(value) else { return nil }
  return unsafe Array(UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value))))
}
