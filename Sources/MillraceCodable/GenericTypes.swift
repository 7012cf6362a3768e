import Millrace

// The arguments of generic types.
//
// Foundation determines whether a type is a dictionary with string keys by a cast to a protocol of its own. For every
// new type such a cast makes the runtime search all conformances in the process. The type's metadata contains the same
// information, and its layout is part of Swift's ABI ("TypeMetadata.rst" in the compiler's documentation): a
// structure's second word is its description, which all dictionaries share, and the generic arguments follow. The
// layout is compared with that of known dictionaries before it is used. If it differs, types are cast: on arm64e, the
// pointer to the description is signed with the address at which it is stored, so it differs in each type.

/// A generic type of the standard library, and the type of its elements.
enum KnownGeneric: Equatable {
  case array(of: ObjectIdentifier)
  /// A dictionary with string keys.
  case dictionary(of: ObjectIdentifier)

  /// - Returns: Nil for any other type.
  init?(_ type: Any.Type) { self.init(type, knowsLayout: layoutOfGenericTypesIsKnown) }

  /// - Parameter knowsLayout: Whether the type's metadata can be read. Otherwise the type is cast.
  init?(_ type: Any.Type, knowsLayout: Bool) {
    guard knowsLayout else {
      guard let type = type as? any KnownGenericType.Type else { return nil }
      self = type.known
      return
    }
    guard kind(of: type) == kind(of: [Int].self) else { return nil }
    switch word(1, of: type) {
    case word(1, of: [Int].self): self = .array(of: argument(0, of: type))
    case word(1, of: [String: Int].self) where argument(0, of: type) == ObjectIdentifier(String.self):
      self = .dictionary(of: argument(1, of: type))
    default: return nil
    }
  }

  var element: ObjectIdentifier {
    switch self {
    case .array(let element), .dictionary(let element): element
    }
  }
}

private protocol KnownGenericType {
  static var known: KnownGeneric { get }
}

extension Array: KnownGenericType {
  fileprivate static var known: KnownGeneric { .array(of: ObjectIdentifier(Element.self)) }
}

extension Dictionary: KnownGenericType where Key == String {
  fileprivate static var known: KnownGeneric { .dictionary(of: ObjectIdentifier(Value.self)) }
}

/// Returns the kind of a type, which is the first word of all metadata.
private func kind(of type: Any.Type) -> UInt { word(0, of: type) }

private func argument(_ index: Int, of type: Any.Type) -> ObjectIdentifier {
  unsafe unsafeBitCast(word(2 + index, of: type), to: ObjectIdentifier.self)
}

/// - Safety: the first word of all metadata can be read, the following words only for structures.
private func word(_ index: Int, of type: Any.Type) -> UInt {
  unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self)[index]
}

private let layoutOfGenericTypesIsKnown: Bool =
  MemoryLayout<UInt>.size == MemoryLayout<ObjectIdentifier>.size
  && kind(of: [String: Int].self) == kind(of: Int.self) && kind(of: [Int].self) == kind(of: Int.self)
  && word(1, of: [String: Int].self) == word(1, of: [Int: String].self)
  && word(1, of: [Int].self) == word(1, of: [String].self)
  && word(1, of: [String: Int].self) != word(1, of: [Int].self)
  && argument(0, of: [String].self) == ObjectIdentifier(String.self)
  && argument(0, of: [String: Int].self) == ObjectIdentifier(String.self)
  && argument(1, of: [String: Int].self) == ObjectIdentifier(Int.self)
