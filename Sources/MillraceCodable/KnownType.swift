/// A type of which values are decoded and encoded without the type's own code, unless a strategy says otherwise.
enum KnownType {
  case string, int, double, bool
  case strings, ints, doubles, doubleArrays

  /// - Returns: Nil for any other type.
  init?(_ type: Any.Type) {
    switch ObjectIdentifier(type) {
    case ObjectIdentifier(String.self): self = .string
    case ObjectIdentifier(Int.self): self = .int
    case ObjectIdentifier(Double.self): self = .double
    case ObjectIdentifier(Bool.self): self = .bool
    case ObjectIdentifier([String].self): self = .strings
    case ObjectIdentifier([Int].self): self = .ints
    case ObjectIdentifier([Double].self): self = .doubles
    case ObjectIdentifier([[Double]].self): self = .doubleArrays
    default: return nil
    }
  }
}
