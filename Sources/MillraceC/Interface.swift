import CMillrace
import Millrace
import MillraceCompression
import MillraceTables
import SystemLibrary

// The functions of `millrace.h`. Nothing that Swift throws leaves them, and each pointer is checked.

/// Runs a function of the interface.
///
/// - Parameter error: receives the message, if there is an error.
private func attempt(_ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ body: () throws -> Void) -> Int32 {
  unsafe error?.pointee = nil
  do {
    try body()
    return 0
  } catch let problem {
    unsafe error?.pointee = unsafe strdup("\(problem)")
    return status(of: problem)
  }
}

/// The errno value for an error.
func status(of error: any Error) -> Int32 {
  switch error {
  case let error as SystemError: error.code
  case let error as StreamError: error.status
  case let failure as TableScan.Failure:
    if case .custom(let inner) = failure.error.problem { status(of: inner) } else { EINVAL }
  default: EINVAL
  }
}

/// An argument that a caller must not leave out.
private func required<Pointee>(_ pointer: UnsafeMutablePointer<Pointee>?, _ name: String) throws
  -> UnsafeMutablePointer<Pointee>
{
  guard let pointer = unsafe pointer else { throw TableScan.OptionError("the argument '\(name)' is null") }
  return unsafe pointer
}

private func text(_ start: UnsafePointer<CChar>?, _ size: Int, _ name: String) throws -> UnsafeBufferPointer<UInt8> {
  guard let start = unsafe start, size >= 0 else { throw TableScan.OptionError("the argument '\(name)' is null") }
  return unsafe UnsafeBufferPointer(start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: size)
}

private func decoded<Options: Readable>(_ type: Options.Type, _ start: UnsafePointer<CChar>?, _ size: Int) throws
  -> Options
{
  do { return try unsafe JSON.decode(type, from: Array(try text(start, size, "options"))) } catch let error
    as FormatError
  {
    throw TableScan.OptionError("invalid options: \(error)")
  }
}

private func input(_ bytes: UnsafeRawPointer?, _ count: Int) throws -> [UInt8]? {
  guard count >= 0 else { throw TableScan.OptionError("the size of 'bytes' is out of range") }
  return unsafe bytes.map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: count)) }
}

@_cdecl("millrace_scan")
public func scan(
  _ options: UnsafePointer<CChar>?, _ optionsSize: Int, _ bytes: UnsafeRawPointer?, _ byteCount: Int,
  _ schema: UnsafePointer<ArrowSchema>?, _ stream: UnsafeMutablePointer<ArrowArrayStream>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  unsafe attempt(error) {
    let stream = try unsafe required(stream, "stream")
    unsafe stream.pointee = unsafe ArrowArrayStream()
    let request = try unsafe decoded(ScanRequest.self, options, optionsSize)
    unsafe stream.pointee = unsafe ArrowArrayStream(
      try request.open(try input(bytes, byteCount), try schema?.pointee.fields()))
  }
}

@_cdecl("millrace_infer_schema")
public func inferSchema(
  _ options: UnsafePointer<CChar>?, _ optionsSize: Int, _ bytes: UnsafeRawPointer?, _ byteCount: Int,
  _ schema: UnsafeMutablePointer<ArrowSchema>?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  unsafe attempt(error) {
    let schema = try unsafe required(schema, "schema")
    unsafe schema.pointee = unsafe ArrowSchema()
    let request = try unsafe decoded(ScanRequest.self, options, optionsSize)
    unsafe schema.pointee = try unsafe ArrowSchema(rows: try request.open(try input(bytes, byteCount), nil).schema)
  }
}

@_cdecl("millrace_parse_schema")
public func parseSchema(
  _ start: UnsafePointer<CChar>?, _ size: Int, _ schema: UnsafeMutablePointer<ArrowSchema>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  unsafe attempt(error) {
    let schema = try unsafe required(schema, "schema")
    unsafe schema.pointee = unsafe ArrowSchema()
    let text = unsafe String(decoding: try text(start, size, "text"), as: UTF8.self)
    unsafe schema.pointee = try unsafe ArrowSchema(rows: try SchemaText.fields(text))
  }
}

@_cdecl("millrace_write")
public func write(
  _ options: UnsafePointer<CChar>?, _ optionsSize: Int, _ stream: UnsafeMutablePointer<ArrowArrayStream>?,
  _ rows: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  unsafe attempt(error) {
    let stream = try unsafe required(stream, "stream")
    defer { unsafe stream.pointee.release?(stream) }
    let request = try unsafe decoded(WriteRequest.self, options, optionsSize)
    let count = try unsafe request.write(try StreamRows(stream))
    unsafe rows?.pointee = Int64(count)
  }
}

@_cdecl("millrace_count_quotes")
public func countQuotes(
  _ path: UnsafePointer<CChar>?, _ begin: Int64, _ end: Int64, _ count: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  unsafe attempt(error) {
    let count = try unsafe required(count, "count")
    guard let path = unsafe path, begin >= 0, end >= begin else {
      throw TableScan.OptionError("the path is null or the range is invalid")
    }
    unsafe count.pointee = unsafe Int64(
      try TableScan.quoteCount(path: String(cString: path), in: Int(begin)..<Int(end)))
  }
}

@_cdecl("millrace_bad_rows")
public func badRows(_ stream: UnsafePointer<ArrowArrayStream>?) -> Int64 {
  unsafe stream?.pointee.scan.map { Int64($0.scan.badRowCount) } ?? -1
}

@_cdecl("millrace_free")
public func freeMessage(_ error: UnsafeMutablePointer<CChar>?) { unsafe free(error) }

@_cdecl("millrace_version")
public func version() -> UnsafePointer<CChar> {
  unsafe UnsafeRawPointer(versionText.utf8Start).assumingMemoryBound(to: CChar.self)
}

private let versionText: StaticString = "0.1.0"
