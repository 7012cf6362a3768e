#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

import SystemLibrary

/// A document with its slashes escaped, or nil if it has none. Slashes occur only in strings, so each one can be escaped
/// wherever it is.
func escapingSlashes(_ text: UnsafeBufferPointer<UInt8>) -> Data? {
  guard let start = text.baseAddress, let first = unsafe nextSlash(from: start, to: start + text.count) else {
    return nil
  }
  let end = unsafe start + text.count
  var escaped = [UInt8]()
  escaped.reserveCapacity(text.count + text.count / 16)
  var copied = unsafe start
  var next: UnsafePointer<UInt8>? = unsafe first
  while let slash = unsafe next {
    unsafe escaped.append(contentsOf: UnsafeBufferPointer(start: copied, count: slash - copied))
    escaped.append(UInt8(ascii: "\\"))
    unsafe copied = unsafe slash
    unsafe next = unsafe nextSlash(from: slash + 1, to: end)
  }
  unsafe escaped.append(contentsOf: UnsafeBufferPointer(start: copied, count: end - copied))
  return Data(escaped)
}

private func nextSlash(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
  guard let found = unsafe memchr(start, Int32(UInt8(ascii: "/")), end - start) else { return nil }
  return unsafe UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
}
