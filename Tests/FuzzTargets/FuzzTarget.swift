/// A function that any bytes can be passed to, and that checks properties of what the library makes of them.
///
/// `scripts/fuzz` runs it with generated inputs (libFuzzer and Address Sanitizer), and `CorpusTests` with those in
/// `Tests/FuzzTargets/Corpora`.
package struct FuzzTarget: Sendable {
  package var name: String
  /// The number of bytes at the beginning that choose options. The input proper follows.
  package var headerSize: Int
  /// Whether inputs are changed as JSON, by ``JSONMutation``, in half of the cases.
  package var mutatesJSON: Bool
  private var body: @Sendable (Input) throws -> Void

  package init(
    _ name: String, headerSize: Int = 0, mutatesJSON: Bool = false, body: @escaping @Sendable (Input) throws -> Void
  ) {
    self.name = name
    self.headerSize = headerSize
    self.mutatesJSON = mutatesJSON
    self.body = body
  }

  /// Checks the properties of the target for one input.
  ///
  /// - Throws: ``Finding`` if a property does not hold.
  package func run(_ bytes: UnsafeRawBufferPointer) throws {
    guard bytes.count >= headerSize else { return }
    try body(Input(header: Array(bytes[..<headerSize]), bytes: Array(bytes[headerSize...])))
  }

  package struct Input: Sendable {
    /// Exactly ``FuzzTarget/headerSize`` bytes.
    package var header: [UInt8]
    package var bytes: [UInt8]
  }

  /// All targets that need nothing but this package.
  package static let all: [FuzzTarget] = {
    #if canImport(Foundation)
      jsonTargets + codableTargets + tableTargets + programTargets
    #else  // as scripts/arm64/test-arm64 compiles it
      jsonTargets + tableTargets
    #endif
  }()
}

/// A property that does not hold.
package struct Finding: Error, CustomStringConvertible {
  package var description: String

  package init(_ description: String) { self.description = description }
}

/// Checks a property.
package func expect(_ holds: Bool, _ about: @autoclosure () -> String) throws {
  if !holds { throw Finding(about()) }
}

/// Bytes as text for a message.
package func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes.prefix(2000), as: UTF8.self) }
