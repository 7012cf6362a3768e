import SystemLibrary

/// The head of an object of the standard library that has a single reference: its metadata and the counts of its references.
///
/// With it, objects of the same class are made without looking for the class, also in code for any type. Objects are allocated by
/// `malloc` on all platforms.
///
/// SAFETY: metadata is never released, and not changed here.
@safe
struct ObjectHead: @unchecked Sendable {
  private let words: (UnsafeRawPointer, Int)

  /// - Parameter object: An object with one reference.
  init(of object: UnsafeRawPointer) { unsafe words = unsafe object.load(as: (UnsafeRawPointer, Int).self) }

  /// Allocates an object with this head. The caller initializes what follows it.
  ///
  /// - Parameter byteCount: The size of the object with its head, in bytes.
  @inline(__always)
  func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
    guard let object = unsafe malloc(byteCount) else { preconditionFailure("no memory left") }
    unsafe object.storeBytes(of: words.0, as: UnsafeRawPointer.self)
    unsafe object.storeBytes(of: words.1, toByteOffset: 8, as: Int.self)
    return unsafe object
  }
}
