import FuzzTargets

@testable import HTTPServer

/// HTTP requests that arrive in pieces are parsed as those that arrive at once, and rejected for the same reason.
let requestTarget = FuzzTarget("http", headerSize: 1) { input in
  let whole = Requests(input.bytes, pieceSize: max(1, input.bytes.count))
  let cut = Requests(input.bytes, pieceSize: 1 + Int(input.header[0]) % 7)
  try expect(whole.descriptions == cut.descriptions, "whole: \(whole.descriptions)\ncut: \(cut.descriptions)")
  // A head that is too large and malformed is rejected for either reason.
  try expect(
    (whole.status == nil) == (cut.status == nil), "whole: \(whole.status ?? 0), cut: \(cut.status ?? 0)")
}

private struct Requests {
  var descriptions: [String] = []
  /// The code of the response to the first request that is rejected.
  var status: Int?

  init(_ bytes: [UInt8], pieceSize: Int) {
    var parser = RequestParser(Limits(headSize: 500, bodySize: 500), defaultHost: "default:1")
    var input = InputBuffer()
    var rest = bytes[...]
    do {
      while !rest.isEmpty {
        Array(rest.prefix(pieceSize)).withUnsafeBytes { input.append($0) }
        rest = rest.dropFirst(pieceSize)
        while case .request(let request) = try parser.next(in: &input) {
          _ = request.parameters
          descriptions.append("\(request)")
        }
      }
    } catch { status = error.status.code }
  }
}
