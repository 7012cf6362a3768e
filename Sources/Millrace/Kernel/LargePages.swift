#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Asks the system for large pages, where it gives them to those who ask.
///
/// Memory that has not been touched yet costs a fault for each 4 KB: for a buffer of many megabytes as much time as all
/// that is written to it. Linux in its usual setting (`madvise`) then maps 2 MB at a time.
///
/// - Parameter count: the buffer's bytes. Below 8 MB nothing is asked for.
package func preferLargePages(from start: UnsafeMutableRawPointer, count: Int) {
  #if os(Linux)
    let pageSize: UInt = 2 << 20
    guard count >= 4 * Int(pageSize) else { return }
    let first = (UInt(bitPattern: start) + pageSize - 1) & ~(pageSize - 1)
    let end = (UInt(bitPattern: start) + UInt(count)) & ~(pageSize - 1)
    // A rejection changes nothing.
    _ = madvise(UnsafeMutableRawPointer(bitPattern: first), Int(end - first), MADV_HUGEPAGE)
  #endif
}
