/// A place where an enumeration of keys is used.
struct KeyUse: Sendable {
  enum Remedy: Sendable {
    case edits([Edit])
    /// Why nothing can be done without a person.
    case unsure(String)
  }

  /// The index of the enumeration.
  var keys: Int
  var file: Int
  /// Where it is, as an offset into the file.
  var offset: Int
  var remedy: Remedy
}

/// What is known of a value that has to do with keys.
enum KeyedValue: Sendable, Equatable {
  /// A container with keys of an enumeration; nil if its keys are none of ours.
  case container(Int?)
  /// A key.
  case key(Int)
  /// Keys, in an array or a set.
  case keys(Int)

  /// The enumeration.
  var enumeration: Int? {
    switch self {
    case .container(let index): index
    case .key(let index), .keys(let index): index
    }
  }
}
