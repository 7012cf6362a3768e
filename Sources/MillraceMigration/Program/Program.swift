import SwiftSyntax

/// All files of a program, and the resolution of names across them.
///
/// Names are resolved by the rules of the language: from the innermost type outwards, and for each type also in its superclasses'
/// members. Declarations of the same module are preferred to those of others.
struct Program: Sendable {
  let files: [SourceFile]
  private(set) var types: [TypeDeclaration] = []
  private(set) var extensions: [TypeExtension] = []
  private(set) var keys: [KeyEnumeration] = []
  private var typesByPath: [[String]: [Int]] = [:]
  private var aliasesByPath: [[String]: [Alias]] = [:]
  private var keysByType: [TypeID: Int] = [:]
  /// The names of types that are declared more than once, or extended although several modules declare them.
  private(set) var ambiguous: Set<TypeID> = []
  private var keysByOwner: [TypeID: [Int]] = [:]
  private var extensionsByType: [TypeID: [Int]] = [:]
  /// The halves of `Codable` in extensions of protocols.
  private(set) var partsOfProtocolExtensions: [TypeID: CodableParts] = [:]
  /// The classes that have subclasses in the files.
  private(set) var subclassed: Set<TypeID> = []
  /// The protocols of which an extension with conditions implements one half of `Codable`.
  private(set) var conditionalImplementations: Set<TypeID> = []
  /// The names of protocols of other modules of which an extension implements one half of `Codable`.
  private(set) var implementedProtocols: Set<String> = []
  /// The enumerations that are named like keys of the compiler's code and are more than a list of names, by their types.
  private(set) var unlistedKeys: [TypeID: [EnumDeclSyntax]] = [:]
  /// The names of other modules' types and protocols that the user vouches for.
  var known: Set<String> = []

  enum Meaning {
    case type(TypeDeclaration)
    case keys(KeyEnumeration)
    case alias(Alias)
  }

  init(_ files: [SourceFile], _ declarations: [FileDeclarations]) {
    self.files = files
    var declared: Set<TypeID> = []
    for declarations in declarations {
      for type in declarations.types {
        if !declared.insert(type.id).inserted { ambiguous.insert(type.id) }
        typesByPath[type.id.path, default: []].append(types.count)
        types.append(type)
      }
      for alias in declarations.aliases { aliasesByPath[alias.id.path, default: []].append(alias) }
      extensions += declarations.extensions
    }
    for type in types where states(type, "CodingKey") { if let keys = KeyEnumeration(type) { add(keys) } }
    for type in types where type.id.path.count > 1 && type.id.name.hasSuffix("CodingKeys") && keysByType[type.id] == nil
    {
      if let node = type.node.as(EnumDeclSyntax.self) { unlistedKeys[type.id.outer, default: []].append(node) }
    }
    for (index, extended) in extensions.enumerated() {
      switch meaning(ofExtended: extended.path, from: scope(ofFile: extended.file)) {
      case .type(let type)?: extensionsByType[type.id, default: []].append(index)
      case .alias(let alias)? where alias.isProtocol:
        let parts = CodableParts(byHandIn: extended.node.memberBlock)
        if extended.node.genericWhereClause == nil {
          partsOfProtocolExtensions[alias.id, default: []].formUnion(parts)
        } else if !parts.isEmpty {
          conditionalImplementations.insert(alias.id)
        }
      case nil:
        if let name = extended.path.last, !CodableParts(byHandIn: extended.node.memberBlock).isEmpty {
          implementedProtocols.insert(name)
        }
        // Which type it extends depends on the imports of the file.
        for index in typesByPath[extended.path, default: []] where !types[index].id.isPrivate {
          ambiguous.insert(types[index].id)
        }
      default: break
      }
    }
    // Alternatives within `#if` are treated as one type if they have no keys and no extensions.
    let alternatives = ambiguous.filter { id in
      let indices = typesByPath[id.path, default: []].filter { types[$0].id == id }
      return keysByOwner[id] == nil && extensionsByType[id] == nil && indices.allSatisfy { types[$0].isConditional }
    }
    ambiguous.subtract(alternatives)
    for type in types where type.isClass {
      if let superclass = superclass(of: type) { subclassed.insert(superclass.id) }
    }
  }

  /// The scope of a file, outside all types.
  func scope(ofFile index: Int) -> TypeID { TypeID(module: files[index].module, path: [], file: index) }

  /// Whether a type, or an enclosing one, cannot be distinguished from another type with the same name.
  func isAmbiguous(_ id: TypeID) -> Bool {
    !ambiguous.isEmpty && sequence(first: id) { $0.path.count > 1 ? $0.outer : nil }.contains(where: ambiguous.contains)
  }

  /// Collects enumerations of keys, including those that the compiler synthesizes.
  mutating func add(_ enumeration: KeyEnumeration) {
    var enumeration = enumeration
    enumeration.index = keys.count
    if keysByType[enumeration.id] == nil { keysByType[enumeration.id] = keys.count }
    keysByOwner[enumeration.id.outer, default: []].append(keys.count)
    keys.append(enumeration)
  }

  /// Adds notes that public enumerations of keys are kept because other modules may use them.
  mutating func keepPublicKeys() {
    for index in keys.indices where keys[index].node?.isVisibleToOtherModules == true {
      keys[index].reasonToStay = "\(keys[index].id.name) are public: remove them with --remove-public-keys"
    }
  }

  func keys(_ id: TypeID) -> KeyEnumeration? { keysByType[id].map { keys[$0] } }

  func type(_ id: TypeID) -> TypeDeclaration? {
    typesByPath[id.path]?.first { types[$0].id == id }.map { types[$0] }
  }

  /// The enumerations of keys that are members of a type.
  func keys(in type: TypeID) -> [KeyEnumeration] { keysByOwner[type, default: []].map { keys[$0] } }

  /// Returns the type alias that is declared with this name.
  func alias(_ id: TypeID) -> Alias? { aliasesByPath[id.path]?.first { $0.id == id && !$0.isProtocol } }

  /// The protocols that the files declare.
  var protocols: [Alias] { aliasesByPath.values.flatMap { $0 }.filter(\.isProtocol) }

  func extensions(of type: TypeID) -> [TypeExtension] { extensionsByType[type, default: []].map { extensions[$0] } }

  /// The name of `FieldKey`, qualified if a type of the files has the same name.
  var fieldKey: String { typesByPath[["FieldKey"]] == nil ? "FieldKey" : "Millrace.FieldKey" }

  /// The name of a macro of the library, qualified if a type of the files has the same name.
  func macro(_ name: String, from scope: TypeID) -> String {
    meaning(of: [name], from: scope) == nil ? "@\(name)" : "@Millrace.\(name)"
  }

  /// The superclass of a class, if the files declare it.
  func superclass(of type: TypeDeclaration) -> TypeDeclaration? {
    guard type.isClass, let first = type.group.inherited.first,
      let path = pathComponents(first), case .type(let found) = meaning(of: path, from: type.id.outer), found.isClass
    else { return nil }
    return found
  }

  /// The superclasses of a class that the files declare, the nearest first.
  func superclasses(of type: TypeDeclaration) -> [TypeDeclaration] {
    var found: [TypeDeclaration] = []
    // A class that inherits from itself does not compile, and must not keep the tool busy.
    while let next = superclass(of: found.last ?? type), next.id != type.id,
      !found.contains(where: { $0.id == next.id })
    {
      found.append(next)
    }
    return found
  }

  /// Resolves a name that is used within a type.
  func meaning(of path: [String], from scope: TypeID) -> Meaning? { meaning(of: path, from: scope, aliases: 0) }

  /// - Parameter aliases: The number of type aliases that led to the name. A cycle does not compile, and must end here.
  private func meaning(of path: [String], from scope: TypeID, aliases: Int) -> Meaning? {
    guard let first = path.first, aliases < 20 else { return nil }
    if first == "Self" {
      var type = scope
      while type.path.last?.hasPrefix("{") == true { type.path.removeLast() }
      return member(Array(path.dropFirst()), of: type)
    }
    var outer: TypeID? = scope
    while let type = outer {
      if let found = declared(type.nested(first)) {
        guard path.count > 1 else { return found }
        switch found {
        case .type(let inner): return member(Array(path.dropFirst()), of: inner.id)
        case .alias(let alias):
          guard !alias.isProtocol, alias.types.count == 1, let target = pathComponents(alias.types[0]) else {
            return nil
          }
          return meaning(of: target + path.dropFirst(), from: alias.id.outer, aliases: aliases + 1)
        case .keys: return nil
        }
      }
      // A type that is declared in an extension of a type of another module.
      if path.count > 1, let found = declared(path.reduce(type) { $0.nested($1) }) { return found }
      outer = type.path.isEmpty ? nil : type.outer
    }
    return nil
  }

  /// Resolves the name of an extended type, also if it is a type alias.
  private func meaning(ofExtended path: [String], from scope: TypeID) -> Meaning? {
    var found = meaning(of: path, from: scope)
    for _ in 0..<20 {
      guard case .alias(let alias)? = found, !alias.isProtocol, alias.types.count == 1,
        let target = pathComponents(alias.types[0]),
        let next = meaning(of: target, from: alias.id.outer)
      else { break }
      found = next
    }
    return found
  }

  private func member(_ path: [String], of type: TypeID) -> Meaning? {
    if path.isEmpty { return declared(type) }
    return declared(path.reduce(type) { $0.nested($1) })
  }

  /// Returns the declaration with exactly this name, or the member of a superclass.
  private func declared(_ id: TypeID) -> Meaning? {
    var hidden = id
    hidden.isPrivate = true
    if let index = keysByType[hidden] ?? keysByType[id] { return .keys(keys[index]) }
    if let index = nearest(typesByPath[id.path], to: id, { types[$0].id }) {
      let type = types[index]
      return keysByType[type.id].map { .keys(keys[$0]) } ?? .type(type)
    }
    if let alias = nearest(aliasesByPath[id.path], to: id, \.id) { return .alias(alias) }
    if id.path.count > 1, case .type(let type)? = declared(id.outer), type.isClass, let base = superclass(of: type) {
      return declared(base.id.nested(id.name))
    }
    return nil
  }

  /// Returns a private declaration of this file, else that of this module, else the only one of other modules.
  private func nearest<Element>(_ candidates: [Element]?, to scope: TypeID, _ id: (Element) -> TypeID) -> Element? {
    guard let candidates else { return nil }
    let visible = candidates.filter { !id($0).isPrivate || id($0).file == scope.file }
    if let found = visible.first(where: { id($0).isPrivate }) { return found }
    if let found = visible.first(where: { id($0).module == scope.module }) { return found }
    // A type of this module does not have the members of another module's type with the same name.
    let isOwn = typesByPath[Array(scope.path.prefix(1))]?.contains {
      types[$0].id.module == scope.module && types[$0].id.path.count < scope.path.count
    }
    return visible.count == 1 && isOwn != true ? visible[0] : nil
  }

  /// Whether the declaration of a type lists a protocol.
  func states(_ type: TypeDeclaration, _ name: String) -> Bool {
    type.group.inherited.contains { $0.tokens(viewMode: .sourceAccurate).contains { $0.text == name } }
  }
}

extension TypeID {
  /// The enclosing scope.
  var outer: TypeID {
    var outer = self
    outer.path.removeLast()
    if outer.path.isEmpty { outer.isPrivate = false }
    return outer
  }
}
