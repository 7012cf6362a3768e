import TestSupport
import Testing

/// The messages of the tool, as its sources have them. `CallTests` and the tests of each verb produce them.
@Suite("Messages of the tool")
struct MessageTests {
  @Test func `each message is listed, short and without a full stop`() throws {
    var table = MessageTable()
    try table.addLiterals(
      "CommandError.usage", of: [".usage("], in: ["Sources/MillraceCommand", "Sources/MillraceCommandLine"])
    try table.addLiterals("CommandError.data", of: [".data("], in: ["Sources/MillraceCommand"])
    try table.addLiterals(
      "RowCondition.SyntaxError", of: ["problem: ", "throw error("], in: ["Sources/MillraceCommand/Where"])
    try table.addLiterals(
      "RowCondition.SyntaxError, after expected", of: ["unexpected("], in: ["Sources/MillraceCommand/Where"])
    try table.addLiterals(
      "BinaryError", of: [".malformed(", ".unsupported("], in: ["Sources/MillraceCommand/Audit"])
    try table.check()
  }
}
