import Testing

@testable import Millrace

@Suite("Integers of all widths")
struct IntegerTests {
  private let memory = GuardedMemory(capacity: 65_536)

  /// Runs the same test for every width.
  private func forEveryWidth(_ body: (any (FixedWidthInteger & Serializable).Type) throws -> Void) rethrows {
    let types: [any (FixedWidthInteger & Serializable).Type] = [
      Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self,
      UInt32.self, UInt64.self, UInt128.self,
    ]
    for type in types { try body(type) }
  }

  /// Compares what is read with what the standard library reads, which rejects what does not fit.
  ///
  /// - Parameter text: digits, perhaps with a minus, without superfluous zeros.
  private func check<Value: FixedWidthInteger & Serializable>(
    _ text: String, as type: Value.Type, _ mismatches: inout Mismatches
  ) {
    let expected = Value(text)
    do {
      let value = try memory.decode(type, from: text.utf8)
      if value != expected { mismatches.note("\(type): \(text) is read as \(value)") }
    } catch {
      if expected != nil { return mismatches.note("\(type): \(text) is rejected: \(error)") }
      guard case .numberOutOfRange = error.problem else {
        return mismatches.note("\(type): \(text) is rejected for another reason: \(error)")
      }
    }
  }

  /// An integer's text and those of its neighbours, by adding to digits as on paper.
  private static func aroundText(_ text: String) -> [String] {
    func shifted(_ text: String, up: Bool) -> String {
      let isNegative = text.hasPrefix("-")
      var digits = text.utf8.drop { $0 == UInt8(ascii: "-") }.map { Int($0) - 0x30 }
      let grows = up != isNegative
      if !grows, digits == [0] { return up ? "1" : "-1" }
      var position = digits.count - 1
      while position >= 0, digits[position] == (grows ? 9 : 0) {
        digits[position] = grows ? 0 : 9
        position -= 1
      }
      if position < 0 { digits.insert(1, at: 0) } else { digits[position] += grows ? 1 : -1 }
      if digits.count > 1, digits[0] == 0 { digits.removeFirst() }
      return (isNegative && digits != [0] ? "-" : "") + digits.map(String.init).joined()
    }
    return [shifted(text, up: false), text, shifted(text, up: true)]
  }

  @Test func `the limits of every width, and what is next to them, for every width`() {
    #expect(Self.aroundText("-100") == ["-101", "-100", "-99"] && Self.aroundText("0") == ["-1", "0", "1"])
    #expect(Self.aroundText("999") == ["998", "999", "1000"] && Self.aroundText("-1") == ["-2", "-1", "0"])
    var limits: [String] = []
    func collect<Value: FixedWidthInteger>(_ type: Value.Type) {
      limits += Self.aroundText(Value.max.description) + Self.aroundText(Value.min.description)
    }
    forEveryWidth { collect($0) }
    var power = "1"
    for _ in 0..<45 {
      limits += Self.aroundText(power) + Self.aroundText("-" + power)
      power += "0"
    }
    var mismatches = Mismatches()
    func checkLimits<Value: FixedWidthInteger & Serializable>(_ type: Value.Type) {
      for text in limits { check(text, as: type, &mismatches) }
    }
    forEveryWidth { checkLimits($0) }
    mismatches.report()
  }

  @Test func `minus zero is zero`() throws {
    try forEveryWidth { type in
      func check<Value: FixedWidthInteger & Serializable>(_ type: Value.Type) throws {
        #expect(try memory.decode(type, from: "-0".utf8) == 0)
        #expect(try memory.decode([Value].self, from: "[-0 , 0]".utf8) == [0, 0])
      }
      try check(type)
    }
  }

  private func problem<Value: Serializable>(_ text: String, as type: Value.Type) -> FormatError.Problem? {
    do {
      _ = try memory.decode(type, from: text.utf8)
      return nil
    } catch {
      return error.problem
    }
  }

  @Test func `superfluous zeros, fractions and exponents are rejected for what they are`() {
    func check<Value: FixedWidthInteger & Serializable>(_ type: Value.Type) {
      for text in ["00", "01", "007", "0123456789", "012345678901234567890", "00000000", "000000000"] {
        for text in [text, "-" + text] {
          if case .malformedNumber = problem(text, as: type) { continue }
          Issue.record("\(type): \(text) gave \(String(describing: problem(text, as: type)))")
        }
      }
      for text in [
        "1.0", "0.0", "1e3", "1E3", "1e0", "10e-1", "1.5", "12345678.0", "12345678e1", "123456789012345678.0",
      ] {
        for text in [text, "-" + text] {
          if case .notAnInteger = problem(text, as: type) { continue }
          Issue.record("\(type): \(text) gave \(String(describing: problem(text, as: type)))")
        }
      }
      for text in ["1.", "1e", "1e+", "12345678.", "1234567890123456789.", "-"] {
        switch problem(text, as: type) {
        case .malformedNumber, .unexpectedEnd(expected: .number): continue
        case let other: Issue.record("\(type): \(text) gave \(String(describing: other))")
        }
      }
    }
    forEveryWidth { check($0) }
  }

  @Test func `numbers of up to 400 digits are read or rejected as the standard library does`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for count in 1...400 {
      var digits = String(1 + random.below(9))
      for _ in 1..<count { digits += String(random.below(10)) }
      func checkDigits<Value: FixedWidthInteger & Serializable>(_ type: Value.Type) {
        check(digits, as: type, &mismatches)
        check("-" + digits, as: type, &mismatches)
      }
      forEveryWidth { checkDigits($0) }
    }
    mismatches.report()
  }

  /// A hundred thousand of a width, of every length in bits, in arrays that are written and read as a whole.
  private func checkRandom<Value: FixedWidthInteger & Serializable>(_ type: Value.Type, _ mismatches: inout Mismatches)
  {
    var random = SeededGenerator("random integers")
    for _ in 0..<Scale.count(200) {
      let values = (0..<500).map { _ -> Value in
        let bits = UInt128(random.next()) << 64 | UInt128(random.next())
        return Value(truncatingIfNeeded: bits) >> Value(random.below(Value.bitWidth))
      }
      let text = Array("[\(values.map(\.description).joined(separator: ","))]".utf8)
      do {
        mismatches.expect(try JSON.encode(values), text, "\(type) written")
        mismatches.expect(try memory.decode([Value].self, from: text), values, "\(type) read")
      } catch {
        mismatches.note("\(type): \(error)")
      }
    }
  }

  @Test func `random integers of every width`() {
    var mismatches = Mismatches()
    forEveryWidth { checkRandom($0, &mismatches) }
    mismatches.report()
  }

  @Test func `integers of each length, followed by any byte`() throws {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for count in 1...39 {
      for _ in 0..<Scale.count(40) {
        var digits = String(1 + random.below(9))
        for _ in 1..<count { digits += String(random.below(10)) }
        for (text, behind) in [
          ("[\(digits)]", ""), ("[\(digits) ]", ""), ("[\(digits),1]", "1"), ("[\(digits)\n,\n1]", "1"),
        ] {
          let expected = [UInt128(digits), UInt128(behind)].compactMap { $0 }
          if UInt128(digits) == nil { continue }
          mismatches.expect(try memory.decode([UInt128].self, from: text.utf8), expected, text)
          guard let narrow = Int64(digits) else { continue }
          let narrows = [narrow] + (behind.isEmpty ? [] : [1])
          mismatches.expect(try memory.decode([Int64].self, from: text.utf8), narrows, text)
          mismatches.expect(try memory.decode([UInt64].self, from: text.utf8), narrows.map { UInt64($0) }, text)
          mismatches.expect(try memory.decode([Int].self, from: text.utf8), narrows.map { Int($0) }, text)
        }
      }
    }
    mismatches.report()
  }
}
