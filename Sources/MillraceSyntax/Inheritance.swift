import SwiftSyntax

/// What a class inherits, which the compiler tells a macro by the conformances that are missing.
public struct Inheritance: Sendable {
  /// Whether the superclass has one of the macros that read and write.
  public var isSerializable = false
  public var isReadable = false
  public var isWritable = false
  public var isDecodable = false
  public var isEncodable = false

  public init() {}

  /// - Parameter missing: those conformances of the macro's that the class does not have already.
  init(of type: ParsedType, missing: [TypeSyntax]) {
    guard case .class = type.kind, !type.inheritedTypes.isEmpty else { return }
    let missing = Set(missing.compactMap { $0.trimmedDescription.split(separator: ".").last.map(String.init) })
    func inherits(_ name: String) -> Bool { !missing.contains(name) }
    isSerializable = inherits("__SerializableClass")
    isReadable = inherits("Readable")
    isWritable = inherits("Writable")
    isDecodable = inherits("Decodable") && !type.states("Codable") && !type.states("Decodable")
    isEncodable = inherits("Encodable") && !type.states("Codable") && !type.states("Encodable")
  }
}
