/// A place where an enumeration of keys is used.
struct KeyUse: Sendable {
  enum Remedy: Sendable {
    case edits([Edit])
    /// Why this use must be migrated by hand.
    case unsure(String)
  }

  /// The index of the enumeration in the list of all enumerations.
  var keys: Int
  var file: Int
  /// The offset in the file.
  var offset: Int
  var remedy: Remedy
}

/// What is known about a value that is a container or a key.
enum KeyedValue: Sendable, Equatable {
  /// A container with keys of an enumeration; nil if its key type is not in the list.
  case container(Int?)
  case key(Int)
  /// Keys, in an array or a set.
  case keys(Int)
  /// Nothing is known about the value. Its name shadows an outer one.
  case unknown

  /// The enumeration of a container's keys.
  var container: Int? { if case .container(let index) = self { index } else { nil } }

  /// The enumeration of the container, the key or the keys.
  var enumeration: Int? {
    switch self {
    case .container(let index): index
    case .key(let index), .keys(let index): index
    case .unknown: nil
    }
  }
}
