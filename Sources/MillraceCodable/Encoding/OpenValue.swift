import Millrace

/// A value that has been begun and not ended. Its members are between its start and that of the next value on the
/// stack.
///
/// It belongs to an encoder or to a nested container, and any number of containers can share it.
///
/// SAFETY: the key belongs to a caller that waits until the value ends, or to the frame, which the session retains.
@safe
struct OpenValue {
  enum Content: UInt8 {
    /// Nothing yet. If this does not change, the value is an empty object.
    case nothing
    /// Complete: nothing can be added.
    case complete
    case object
    case array
  }

  /// The number of the value, which is unique in a call.
  var id = 0
  var content = Content.nothing
  /// Whether the value is a nested container, for which its parent's encoder is responsible.
  var isNested = false
  /// Whether its key is stored with it, because no caller waits for its end.
  var ownsKey = false
  /// Whether the value is a dictionary whose keys are data.
  var isStringDictionary = false
  /// Whether paths omit its key.
  var hidesKey = false
  /// Whether it has so many keys that they are in a set.
  var hasManyKeys = false
  /// The position in the output at which the value begins.
  var start = 0
  /// The number of elements of an array.
  var count = 0
  /// The index of its first tag.
  var firstTag = 0
  /// A Bloom filter with a bit for each tag. If the bit is not set, there is no such tag.
  var filter: UInt64 = 0
  /// The key of the member that is being encoded, owned by the caller that waits for it.
  var key: UnsafeRawPointer?
  var keyOwner: Unmanaged<EncodingFrame>?
}
