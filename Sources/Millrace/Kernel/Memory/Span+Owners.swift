// The bytes of a string and the elements of an array, as a span for the duration of a closure.
//
// `Array.span` and `String.utf8.span` are not used anywhere in the library, for two reasons:
//
// - They need macOS 26 and iOS 26, unlike `Span` itself.
// - The bytes of a short string are in the `String` value, so a span of its UTF-8 view points to a copy of that value.
//   Swift 6.3.1 knows that only in the module that contains the code: the dependency (`address_for_deps`) is not
//   serialized with `@inlinable` functions. In the module that calls them, the copy's memory is used for something else
//   before the span is read, and other bytes are written without an error. `Tests/Release` has a program of ten lines.
//
// A closure ends before the owner of the bytes does.

extension Array {
  /// Calls a closure with the elements of this array.
  ///
  /// - Parameter body: A closure that receives the elements. The span is valid until it returns.
  @inlinable @inline(__always)
  package func withSpan<Result, Failure: Error>(
    _ body: (Span<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: the memory of the array is valid until the closure returns.
    try unsafe withUnsafeBufferPointer { elements throws(Failure) in try unsafe body(elements.span) }
  }
}

extension String {
  /// Calls a closure with the UTF-8 bytes of this string, which is not retained.
  ///
  /// - Parameter body: A closure that receives the bytes. The span is valid until it returns.
  @inlinable @inline(__always)
  package func withUTF8Span<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The standard library's functions have no typed errors.
    func outcome(of bytes: UnsafeBufferPointer<UInt8>) -> Swift.Result<Result, Failure> {
      // SAFETY: the memory is valid until the closure of the standard library returns.
      do throws(Failure) { return .success(try unsafe body(bytes.span)) } catch { return .failure(error) }
    }
    if let outcome = unsafe utf8.withContiguousStorageIfAvailable(outcome) { return try outcome.get() }
    // A string of Objective-C without UTF-8 of its own.
    var copy = self
    return try copy.withUTF8(outcome).get()
  }
}
