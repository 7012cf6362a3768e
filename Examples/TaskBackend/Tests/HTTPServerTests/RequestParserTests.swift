import Foundation
import Testing

@testable import HTTPServer

@Suite("Requests")
struct RequestParserTests {
  /// All requests in some bytes that arrive in pieces.
  private func parse(_ text: String, pieceSize: Int = .max, maximumHead: Int = 1000, maximumBody: Int = 1000) throws
    -> [Request]
  {
    var parser = RequestParser(Limits(headSize: maximumHead, bodySize: maximumBody), defaultHost: "default:1")
    var input = InputBuffer()
    var requests: [Request] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(pieceSize))
      rest = rest.dropFirst(pieceSize)
      piece.withUnsafeBytes { input.append($0) }
      while case .request(let request) = try parser.next(in: &input) { requests.append(request) }
    }
    return requests
  }

  private func status(_ text: String, maximumHead: Int = 1000, maximumBody: Int = 1000) -> Int? {
    do {
      _ = try parse(text, maximumHead: maximumHead, maximumBody: maximumBody)
      return nil
    } catch {
      return (error as? Refusal)?.status.code
    }
  }

  private static let pipeline = """
    GET /tasks?done=true HTTP/1.1\r
    Host: example.com\r
    If-None-Match: "a"\r
    if-none-match: "b"\r
    \r
    POST /tasks HTTP/1.1\r
    host: \t example.com:8082 \t\r
    Content-Length: 5\r
    \r
    hello\r
    \r
    PUT /tasks/1 HTTP/1.1\r
    Host: example.com\r
    Transfer-Encoding: Chunked\r
    \r
    4;name="value"\r
    Wiki\r
    B\r
    pedia in \r
    \r
    00\r
    Trailer: x\r
    \r
    DELETE http://other:80?x HTTP/1.0\r
    \r

    """

  @Test func `requests are the same however their bytes arrive`() throws {
    for pieceSize in 1...200 {
      let requests = try parse(Self.pipeline, pieceSize: pieceSize)
      #expect(requests.map(\.method) == [.get, .post, .put, .delete], "pieces of \(pieceSize)")
      #expect(requests.map(\.path) == ["/tasks", "/tasks", "/tasks/1", "/"])
      #expect(requests.map(\.query) == ["done=true", nil, nil, "x"])
      #expect(
        requests.map(\.origin) == [
          "http://example.com", "http://example.com:8082", "http://example.com", "http://other:80",
        ])
      #expect(requests[0].ifNoneMatch == #""a", "b""#)
      #expect(requests.map { String(decoding: $0.body, as: UTF8.self) } == ["", "hello", "Wikipedia in \r\n", ""])
      #expect(requests.map(\.keepsAlive) == [true, true, true, false])
    }
  }

  @Test(arguments: [
    // RFC 9112, section 3: the request line.
    "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n", "GET /\r\nHost: a\r\n\r\n",
    "G\u{7}T / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / http/1,1\r\nHost: a\r\n\r\n",
    "GET tasks HTTP/1.1\r\nHost: a\r\n\r\n",
    " GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\nHost: a\n\n",
    // Section 3.2: the host.
    "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n",
    // Section 5: fields.
    "GET / HTTP/1.1\r\nHost : a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: \u{0}\r\n\r\n",
    // Section 6.3: lengths that could be understood in two ways.
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
    // Section 7.1: chunks.
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\nb\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
    // The name of the protocol is in capital letters.
    "GET / http/1.1\r\nHost: a\r\n\r\n", "GET / HTTp/1.1\r\nHost: a\r\n\r\n",
  ])
  func `a malformed request is rejected`(text: String) { #expect(status(text) == 400) }

  private static let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test(arguments: [
    " 1\r\n", "\t1\r\n", "1 \r\n", "1 x\r\n", "+1\r\n", "0x1\r\n", "\u{661}\r\n",
    "1;\r\n", "1;;a\r\n", "1;a=\r\n", "1;a b\r\n", "1;=a\r\n", "1;a=b=c\r\n", "1;a=\"b\r\n", "1;a=\"b\\\r\n",
    "1;a \r\n",
    "1;a\rb\r\n", "1;a=\"\rb\"\r\n", "1;a\u{0}\r\n", "1;a=\"\u{0}\"\r\n", "1;a=\"\u{7F}\"\r\n", "1\r\r\n",
    "0\r\nno colon\r\n", "0\r\n: no name\r\n", "0\r\nX : y\r\n", "0\r\nX: \u{0}\r\n", "0\r\nX: \ry\r\n",
    "0\r\n folded: x\r\n",
  ])
  func `an invalid line between chunks is rejected`(line: String) { #expect(status(Self.chunked + line) == 400) }

  @Test(arguments: ["", ";a", " ; a = b", ";a=\"\\\"; \t é\"", "\t;\ta;b=c"])
  func `extensions of chunks are ignored`(text: String) throws {
    let request = try #require(try parse(Self.chunked + "1\(text)\r\nx\r\n0\(text)\r\nX:y\r\n\r\n").first)
    #expect(request.body == Array("x".utf8))
  }

  @Test func `what is escaped is read as what it stands for`() throws {
    let text = "GET /%74asks%2f%C3%A9?d%6fne=%74rue&x&y==%25&a%26b=%3D HTTP/1.1\r\nHost: a\r\n\r\n"
    let request = try #require(try parse(text).first)
    let url = try #require(URLComponents(string: "http://a/%74asks%2f%C3%A9?d%6fne=%74rue&x&y==%25&a%26b=%3D"))
    // An escaped slash separates no components. Foundation has a form of the path that keeps it.
    #expect(request.path.replacing("%2F", with: "/") == url.path)
    #expect(request.path.split(separator: "/").count == url.percentEncodedPath.split(separator: "/").count)
    #expect(request.parameters?.map(\.name) == url.queryItems?.map(\.name))
    #expect(request.parameters?.map(\.value) == url.queryItems?.map { $0.value ?? "" })
    for path in ["/%", "/%7", "/%7g", "/%ff"] { #expect(status("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n") == 400) }
    #expect(try parse("GET /?x=%zz HTTP/1.1\r\nHost: a\r\n\r\n").first?.parameters == nil)
  }

  @Test func `limits are limits`() {
    let head = "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 100))\r\n\r\n"
    let size = head.utf8.count - 2  // without the empty line
    #expect(status(head, maximumHead: size) == nil)
    #expect(status(head, maximumHead: size - 1) == 431)
    #expect(status(String(head.dropLast(20)), maximumHead: 80) == 431)

    let body = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n"
    #expect(status(body, maximumBody: 10) == nil)
    #expect(status(body, maximumBody: 9) == 413)

    let chunks = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n5\r\n"
    #expect(status(chunks, maximumBody: 10) == nil)
    #expect(status(chunks, maximumBody: 9) == 413)
    #expect(status("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n") == 501)
    #expect(status("GET / HTTP/2.0\r\nHost: a\r\n\r\n") == 505)
  }
}
