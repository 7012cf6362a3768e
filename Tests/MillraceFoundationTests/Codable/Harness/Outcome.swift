import Foundation
import Millrace

/// What is compared of an error: everything but the sentences in it.
struct Failure: Equatable, CustomStringConvertible {
  /// The case, with what it names: a type, a key, or the type of an error that is not a coding error.
  var kind: String
  var path: String
  var underlying: String?

  init(kind: String, path: String, underlying: String? = nil) {
    self.kind = kind
    self.path = path
    self.underlying = underlying
  }

  init(_ error: any Error) {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      self.init("keyNotFound \(key.shown)", context.codingPath, context.underlyingError)
    case DecodingError.valueNotFound(let type, let context):
      self.init("valueNotFound \(String(reflecting: type))", context.codingPath, context.underlyingError)
    case DecodingError.typeMismatch(let type, let context):
      self.init("typeMismatch \(String(reflecting: type))", context.codingPath, context.underlyingError)
    case DecodingError.dataCorrupted(let context):
      self.init("dataCorrupted", context.codingPath, context.underlyingError)
    case EncodingError.invalidValue(let value, let context):
      self.init("invalidValue \(Fingerprint.of(value))", context.codingPath, context.underlyingError)
    default:
      self.init(kind: "another error: \(String(describing: type(of: error)))", path: "")
    }
  }

  private init(_ kind: String, _ path: [any CodingKey], _ underlying: (any Error)?) {
    // `dataCorruptedErrorsHaveAPlace` is a difference of its own.
    let compared = underlying is FormatError ? nil : underlying
    self.init(kind: kind, path: path.shown, underlying: compared.map { Failure($0).description })
  }

  var description: String { "\(kind) at \(path)\(underlying.map { " because of \($0)" } ?? "")" }
}

/// What came out: a value or an error, and what the types on the way noted.
struct Outcome: Equatable, CustomStringConvertible {
  enum Result: Equatable {
    case value(String)
    case failure(Failure)
  }

  var result: Result
  var trace: [String] = []

  /// Runs `body`, whose result is a text that stands for the value.
  init(of body: () throws -> String) {
    let (result, trace) = Trace.recording { () -> Result in
      do { return .value(try body()) } catch { return .failure(Failure(error)) }
    }
    self.init(result, trace)
  }

  init(_ result: Result, _ trace: [String] = []) {
    self.result = result
    self.trace = trace
  }

  /// The same with the notes in the order of the alphabet.
  var sorted: Outcome { Outcome(result, trace.sorted()) }

  var description: String {
    let shown =
      switch result {
      case .value(let value): value
      case .failure(let failure): "error: \(failure)"
      }
    return ([shown] + trace.map { "    noted: \($0)" }).joined(separator: "\n")
  }
}
