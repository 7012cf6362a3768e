#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How many conformances the runtime has searched for so far, found or not. Nil where it does not tell.
///
/// The runtime keeps what it has found in a table, and a symbol for debuggers says where the table is: after the pointer
/// are the capacity and the number of entries.
public func conformanceCacheEntries() -> Int? {
  guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "_swift_debug_protocolConformanceStatePointer"),
    let state = symbol.load(as: UnsafeRawPointer?.self)
  else { return nil }
  return Int(state.load(fromByteOffset: 4, as: UInt32.self))
}
