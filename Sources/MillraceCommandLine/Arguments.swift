@unsafe @preconcurrency import CGetopt
import SystemLibrary

/// A verb's options and operands, parsed by the system's `getopt_long`.
package struct Arguments: Sendable {
  package private(set) var values: [String: String] = [:]
  package private(set) var operands: [String] = []
  private let verb: String

  /// `getopt_long` keeps its state in global variables.
  private static let turn = Locked(())

  /// - Throws: for unknown options, missing values, and options given twice.
  package init(_ arguments: [String], of verb: Verb) throws(CommandError) {
    self.verb = verb.name
    let parsed = Self.turn.withLock { _ in
      Result { () throws(CommandError) in try Self.parse(arguments, of: verb.name, verb.allOptions) }
    }
    (values, operands) = try parsed.get()
  }

  package func has(_ option: String) -> Bool { values[option] != nil }

  package subscript(option: String) -> String? { values[option] }

  /// The value of an option that takes a number.
  package func count(_ option: String) throws(CommandError) -> Int? {
    guard let text = values[option] else { return nil }
    guard let count = Int(text), count >= 0 else {
      throw .usage("--\(option) takes a number of at least 0, not '\(text)'", hint: hint)
    }
    return count
  }

  /// What the word of an option stands for; nil if the option is not given.
  package func choice<Value>(_ option: String, of choices: [(String, Value)]) throws(CommandError) -> Value? {
    guard let text = values[option] else { return nil }
    if let choice = choices.first(where: { $0.0 == text }) { return choice.1 }
    let words = choices.map(\.0)
    let list = words.dropLast().joined(separator: ", ") + " or " + words[words.count - 1]
    throw .usage("--\(option) takes \(list), not '\(text)'", hint: hint)
  }

  /// - Throws: A usage error if both options are given.
  package func rejectBoth(_ option: String, _ other: String, hint: String? = nil) throws(CommandError) {
    guard has(option), has(other) else { return }
    throw .usage("--\(option) and --\(other) cannot be combined", hint: hint ?? self.hint)
  }

  /// - Throws: A usage error if there is no operand, or if there are several where only one is allowed.
  package func requireOperands(_ name: String = "FILE", isSingle: Bool = false) throws(CommandError) {
    guard isSingle ? operands.count != 1 : operands.isEmpty else { return }
    throw .usage(
      "\(verb) requires \(isSingle ? "one" : "at least one") \(name)",
      hint: "- is standard input; millrace \(verb) --help shows usage")
  }

  /// A hint that refers to the verb's help.
  package var hint: String { Self.hint(verb) }

  private static func hint(_ verb: String) -> String { "millrace \(verb) --help explains the options" }

  private static func parse(
    _ arguments: [String], of verb: String, _ options: [Verb.Option]
  ) throws(CommandError) -> ([String: String], [String]) {
    // The program's name is first, and a null pointer last.
    let strings = unsafe (["millrace"] + arguments).map { unsafe strdup($0) }
    let names = unsafe options.map { unsafe strdup($0.name) }
    defer { unsafe (strings + names).forEach { unsafe free($0) } }
    var words: [UnsafeMutablePointer<CChar>?] = unsafe strings + [nil]
    let table =
      unsafe zip(options, names).map { described, name in
        unsafe option(name: name, has_arg: described.value == nil ? 0 : 1, flag: nil, val: described.letterCode)
      } + [option()]
    let letters = options.map { option in option.letter.map { "\($0)\(option.value == nil ? "" : ":")" } ?? "" }

    var values: [String: String] = [:]
    optind = 1
    #if canImport(Darwin)
      optreset = 1
    #else
      optind = 0  // glibc and musl: begin anew
    #endif
    opterr = 0
    while true {
      var index: Int32 = -1
      let found = unsafe getopt_long(Int32(strings.count), &words, ":" + letters.joined(), table, &index)
      if found == -1 { break }
      let word = unsafe words[Int(optind) - 1].map { unsafe String(cString: $0) } ?? ""
      switch UInt8(truncatingIfNeeded: found) {
      case UInt8(ascii: ":"): throw .usage("\(word) takes a value", hint: hint(verb))
      case UInt8(ascii: "?"): throw unknownOption(word, of: verb, options)
      default:
        // An option with a letter is identified by it, in both of its forms, and every other option by its index.
        guard let option = found == 0 ? options[Int(index)] : options.first(where: { $0.letterCode == found }) else {
          continue
        }
        guard values[option.name] == nil else {
          throw .usage("--\(option.name) is given twice", hint: hint(verb))
        }
        values[option.name] = unsafe option.value == nil ? "" : String(cString: optarg)
      }
    }
    let operands = unsafe words[Int(optind)...].compactMap { unsafe $0.map { unsafe String(cString: $0) } }
    return (values, operands)
  }

  /// The error for a word that `getopt_long` rejects, with what was probably meant.
  private static func unknownOption(_ word: String, of verb: String, _ options: [Verb.Option]) -> CommandError {
    guard word.hasPrefix("--") else { return .usage("\(verb) has no option \(word)", hint: hint(verb)) }
    let name = String(word.dropFirst(2).prefix { $0 != "=" })
    // The beginning of a name stands for it if no other name begins like that.
    let names = options.map(\.name)
    let begun = names.contains(name) ? [name] : names.filter { $0.hasPrefix(name) }
    if begun.count == 1 { return .usage("--\(begun[0]) takes no value", hint: hint(verb)) }
    if begun.count > 1 {
      let list = begun.map { "--\($0)" }.joined(separator: ", ")
      return .usage("\(verb) has several options that begin with --\(name)", hint: "they are \(list)")
    }
    let nearest = nearestName(to: name, among: names).map { "the nearest is --\($0); " } ?? ""
    return .usage("\(verb) has no option \(word)", hint: nearest + hint(verb))
  }
}

extension Verb.Option {
  /// The letter for `getopt_long`; 0 for none.
  fileprivate var letterCode: Int32 { letter.flatMap(\.asciiValue).map(Int32.init) ?? 0 }
}
