/// One linked binary or one object file, as far as the audit asks for it, whatever format it is in.
struct Image {
  /// The format and the architecture, such as `ELF x86-64`.
  var kind: String
  /// Whether it is to be linked: then its references are relocations.
  var isObject: Bool
  var memory: Memory
  /// The table of symbols, or what stripping has left of it.
  var symbols: [Symbol]
  /// Whether the image has local symbols, which identify types.
  var hasLocalSymbols: Bool
  /// The values at addresses that the linker or the loader writes.
  var references: [UInt64: Reference]
  /// The symbols to which instructions of an object file refer, once for each reference.
  var codeReferences: [ByteView]

  /// The list of protocol conformance records, in pieces: object files have one for each record.
  var conformanceSections: [Memory.Section] {
    memory.sections.filter { $0.name == "swift5_protocol_conformances" || $0.name == "__swift5_proto" }
  }
}

/// A name and what it stands for.
struct Symbol {
  var name: ByteView
  /// Nil if it is defined in another image or stands for no place.
  var address: UInt64?
  /// Its size in bytes; nil where the format does not say it.
  var size: UInt64?
  var isDefined: Bool
}

/// What the linker or the loader puts in a place.
struct Reference {
  enum Target {
    case address(UInt64)
    /// Something in another image.
    case symbol(ByteView)
  }

  var target: Target
  /// Whether the place gets the distance to a slot with the target's address, and not to the target.
  var isThroughSlot = false

  /// A reference to a symbol and so many bytes further.
  init(_ symbol: Symbol, _ addend: UInt64, isThroughSlot: Bool = false) {
    target = symbol.address.map { .address($0 &+ addend) } ?? .symbol(symbol.name)
    self.isThroughSlot = isThroughSlot
  }

  init(_ address: UInt64) { target = .address(address) }
}
