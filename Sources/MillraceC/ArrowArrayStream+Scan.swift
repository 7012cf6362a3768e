import CMillrace
import MillraceTables
import SystemLibrary

/// A scan as a consumer of Arrow's C stream interface sees it.
final class ExportedScan {
  let scan: Scan.Stream
  private(set) var message: UnsafeMutablePointer<CChar>?

  init(_ scan: Scan.Stream) { self.scan = scan }

  deinit { free(message) }

  /// Runs a closure and keeps the message of the error that it throws.
  func attempt(_ body: () throws -> Void) -> Int32 {
    do {
      try body()
      return 0
    } catch {
      free(message)
      message = strdup("\(error)")
      return status(of: error)
    }
  }
}

extension ArrowArrayStream {
  /// A stream of the batches of a scan, which its user releases.
  init(_ scan: Scan.Stream) {
    self.init()
    private_data = Unmanaged.passRetained(ExportedScan(scan)).toOpaque()
    get_schema = { stream, schema in
      guard let schema, let scan = stream?.pointee.scan else { return EINVAL }
      schema.pointee = ArrowSchema()
      return scan.attempt { schema.pointee = try ArrowSchema(rows: scan.scan.schema) }
    }
    get_next = { stream, array in
      guard let array, let scan = stream?.pointee.scan else { return EINVAL }
      array.pointee = ArrowArray()
      return scan.attempt { if let batch = try scan.scan.next() { array.pointee = ArrowArray(batch) } }
    }
    get_last_error = { stream in stream?.pointee.scan?.message.map { UnsafePointer($0) } }
    release = releaseScan
  }

  /// The scan, or nil if this is released or another stream.
  var scan: ExportedScan? {
    guard isScan, let private_data else { return nil }
    return Unmanaged<ExportedScan>.fromOpaque(private_data).takeUnretainedValue()
  }

  private var isScan: Bool {
    guard let release else { return false }
    return unsafeBitCast(release, to: UInt.self) == unsafeBitCast(releaseScan, to: UInt.self)
  }
}

private let releaseScan: @convention(c) (UnsafeMutablePointer<ArrowArrayStream>?) -> Void = { stream in
  guard let stream, stream.pointee.release != nil, let scan = stream.pointee.private_data else { return }
  Unmanaged<ExportedScan>.fromOpaque(scan).release()
  stream.pointee = ArrowArrayStream()
}
