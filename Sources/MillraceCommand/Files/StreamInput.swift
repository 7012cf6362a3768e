import Millrace
import MillraceCompression

/// Data whose elements are gone through one after another, as often as is wanted.
struct StreamInput {
  /// What it is called in messages.
  let name: String
  let format: Format
  /// The size of a regular file in bytes; nil for anything else.
  let size: Int?
  let source: InputSource
  /// The file's path, of a database without the table.
  let path: String
  /// The table of a database that is named.
  let table: String?
  private let isCompressed: Bool

  /// Whether the elements are rows under columns that are known before the first of them.
  var isTable: Bool { !Format.ofJSON.contains(format) }

  /// - Parameters:
  ///   - path: a file's path, or `-` for standard input.
  ///   - format: nil for what its name says or, if that says nothing, its first bytes.
  ///   - isCompressed: whether it is, when its name does not say so.
  init(_ path: String, format: Format?, isCompressed: Bool) throws(CommandError) {
    let location = DatabaseLocation(path)
    let descriptor = path == "-" ? Descriptor.standardInput : try Descriptor.open(location.path)
    self.path = location.path
    table = location.table
    name = path == "-" ? descriptor.path : path
    size = descriptor.size
    source = InputSource(descriptor)
    var isCompressed = isCompressed || Format.isCompressed(path: path)
    var format = format ?? Format(path: location.path)
    if format == nil {
      do {
        let start = try source.firstBytes(isCompressed: isCompressed)
        isCompressed = start.isCompressed
        format = Format(startingWith: start.bytes, isAll: start.isAll)
      } catch let error as CommandError {
        throw error
      } catch {
        throw .data("millrace: \(name): \(error)")
      }
    }
    guard let format else {
      throw .usage(
        "neither the name nor the first bytes of \(name) tell its format",
        hint: "--from says it; formats are \(Format.list(Format.allCases))")
    }
    if format == .sqlite, path == "-" {
      throw .usage("a database cannot be read from standard input", hint: "it must be a file")
    }
    self.format = format
    self.isCompressed = isCompressed
  }

  init(_ path: String, _ options: InputOptions) throws(CommandError) {
    try self.init(path, format: options.format, isCompressed: options.isCompressed)
  }

  /// The elements, from the first one on.
  ///
  /// - Parameter isLast: whether they will not be wanted again.
  func elements<Element: Readable>(
    of type: Element.Type = Anything.self, at pointer: JSON.Pointer = "",
    reading: JSON.ReadingOptions = JSON.ReadingOptions(), onBadLine: BadElementPolicy,
    isLast: Bool = true
  ) throws -> JSON.Elements<Element> {
    let source = try bytes(isLast: isLast)
    let options = JSON.StreamOptions(
      framing: format == .json ? .document : .lines, onBadElement: format == .json ? .stop : onBadLine, reading: reading
    )
    return try JSON.stream(from: source, at: pointer, options: options)
  }

  /// The bytes, from the first one on and decompressed.
  ///
  /// - Parameter isLast: whether they will not be wanted again.
  func bytes(isLast: Bool) throws -> any ByteSource {
    if isLast { try source.rewindAndForget() } else { try source.rewind() }
    return isCompressed ? GzipSource(source) : source
  }

  /// An error in the form that editors and terminals make a link of, with the line that it is in.
  func message<Element>(_ error: FormatError, in elements: borrowing JSON.Elements<Element>) -> String {
    var message = describe(error)
    guard let offset = error.place.offset else { return message }
    elements.source.withBytesInMemory { bytes, first in
      if first <= offset { message += "\n" + bytes.withUnsafeBufferPointer { excerpt(of: $0, at: offset - first) } }
    }
    return message
  }

  func describe(_ error: FormatError) -> String {
    switch error.problem {
    case .custom(let error as CommandError): return error.description
    // What is wrong with the bytes as such has no place in what they stand for.
    case .custom(let error as GzipError): return "millrace: \(name): \(error)"
    default: break
    }
    let place = error.place
    var message = name
    if let line = place.line { message += ":\(line)" + (place.column.map { ":\($0)" } ?? "") }
    message += ": \(error.problem)"
    if let path = place.path, !path.isEmpty { message += ", at \(path)" }
    return message
  }
}

/// Any value, looked at and forgotten.
struct Anything: Readable {
  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Anything {
    try reader.skipValue()
    return Anything()
  }
}
