#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Requests large pages from systems that provide them on request.
///
/// Untouched memory causes a page fault for each 4 KB. For a buffer of many megabytes this takes as long as writing to
/// it. Linux in its default configuration (`madvise`) then maps 2 MB at a time.
///
/// - Parameter count: The size of the buffer, in bytes. Below 8 MB this function does nothing.
package func preferLargePages(from start: UnsafeMutableRawPointer, count: Int) {
  #if os(Linux)
    let pageSize: UInt = 2 << 20
    guard count >= 4 * Int(pageSize) else { return }
    let first = (UInt(bitPattern: start) + pageSize - 1) & ~(pageSize - 1)
    let end = (UInt(bitPattern: start) + UInt(count)) & ~(pageSize - 1)
    // If the system rejects the request, nothing changes.
    _ = unsafe madvise(UnsafeMutableRawPointer(bitPattern: first), Int(end - first), MADV_HUGEPAGE)
  #endif
}
