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
  /// Nothing is known of it. A name for such a value hides an outer one.
  case unknown

  /// The enumeration if it is a container.
  var container: Int? { if case .container(let index) = self { index } else { nil } }

  /// The enumeration.
  var enumeration: Int? {
    switch self {
    case .container(let index): index
    case .key(let index), .keys(let index): index
    case .unknown: nil
    }
  }
}
