import Millrace
import TestSupport
import Testing

@testable import MillraceCompression

@Suite("Messages of compression")
struct MessageTests {
  @Test func `each message is listed, short and without a full stop`() throws {
    var table = MessageTable()
    try table.add(
      "DecompressionError.Problem", declaredIn: "Sources/MillraceCompression/Compression.swift",
      [
        ("truncated", DecompressionError(problem: .truncated, compressedOffset: 4096)),
        ("corrupt", DecompressionError(problem: .corrupt, compressedOffset: 4096)),
      ])
    // Memory cannot be exhausted here on purpose, so the actions are listed as the sources have them.
    try table.add(
      "SystemError", literalsOf: ["action: "], in: ["Sources/MillraceCompression"],
      ["cannot compress", "cannot decompress"].map { ($0, SystemError(code: 12, action: $0).description) })
    try table.check()
  }
}
