#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

import SystemLibrary

/// A document with its slashes escaped, or nil if it has none. They are only in strings, so that each can be escaped
/// wherever it is.
func escapingSlashes(_ text: UnsafeBufferPointer<UInt8>) -> Data? {
  guard let start = text.baseAddress, let first = nextSlash(from: start, to: start + text.count) else { return nil }
  let end = start + text.count
  var escaped = [UInt8]()
  escaped.reserveCapacity(text.count + text.count / 16)
  var copied = start
  var next: UnsafePointer<UInt8>? = first
  while let slash = next {
    escaped.append(contentsOf: UnsafeBufferPointer(start: copied, count: slash - copied))
    escaped.append(UInt8(ascii: "\\"))
    copied = slash
    next = nextSlash(from: slash + 1, to: end)
  }
  escaped.append(contentsOf: UnsafeBufferPointer(start: copied, count: end - copied))
  return Data(escaped)
}

private func nextSlash(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
  guard let found = memchr(start, Int32(UInt8(ascii: "/")), end - start) else { return nil }
  return UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
}
