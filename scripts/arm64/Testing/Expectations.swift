// What the macros call. An expectation that is not met is counted and printed; a requirement throws as well.

public struct Comment: ExpressibleByStringInterpolation, Sendable {
  public let text: String
  public init(stringLiteral text: String) { self.text = text }
  public init(rawValue text: String) { self.text = text }
}

public struct SourceLocation: Sendable {
  public let file: String
  public let line: Int
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }
}

public struct RequirementFailed: Error {}

public struct Issue {
  public static func record(_ comment: Comment? = nil, sourceLocation: SourceLocation? = nil) {
    fail(comment?.text ?? "an issue", nil, sourceLocation)
  }
  public static func record(_ error: any Error, _ comment: Comment? = nil, sourceLocation: SourceLocation? = nil) {
    fail("\(error)", comment, sourceLocation)
  }
}

private func fail(_ text: String, _ comment: Comment?, _ location: SourceLocation?) {
  let place = location.map { "\($0.file):\($0.line): " } ?? ""
  Run.current.failures += 1
  print("\(place)error: \(Run.current.test): \(text)\(comment.map { ": \($0.text)" } ?? "")")
}

public func __expect(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil, text: String,
  location: SourceLocation
) {
  Run.current.expectations += 1
  if !condition { fail("not true: \(text)", comment(), sourceLocation ?? location) }
}

public func __require(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil, text: String,
  location: SourceLocation
) throws {
  __expect(condition, comment(), sourceLocation: sourceLocation, text: text, location: location)
  if !condition { throw RequirementFailed() }
}

public func __require<Value>(
  _ value: Value?, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil, text: String,
  location: SourceLocation
) throws -> Value {
  Run.current.expectations += 1
  if let value { return value }
  fail("nil: \(text)", comment(), sourceLocation ?? location)
  throw RequirementFailed()
}

private func checked<Failure: Error>(
  _ error: (any Error)?, is type: Failure.Type, _ comment: Comment?, _ location: SourceLocation
) -> Failure? {
  Run.current.expectations += 1
  if type == Never.self {
    if let error { fail("an error was thrown: \(error)", comment, location) }
    return nil
  }
  if let failure = error as? Failure { return failure }
  fail(error.map { "another error was thrown: \($0)" } ?? "no error was thrown", comment, location)
  return nil
}

@discardableResult
public func __expect<Failure: Error, Result>(
  throws type: Failure.Type, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil,
  performing body: () throws -> Result, text: String, location: SourceLocation
) -> Failure? {
  let location = sourceLocation ?? location
  do { _ = try body() } catch { return checked(error, is: type, comment(), location) }
  return checked(nil, is: type, comment(), location)
}

@discardableResult
public func __expect<Failure: Error, Result>(
  throws type: Failure.Type, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil,
  performing body: () async throws -> Result, text: String, location: SourceLocation,
  isolation: isolated (any Actor)? = #isolation
) async -> Failure? {
  let location = sourceLocation ?? location
  do { _ = try await body() } catch { return checked(error, is: type, comment(), location) }
  return checked(nil, is: type, comment(), location)
}

@discardableResult
public func __expect<Failure: Error & Equatable, Result>(
  throws expected: Failure, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil,
  performing body: () throws -> Result, text: String, location: SourceLocation
) -> Failure? {
  let location = sourceLocation ?? location
  let failure = __expect(
    throws: Failure.self, comment(), sourceLocation: location, performing: body, text: text, location: location)
  if let failure, failure != expected { fail("thrown: \(failure); expected: \(expected)", comment(), location) }
  return failure
}

public func __expect<Result>(
  _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil, performing body: () throws -> Result,
  throws isExpected: (any Error) throws -> Bool, text: String, location: SourceLocation
) {
  let location = sourceLocation ?? location
  Run.current.expectations += 1
  do {
    _ = try body()
    fail("no error was thrown", comment(), location)
  } catch {
    if (try? isExpected(error)) != true { fail("another error was thrown: \(error)", comment(), location) }
  }
}

@discardableResult
public func __require<Failure: Error, Result>(
  throws type: Failure.Type, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil,
  performing body: () throws -> Result, text: String, location: SourceLocation
) throws -> Failure {
  let failure = __expect(
    throws: type, comment(), sourceLocation: sourceLocation, performing: body, text: text, location: location)
  guard let failure else { throw RequirementFailed() }
  return failure
}
