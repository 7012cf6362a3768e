extension RowCondition {
  /// The values of `in`. Literals are sorted, so that the time to find a value grows with the logarithm of their count.
  struct Choices: Sendable {
    /// All values, as they were written.
    let candidates: [Candidate]
    private let numbers: [ComparedNumber]
    private let texts: [ArraySlice<UInt8>]
    /// The values that are compared one by one: columns, null, booleans and instants.
    private let others: [Candidate]

    init(_ candidates: [Candidate]) {
      self.candidates = candidates
      var numbers: [ComparedNumber] = []
      var texts: [ArraySlice<UInt8>] = []
      var others: [Candidate] = []
      for candidate in candidates {
        switch (candidate.value, candidate.comparison) {
        case (.literal(.number(let number)), .numbers): numbers.append(number)
        case (.literal(.text(let text)), .texts): texts.append(text)
        default: others.append(candidate)
        }
      }
      self.numbers = numbers.sorted { $0.compared(to: $1) < 0 }
      self.texts = texts.sorted { $0.lexicographicallyPrecedes($1) }
      self.others = others
    }

    /// Whether a value is equal to one of them; unknown if it is equal to none, and one comparison is unknown.
    func contain(_ value: ComparedValue, _ valueOfReference: (Int) -> ComparedValue) -> Bool? {
      var result: Bool? = false
      func add(_ found: Bool?) -> Bool {
        if found == nil { result = nil }
        return found == true
      }
      if !numbers.isEmpty, add(value.number.map { number in Self.contains(numbers) { $0.compared(to: number) } }) {
        return true
      }
      if !texts.isEmpty,
        add(value.writtenText.map { text in Self.contains(texts) { ComparedValue.order(of: $0, text) } })
      {
        return true
      }
      for candidate in others {
        let other = candidate.value.value(valueOfReference)
        if add(value.compared(to: other, as: candidate.comparison).map { $0 == 0 }) { return true }
      }
      return result
    }

    /// Whether sorted elements contain one that is equal to a value.
    ///
    /// - Parameter order: Returns a number below, equal to or above zero, as the element is below, equal to or above the value.
    private static func contains<Element>(_ elements: [Element], _ order: (Element) -> Int) -> Bool {
      var (low, high) = (0, elements.count)
      while low < high {
        let middle = (low + high) / 2
        let found = order(elements[middle])
        if found == 0 { return true }
        if found < 0 { low = middle + 1 } else { high = middle }
      }
      return false
    }
  }
}
