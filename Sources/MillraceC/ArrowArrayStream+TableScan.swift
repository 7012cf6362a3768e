import CMillrace
import MillraceTables
import SystemLibrary

/// A scan as a consumer of Arrow's C stream interface sees it.
///
/// SAFETY: the message belongs to this object, which frees it.
@safe
final class ExportedScan {
  let scan: any BatchSource
  private(set) var message: UnsafeMutablePointer<CChar>?

  init(_ scan: any BatchSource) { self.scan = scan }

  deinit { unsafe free(message) }

  /// Runs a closure and keeps the message of the error that it throws.
  func attempt(_ body: () throws -> Void) -> Int32 {
    do {
      try body()
      return 0
    } catch {
      unsafe free(message)
      unsafe message = unsafe strdup("\(error)")
      return status(of: error)
    }
  }
}

extension ArrowArrayStream {
  /// A stream of the batches of a scan, which its user releases.
  init(_ scan: any BatchSource) {
    unsafe self.init()
    unsafe private_data = unsafe Unmanaged.passRetained(ExportedScan(scan)).toOpaque()
    unsafe get_schema = { stream, schema in
      guard let schema = unsafe schema, let scan = unsafe stream?.pointee.scan else { return EINVAL }
      unsafe schema.pointee = unsafe ArrowSchema()
      return scan.attempt { unsafe schema.pointee = try unsafe ArrowSchema(rows: scan.scan.schema) }
    }
    unsafe get_next = { stream, array in
      guard let array = unsafe array, let scan = unsafe stream?.pointee.scan else { return EINVAL }
      unsafe array.pointee = unsafe ArrowArray()
      return scan.attempt { if let batch = try scan.scan.next() { unsafe array.pointee = unsafe ArrowArray(batch) } }
    }
    unsafe get_last_error = { stream in unsafe stream?.pointee.scan?.message.map { unsafe UnsafePointer($0) } }
    unsafe release = unsafe releaseScan
  }

  /// The scan, or nil if this is released or another stream.
  var scan: ExportedScan? {
    guard unsafe isScan, let private_data = unsafe private_data else { return nil }
    return unsafe Unmanaged<ExportedScan>.fromOpaque(private_data).takeUnretainedValue()
  }

  private var isScan: Bool {
    guard let release = unsafe release else { return false }
    return unsafe unsafeBitCast(release, to: UInt.self) == unsafeBitCast(releaseScan, to: UInt.self)
  }
}

private let releaseScan: @convention(c) (UnsafeMutablePointer<ArrowArrayStream>?) -> Void = { stream in
  guard let stream = unsafe stream, unsafe stream.pointee.release != nil, let scan = unsafe stream.pointee.private_data
  else { return }
  unsafe Unmanaged<ExportedScan>.fromOpaque(scan).release()
  unsafe stream.pointee = unsafe ArrowArrayStream()
}
