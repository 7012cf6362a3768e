// Locations are computed after an error. Readers do not track lines or paths; an error has a byte offset, and the
// document up to that offset is scanned once more for line, column and path.

extension JSON {
  /// Returns an error with the line, column and path for its offset.
  ///
  /// `decode` calls this function. Code that uses a ``Reader`` directly calls it for errors that the reader throws.
  ///
  /// - Parameters:
  ///   - error: An error that the reader has thrown.
  ///   - bytes: The document that the reader was reading.
  /// - Complexity: O(offset).
  @inline(never)
  public static func located(_ error: any Error, in bytes: Span<UInt8>) -> FormatError {
    var located = FormatError(wrapping: error)
    guard let offset = located.place.offset, located.place.path == nil else { return located }
    located.place = unsafe bytes.withUnsafeBufferPointer { unsafe place(ofOffset: offset, in: $0) }
    return located
  }

  /// Returns the line, column and path of a byte in a document.
  ///
  /// - Complexity: O(`offset`).
  static func place(ofOffset offset: Int, in document: UnsafeBufferPointer<UInt8>) -> FormatError.Place {
    let before = unsafe UnsafeBufferPointer(rebasing: document[..<min(offset, document.count)])
    let line = unsafe before.count(where: { $0 == ASCII.lineFeed }) + 1
    let lineStart = unsafe before.lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? 0
    let column = unsafe before[lineStart...].count(where: { $0 & 0xC0 != 0x80 }) + 1
    return unsafe FormatError.Place(offset: offset, line: line, column: column, path: path(after: before))
  }

  /// Returns the path of the value that follows a part of a document.
  private static func path(after before: UnsafeBufferPointer<UInt8>) -> String {
    enum Level {
      case array(index: Int)
      case object(key: Range<Int>?)
    }
    var levels: [Level] = []
    var position = 0
    while position < before.count {
      switch unsafe before[position] {
      case ASCII.openBracket: levels.append(.array(index: 0))
      case ASCII.openBrace: levels.append(.object(key: nil))
      case ASCII.closeBracket, ASCII.closeBrace: _ = levels.popLast()
      case ASCII.comma:
        switch levels.popLast() {
        case .array(let index): levels.append(.array(index: index + 1))
        case .object: levels.append(.object(key: nil))
        case nil: break
        }
      case ASCII.quote:
        let start = position
        position += 1
        while position < before.count, unsafe before[position] != ASCII.quote {
          unsafe position += before[position] == ASCII.backslash ? 2 : 1
        }
        if case .object(key: nil) = levels.last, position < before.count {
          levels[levels.count - 1] = .object(key: start..<position + 1)
        }
      default: break
      }
      position += 1
    }
    var path = ""
    for level in levels {
      switch level {
      case .array(let index): path += "/\(index)"
      case .object(let key?): unsafe path += "/" + pointerToken(UnsafeBufferPointer(rebasing: before[key]))
      case .object(nil): break
      }
    }
    return path
  }

  /// Returns a key, as it is encoded in the document, as a reference token of a JSON Pointer.
  ///
  /// - Parameter key: The key with its quotes.
  private static func pointerToken(_ key: UnsafeBufferPointer<UInt8>) -> String {
    let text = unsafe try? decode(String.self, from: key.span)
    return unsafe pointerToken(text ?? String(decoding: key.dropFirst().dropLast(), as: UTF8.self))
  }

  /// Returns a key as a reference token of a JSON Pointer (RFC 6901, section 3).
  package static func pointerToken(_ key: String) -> String {
    var token = ""
    for scalar in key.unicodeScalars {
      switch scalar {
      case "~": token += "~0"
      case "/": token += "~1"
      default: token.unicodeScalars.append(scalar)
      }
    }
    return token
  }
}
