import Foundation
import TestSupport
import Testing

@testable import MillraceFoundation

/// The descriptions in the coders' errors are Foundation's; other tests compare them with Foundation. The errors of this
/// library are in them as underlying errors, with the place in the document.
@Suite("Messages of the coders")
struct MessageTests {
  @Test func `each message is listed and short`() throws {
    let coders = ["Sources/MillraceCodable", "Sources/MillraceFoundation/Coders"]
    var table = MessageTable()
    table.add(
      "UnknownCoder", [("two coders", UnknownCoder(name: "camelCase", known: ["plain", "snakeCase"]).description)])
    try table.addLiterals(
      "DecodingError",
      of: [
        "debugDescription: ", "corrupted(", "notJSON: String { ", "let found): ", ".missingValue: ", "Container: ",
        "doesNotFit: ",
      ],
      in: coders, mayEndWithFullStop: true)
    try table.addLiterals(
      "EncodingError", of: ["failMisuse(", "invalid(value, ", "let description = "], in: coders,
      mayEndWithFullStop: true)
    try table.check()
  }
}
