import HTTPServer
import Millrace

/// The files of the page, which are read once.
struct Page: Sendable {
  struct File: Sendable {
    let type: StaticString
    let bytes: [UInt8]
    let tag: EntityTag
  }

  /// What the page may do: use its own files, and ask this server. The icon is in the page itself.
  static let securityPolicy = """
    default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'
    """

  /// By the path that they are found at.
  let files: [String: File]

  /// No page.
  init() { files = [:] }

  /// - Throws: when a file cannot be read.
  init(folder: String) throws {
    func file(_ name: String, _ type: StaticString) throws -> File {
      let bytes = try Self.contents(ofFile: "\(folder)/\(name)")
      return File(type: type, bytes: bytes, tag: EntityTag(contents: bytes))
    }
    files = [
      "/": try file("index.html", "text/html; charset=utf-8"),
      "/app.js": try file("app.js", "text/javascript; charset=utf-8"),
      "/style.css": try file("style.css", "text/css; charset=utf-8"),
    ]
  }

  /// The folder beside the sources that this program was built from.
  static var defaultFolder: String {
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Page"
  }

  private static func contents(ofFile path: String) throws -> [UInt8] {
    let source = try DescriptorSource(path: path)
    var bytes: [UInt8] = []
    while true {
      let count = bytes.count
      try bytes.append(addingCapacity: 1 << 16) { output throws in try source.read(into: &output) }
      if bytes.count == count { return bytes }
    }
  }
}
