import MillraceCommandLine

/// A file of other files or of spreadsheets, or in a compression, which no verb reads, as its first bytes and its name tell.
enum Container {
  /// A workbook of Excel since 2007, which is a ZIP archive.
  case workbook
  /// A spreadsheet of LibreOffice, which is a ZIP archive.
  case openDocument
  /// A file in the format of Office before 2007, such as a workbook.
  case oldOffice
  case zipArchive
  /// A compressed file.
  ///
  /// - Parameter program: The program that writes it, which reads it with `-dc`.
  case compressed(program: String)

  /// The container that some data is, or nil for anything else.
  ///
  /// - Parameters:
  ///   - start: its first bytes, as many as ``canBeRecognized(_:)`` requires.
  ///   - path: the name of the file, which tells workbooks without the usual parts.
  init?(startingWith start: [UInt8], path: String) {
    let ending = Format.ending(of: path) ?? ""
    if let compression = Self.compressions.first(where: { start.starts(with: $0.mark) }) {
      self = .compressed(program: compression.program)
      return
    }
    if start.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
      self = ["xls", "xlsx", "xlsm", "xlsb"].contains(ending) ? .workbook : .oldOffice
    } else if !start.starts(with: Self.entryMark) {
      return nil
    } else if ["xlsx", "xlsm", "xlsb"].contains(ending) || Self.hasEntry(start, in: "xl/") {
      self = .workbook
    } else if start.dropFirst(Self.entryNameOffset).starts(
      with: "mimetypeapplication/vnd.oasis.opendocument.spreadsheet".utf8)
    {
      self = .openDocument
    } else {
      self = .zipArchive
    }
  }

  /// Whether the first bytes of some data are enough: of a ZIP archive, some of its entries.
  static func canBeRecognized(_ start: [UInt8]) -> Bool { !start.starts(with: entryMark) || start.count >= 1 << 16 }

  /// The error that says what to do with an input.
  ///
  /// - Parameter name: The name of the input in messages.
  func rejection(of name: String) -> CommandError {
    let advice = "save it as CSV first, such as with soffice --headless --convert-to csv FILE, or in2csv FILE"
    return switch self {
    case .workbook: .usage("\(name) is an Excel workbook, which millrace does not read", hint: advice)
    case .openDocument: .usage("\(name) is an OpenDocument spreadsheet, which millrace does not read", hint: advice)
    case .oldOffice:
      .usage("\(name) is an old Office document, such as an Excel workbook, which millrace does not read", hint: advice)
    case .zipArchive:
      .usage(
        "\(name) is a ZIP archive, which millrace does not read",
        hint: "read a file of the archive from a pipe, such as unzip -p ARCHIVE NAME | millrace convert - OUTPUT")
    case .compressed(let program):
      .usage(
        "\(name) is compressed with \(program), which millrace does not read",
        hint: "read it from a pipe, such as \(program) -dc FILE | millrace convert - OUTPUT; gzip and zstd need none")
    }
  }

  /// What a file in a ZIP archive begins with (APPNOTE 4.3.7).
  private static let entryMark: [UInt8] = [0x50, 0x4B, 0x03, 0x04]
  /// What files in other compressions begin with.
  private static let compressions: [(mark: [UInt8], program: String)] =
    [([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "xz"), ([0x04, 0x22, 0x4D, 0x18], "lz4")]
    // The size of a block, from 1 to 9, and the mark of the first one.
    + (1...9).map { (Array("BZh\($0)".utf8) + [0x31, 0x41, 0x59, 0x26, 0x53, 0x59], "bzip2") }
  /// The number of bytes before the name of a file in a ZIP archive.
  private static let entryNameOffset = 30

  /// Whether one of the first files in a ZIP archive is in a folder.
  private static func hasEntry(_ start: [UInt8], in folder: String) -> Bool {
    start.indices.contains { index in
      start[index] == entryMark[0] && start[index...].starts(with: entryMark)
        && start[index...].dropFirst(entryNameOffset).starts(with: folder.utf8)
    }
  }
}
