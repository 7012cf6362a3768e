import Glibc

public protocol Trait: Sendable {}

/// A condition, or a trait without an effect on tests that run one after another.
public struct Condition: Trait {
  let isMet: @Sendable () -> Bool
}

extension Trait where Self == Condition {
  public static func enabled(if condition: @autoclosure @escaping @Sendable () -> Bool) -> Self {
    Condition(isMet: condition)
  }
  public static var serialized: Self { Condition { true } }
}

public protocol CustomTestStringConvertible {
  var testDescription: String { get }
}

/// The state of a run. Tests run one after another, on one thread at a time.
struct Run {
  nonisolated(unsafe) static var current = Run()

  var tests: [RegisteredTest] = []
  var test = ""
  var expectations = 0
  var failures = 0
}

struct RegisteredTest {
  let name: String
  let traits: [any Trait]
  let body: () async throws -> Void
}

public func __register(_ name: String, _ traits: [any Trait], _ body: @escaping () async throws -> Void) {
  Run.current.tests.append(RegisteredTest(name: name, traits: traits, body: body))
}

/// Runs a test with an argument. An error ends this run of the test, and not the other ones.
public func __run(_ argument: Any, _ body: () async throws -> Void) async {
  let test = Run.current.test
  let shown = (argument as? any CustomTestStringConvertible)?.testDescription ?? String("\(argument)".prefix(80))
  Run.current.test += " (\(shown))"
  await attempt(body)
  Run.current.test = test
}

private func attempt(_ body: () async throws -> Void) async {
  do {
    try await body()
  } catch is RequirementFailed {
  } catch {
    Issue.record(error)
  }
}

@_silgen_name("millrace_register_tests") private func registerTests()

/// Runs the tests of the program.
///
/// - Parameters:
///   - only: Texts, one of which the name of a test contains. With none, all tests are run.
///   - part: A part of the tests, such as `0/2` and `1/2` for two halves. Only its tests are run.
///   - showsEach: Whether the name of each test is printed before it runs.
///   - milliseconds: The duration from which on that of a test is printed.
/// - Returns: Whether all expectations were met.
public func runTests(only: [String], part: String?, showsEach: Bool, slowerThan milliseconds: Int = 1000) async -> Bool {
  registerTests()
  setvbuf(stdout, nil, _IOLBF, 0)
  let numbers = part?.split(separator: "/").compactMap { Int($0) } ?? [0, 1]
  var count = 0
  for (index, test) in Run.current.tests.sorted(by: { $0.name < $1.name }).enumerated() {
    if index % numbers[1] != numbers[0] { continue }
    if !only.isEmpty, !only.contains(where: test.name.contains) { continue }
    guard test.traits.allSatisfy({ ($0 as? Condition)?.isMet() ?? true }) else { continue }
    Run.current.test = test.name
    if showsEach { print(test.name) }
    let start = ContinuousClock.now
    await attempt(test.body)
    let duration = ContinuousClock.now - start
    if duration > .milliseconds(milliseconds) { print("\(duration) \(test.name)") }
    count += 1
  }
  print("\(count) tests, \(Run.current.expectations) expectations, \(Run.current.failures) failures")
  return Run.current.failures == 0
}
