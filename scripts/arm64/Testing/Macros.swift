// The part of Swift Testing that the suites use, for a processor whose own Swift Testing was made for another compiler.
//
// A test becomes a function whose address is in a section of the program; `runTests` calls all of them. An expectation becomes a call
// of the function with its name and two underscores, which also gets the source text and the location.

@attached(peer)
public macro Test(_ name: String? = nil, _ traits: any Trait...) =
  #externalMacro(module: "TestingMacros", type: "TestMacro")

@attached(peer)
public macro Test(_ trait: any Trait, _ traits: any Trait...) =
  #externalMacro(module: "TestingMacros", type: "TestMacro")

@attached(peer)
public macro Test<Values: Collection>(_ name: String? = nil, _ traits: any Trait..., arguments: Values) =
  #externalMacro(module: "TestingMacros", type: "TestMacro")

@attached(peer)
public macro Test<First: Collection, Second: Collection>(
  _ name: String? = nil, _ traits: any Trait..., arguments: First, _ more: Second
) = #externalMacro(module: "TestingMacros", type: "TestMacro")

@attached(peer)
public macro Test<First: Sequence, Second: Sequence>(
  _ name: String? = nil, _ traits: any Trait..., arguments: Zip2Sequence<First, Second>
) = #externalMacro(module: "TestingMacros", type: "TestMacro")

@attached(peer)
public macro Suite(_ name: String? = nil, _ traits: any Trait...) =
  #externalMacro(module: "TestingMacros", type: "SuiteMacro")

@freestanding(expression)
public macro expect(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil
) = #externalMacro(module: "TestingMacros", type: "CallMacro")

@freestanding(expression) @discardableResult
public macro expect<Failure: Error, Result>(
  throws type: Failure.Type, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil,
  performing body: () async throws -> Result
) -> Failure? = #externalMacro(module: "TestingMacros", type: "CallMacro")

@freestanding(expression) @discardableResult
public macro expect<Failure: Error & Equatable, Result>(
  throws error: Failure, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil,
  performing body: () async throws -> Result
) -> Failure? = #externalMacro(module: "TestingMacros", type: "CallMacro")

@freestanding(expression)
public macro expect<Result>(
  _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil,
  performing body: () async throws -> Result, throws isExpected: (any Error) async throws -> Bool
) = #externalMacro(module: "TestingMacros", type: "CallMacro")

@freestanding(expression)
public macro expect(
  processExitsWith condition: ExitCondition, _ comment: @autoclosure () -> Comment? = nil,
  performing body: () throws -> Void
) = #externalMacro(module: "TestingMacros", type: "CallMacro")

@freestanding(expression)
public macro require(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil
) = #externalMacro(module: "TestingMacros", type: "CallMacro")

@freestanding(expression)
public macro require<Value>(
  _ value: Value?, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil
) -> Value = #externalMacro(module: "TestingMacros", type: "CallMacro")

@freestanding(expression) @discardableResult
public macro require<Failure: Error, Result>(
  throws type: Failure.Type, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil,
  performing body: () async throws -> Result
) -> Failure = #externalMacro(module: "TestingMacros", type: "CallMacro")

@freestanding(expression)
public macro _sourceLocation() -> SourceLocation = #externalMacro(module: "TestingMacros", type: "LocationMacro")
