import SwiftSyntax

/// The inheritance of a type, which the compiler shows to a macro by the missing conformances.
public struct Inheritance: Sendable {
  /// Whether the superclass has one of the macros that read and write.
  public var isSerializable = false
  public var isReadable = false
  public var isWritable = false
  public var isDecodable = false
  public var isEncodable = false
  /// Whether the type conforms to `RawRepresentable`, also by a protocol, an extension, or a raw type that is an alias. Only the role
  /// of a macro that adds members can determine it.
  public var isRawRepresentable = false

  public init() {}

  /// - Parameters:
  ///   - missing: The conformances of the macro that the class does not have yet.
  ///   - addsMembers: whether this is for the role that adds members.
  init(of type: ParsedType, missing: [TypeSyntax], addsMembers: Bool) {
    let missing = Set(missing.compactMap { $0.trimmedDescription.split(separator: ".").last.map(String.init) })
    func inherits(_ name: String) -> Bool { !missing.contains(name) }
    isRawRepresentable = addsMembers && inherits("RawRepresentable")
    guard case .class = type.kind, !type.inheritedTypes.isEmpty else { return }
    isSerializable = inherits("__SerializableClass")
    isReadable = inherits("Readable")
    isWritable = inherits("Writable")
    isDecodable = inherits("Decodable") && !type.states("Codable") && !type.states("Decodable")
    isEncodable = inherits("Encodable") && !type.states("Codable") && !type.states("Encodable")
  }
}
