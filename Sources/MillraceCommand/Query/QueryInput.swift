import Millrace
import MillraceCommandLine
import SystemLibrary

/// An input of a query, which can be opened any number of times.
struct QueryInput {
  /// The name in messages.
  let name: String
  /// The file that is read: the input, or the temporary file that it was copied to.
  let path: String
  /// The name of the table that the operand gives.
  let givenName: String?
  private let format: Format?
  private let temporaryFile: TemporaryFile?

  /// - Parameter operand: `FILE` or `NAME=FILE`.
  /// - Throws: if the input is not a file and cannot be copied.
  init(_ operand: String, _ options: InputOptions) throws(CommandError) {
    var original = operand
    var givenName: String?
    if let sign = operand.firstIndex(of: "="), !Descriptor.isThere(operand), Self.isName(operand[..<sign]) {
      givenName = String(operand[..<sign])
      original = String(operand[operand.index(after: sign)...])
    }
    self.givenName = givenName
    let file = DatabaseLocation(original).path
    if original == "-" || Descriptor.isThere(file) && !Descriptor.isRegularFile(file) {
      let descriptor = original == "-" ? Descriptor.standardInput : try Descriptor.open(file)
      temporaryFile = try TemporaryFile(copying: descriptor)
      name = descriptor.path
      path = temporaryFile?.path ?? original
      // As for every input, the first bytes of JSON determine the number of documents.
      format = options.format ?? Format(path: original).flatMap { $0 == .json ? nil : $0 }
    } else {
      temporaryFile = nil
      name = original
      path = original
      format = options.format
    }
  }

  /// The input from its beginning, independent of others.
  func open(_ options: InputOptions, as known: Format? = nil) throws(CommandError) -> StreamInput {
    try StreamInput(path, options, format: known ?? format, name: name)
  }

  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.first, first.isLetter || first == "_" else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// The table's name: the file name without its extensions, with `_` for characters that SQL does not allow in names.
  var tableName: String {
    if let givenName { return givenName }
    if name == Descriptor.standardInput.path { return "stdin" }
    let characters = (DatabaseLocation(name).table ?? Format.stem(of: name)).map {
      $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_"
    }
    let text = String(characters)
    // Names that begin with a digit, and SQLite's own, are not names in SQL.
    let isPlain = text.first.map { !$0.isNumber } ?? false
    return isPlain && !text.lowercased().hasPrefix("sqlite_") ? text : "_" + text
  }
}

/// A temporary file with the contents of a descriptor, which exists as long as this object.
///
/// Pipes can be read only once, but queries read their tables any number of times.
final class TemporaryFile {
  let path: String
  private let unregister: () -> Void

  /// The open file, while it is written.
  private var descriptor: Descriptor?

  convenience init(copying source: Descriptor) throws(CommandError) {
    try self.init()
    guard let target = descriptor else { return }
    defer { close() }
    var bytes: [UInt8] = []
    while true {
      bytes.removeAll(keepingCapacity: true)
      try bytes.append(addingCapacity: 1 << 16) { output throws(CommandError) in try source.read(into: &output) }
      if bytes.isEmpty { return }
      try bytes.withSpan { span throws(CommandError) in try target.write(span) }
    }
  }

  /// An empty file, which is open.
  init() throws(CommandError) {
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var created: (descriptor: Int32, path: String)?
    unregister = Interruption.removeCreated {
      created = makeTemporaryFile(folder + "/millrace")
      return created?.path
    }
    guard let created else { throw .file("write", path: folder, reason: reasonOfFailure()) }
    path = created.path
    descriptor = Descriptor(number: created.descriptor, path: path)
  }

  private func close() {
    descriptor?.closeFile()
    descriptor = nil
  }

  /// Appends bytes to the file, while it is open.
  func append(_ bytes: [UInt8]) throws(CommandError) {
    guard let descriptor else { return }
    try bytes.withSpan { bytes throws(CommandError) in try descriptor.write(bytes) }
  }

  /// The bytes of a part of the file, while it is open.
  func read(_ part: Range<Int>) throws(CommandError) -> [UInt8] {
    guard let descriptor else { return [] }
    var bytes: [UInt8] = []
    while bytes.count < part.count {
      let (count, offset) = (bytes.count, part.lowerBound + bytes.count)
      var succeeded = false
      bytes.append(addingCapacity: part.count - count) { output in
        succeeded = readFile(descriptor.number, at: offset, into: &output)
      }
      guard succeeded, bytes.count > count else { throw .file("read", path: path, reason: reasonOfFailure()) }
    }
    return bytes
  }

  deinit {
    close()
    unsafe unlink(path)
    unregister()
  }
}
