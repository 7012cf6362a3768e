import Millrace

/// The strings that represent non-finite numbers.
package struct NotFiniteTexts: Sendable {
  package let infinity: String
  package let negativeInfinity: String
  package let nan: String

  package init(infinity: String, negativeInfinity: String, nan: String) {
    self.infinity = infinity
    self.negativeInfinity = negativeInfinity
    self.nan = nan
  }

  func number<Number: BinaryFloatingPoint>(_ text: String) -> Number? {
    text == infinity ? .infinity : text == negativeInfinity ? -.infinity : text == nan ? .nan : nil
  }

  func text<Number: BinaryFloatingPoint>(of number: Number) -> String {
    number.isNaN ? nan : number > 0 ? infinity : negativeInfinity
  }
}
