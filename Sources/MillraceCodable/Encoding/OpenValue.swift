import Millrace

/// A value that has been begun and not ended: what is between it and its neighbors in the stack is its members.
///
/// It belongs to an encoder or to a nested container, and any number of containers can share it.
struct OpenValue {
  enum Content: UInt8 {
    /// Nothing yet. When it stays so, the value is an empty object.
    case nothing
    /// Written, and nothing can be added.
    case complete
    case object
    case array
  }

  /// No two values of one call have the same.
  var id = 0
  var content = Content.nothing
  /// Whether it is a nested container: one that its parent's encoder is responsible for.
  var isNested = false
  /// Whether its key is kept with it, since its end is not awaited.
  var ownsKey = false
  /// Whether a dictionary is being encoded whose keys are data.
  var isStringDictionary = false
  /// Whether paths leave out its key.
  var hidesKey = false
  /// Whether so many keys have been given that they are in a set.
  var hasManyKeys = false
  /// Where it begins in the output.
  var start = 0
  /// The elements of an array.
  var count = 0
  /// Where the tags of its keys begin.
  var firstTag = 0
  /// A bit for each tag. Where it is not set, there is no such tag.
  var filter: UInt64 = 0
  /// The key of the member that is being encoded, lent by the caller that waits for it.
  var key: UnsafeRawPointer?
  var keyOwner: Unmanaged<EncodingFrame>?
}
