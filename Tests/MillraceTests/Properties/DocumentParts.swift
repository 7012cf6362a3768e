import TestSupport

#if canImport(Foundation)
  import Foundation
#endif

/// Where the parts of a valid document are, found byte by byte: values with their paths, and the bytes of the structure.
struct DocumentParts {
  struct Part {
    /// A JSON Pointer (RFC 6901). For a byte of the structure, that of the value or key before it.
    let path: String
    let range: Range<Int>
  }

  private(set) var leaves: [Part] = []
  private(set) var colons: [Part] = []
  private(set) var commas: [Part] = []
  /// The brackets that end arrays and objects.
  private(set) var ends: [Part] = []
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    blanks()
    try value("")
  }

  private mutating func blanks() { while position < bytes.count, bytes[position] <= 0x20 { position += 1 } }

  private mutating func value(_ path: String) throws {
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "{"): try list(path, isObject: true)
    case UInt8(ascii: "["): try list(path, isObject: false)
    default:
      skipToken()
      leaves.append(Part(path: path, range: start..<position))
    }
  }

  private mutating func skipToken() {
    guard bytes[position] == UInt8(ascii: "\"") else {
      while position < bytes.count, bytes[position] > 0x20, !",]}:".utf8.contains(bytes[position]) { position += 1 }
      return
    }
    position += 1
    while bytes[position] != UInt8(ascii: "\"") { position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1 }
    position += 1
  }

  private mutating func list(_ path: String, isObject: Bool) throws {
    position += 1
    blanks()
    var index = 0
    var last = path
    while bytes[position] != UInt8(ascii: "}"), bytes[position] != UInt8(ascii: "]") {
      if index > 0 {
        commas.append(Part(path: last, range: position..<position + 1))
        position += 1
        blanks()
      }
      var token = "\(index)"
      if isObject {
        let start = position
        skipToken()
        #if canImport(Foundation)
          let key = try JSONSerialization.jsonObject(with: Data(bytes[start..<position]), options: .fragmentsAllowed)
        #else
          let text = try NaiveStrings.unescaped(bytes[start..<position].dropFirst().dropLast()).get()
          let key = String(decoding: text, as: UTF8.self)
        #endif
        token = "\(key)".replacing("~", with: "~0").replacing("/", with: "~1")
        blanks()
        colons.append(Part(path: path + "/" + token, range: position..<position + 1))
        position += 1
        blanks()
      }
      last = path + "/" + token
      try value(last)
      blanks()
      index += 1
    }
    ends.append(Part(path: last, range: position..<position + 1))
    position += 1
  }
}
