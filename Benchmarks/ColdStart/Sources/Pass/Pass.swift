/// One document decoded into many types, or values of as many types encoded.
///
/// The types come in modules. Each decodes its own ones by calls of a function of the subclass, and encodes its own
/// values by those of another, as an app does that has a layer for requests.
open class Pass {
  /// The sum of one number of each value that was decoded.
  public final var checksum = 0
  /// How many bytes were encoded.
  public final var bytes = 0
  /// Whether everything that passes is printed, as JSON on lines. What was decoded is encoded for it.
  public final var isPrinting = false

  public init() {}

  /// Prints JSON on a line.
  public final func print(_ document: some Sequence<UInt8>) {
    Swift.print(String(decoding: Array(document), as: UTF8.self))
  }
}

/// A module of types.
public struct ModelModule<P: Pass> {
  let decode: (P) throws -> Void
  let makeValues: () -> (P) throws -> Void

  /// - Parameters:
  ///   - decode: decodes into each type of the module once.
  ///   - makeValues: makes a value of each type, and returns what encodes them.
  public init(decode: @escaping (P) throws -> Void, makeValues: @escaping () -> (P) throws -> Void) {
    self.decode = decode
    self.makeValues = makeValues
  }
}
