// What a generic type was made of.
//
// Foundation finds out whether a type is a dictionary with strings for keys by asking whether it conforms to a protocol of
// its own. Every such question about another type makes the runtime look through all conformances in the process. The
// same is written in the type's metadata, whose layout is part of Swift's ABI ("TypeMetadata.rst" in the compiler's
// documentation): a structure's second word is its description, which all dictionaries have in common, and the arguments
// follow. The layout is compared with that of known dictionaries before it is relied on.

/// Whether a type is a dictionary with strings for keys.
func isStringDictionary(_ type: Any.Type) -> Bool {
  guard layoutOfGenericTypesIsKnown, kind(of: type) == kind(of: [String: Int].self) else { return false }
  return word(1, of: type) == word(1, of: [String: Int].self) && word(2, of: type) == word(2, of: [String: Int].self)
}

private func kind(of type: Any.Type) -> UInt { word(0, of: type) }

/// - Safety: the first word of all metadata can be read, the others of that of structures.
private func word(_ index: Int, of type: Any.Type) -> UInt {
  unsafeBitCast(type, to: UnsafePointer<UInt>.self)[index]
}

private let layoutOfGenericTypesIsKnown: Bool =
  kind(of: [String: Int].self) == kind(of: Int.self)
  && word(1, of: [String: Int].self) == word(1, of: [Int: String].self)
  && word(1, of: [String: Int].self) != word(1, of: [Int].self)
  && word(2, of: [String: Int].self) == UInt(bitPattern: ObjectIdentifier(String.self))
  && word(2, of: [Int: String].self) == UInt(bitPattern: ObjectIdentifier(Int.self))
  && word(3, of: [String: Int].self) == UInt(bitPattern: ObjectIdentifier(Int.self))
