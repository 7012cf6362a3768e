/// The parts of a linked binary or an object file that the audit uses, independent of the format.
struct Image {
  /// The format and the architecture, such as `ELF x86-64`.
  var kind: String
  /// Whether it is an object file, whose references are relocations.
  var isObject: Bool
  var memory: Memory
  /// The table of symbols, which is incomplete in stripped binaries.
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

/// A symbol: a name with its address.
struct Symbol {
  var name: ByteView
  /// The address; nil if the symbol is defined in another image or has no address.
  var address: UInt64?
  /// The size in bytes; nil if the format does not contain it.
  var size: UInt64?
  var isDefined: Bool
}

/// The value that the linker or the loader writes at a place.
struct Reference {
  enum Target {
    case address(UInt64)
    case symbol(ByteView)
  }

  var target: Target
  /// Whether the value is the distance to a slot with the target's address, and not to the target.
  var isThroughSlot = false

  /// A reference to a symbol with an offset.
  init(_ symbol: Symbol, _ addend: UInt64, isThroughSlot: Bool = false) {
    target = symbol.address.map { .address($0 &+ addend) } ?? .symbol(symbol.name)
    self.isThroughSlot = isThroughSlot
  }

  init(_ address: UInt64) { target = .address(address) }
}
