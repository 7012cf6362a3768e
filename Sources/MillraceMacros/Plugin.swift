import MillraceSyntax
import SwiftSyntaxMacros

public struct SerializableMacro: SerializableExpansion {}
public struct ReadableMacro: SerializableExpansion {}
public struct WritableMacro: SerializableExpansion {}
public struct FieldMacro: FieldExpansion {}
public struct CaseMacro: CaseExpansion {}

#if SWIFT_SYNTAX_PACKAGE
  import SwiftCompilerPlugin

  @main
  struct MillracePlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
      SerializableMacro.self, ReadableMacro.self, WritableMacro.self, FieldMacro.self, CaseMacro.self,
    ]
  }
#else
  @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling

  // The toolchain carries no SwiftCompilerPlugin module, only what it is made of.
  @main
  struct MillracePlugin: PluginProvider {
    struct UnknownMacro: Error { var name: String }

    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
      switch typeName {
      case "SerializableMacro": SerializableMacro.self
      case "ReadableMacro": ReadableMacro.self
      case "WritableMacro": WritableMacro.self
      case "FieldMacro": FieldMacro.self
      case "CaseMacro": CaseMacro.self
      default: throw UnknownMacro(name: "\(moduleName).\(typeName)")
      }
    }

    static func main() throws {
      let connection = try StandardIOMessageConnection()
      try CompilerPluginMessageListener(connection: connection, provider: MillracePlugin()).main()
    }
  }
#endif
