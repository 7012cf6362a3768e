import SwiftSyntax

/// All files together, and what the names in them mean.
///
/// Names are found as the language does it: from the innermost type outwards, and for each type among its superclasses'
/// members, too. Files of one module are preferred to others with the same names.
struct Program: Sendable {
  let files: [SourceFile]
  private(set) var types: [TypeDeclaration] = []
  private(set) var extensions: [TypeExtension] = []
  private(set) var keys: [KeyEnumeration] = []
  private var typesByPath: [[String]: [Int]] = [:]
  private var aliasesByPath: [[String]: [Alias]] = [:]
  private var keysByType: [TypeID: Int] = [:]
  /// The names of types that are declared more than once, or extended where several modules declare them.
  private(set) var ambiguous: Set<TypeID> = []
  private var keysByOwner: [TypeID: [Int]] = [:]
  private var extensionsByType: [TypeID: [Int]] = [:]
  /// The halves of `Codable` that stand in extensions of protocols.
  private(set) var partsOfProtocolExtensions: [TypeID: CodableParts] = [:]
  /// Classes by their superclasses.
  private(set) var subclassed: Set<TypeID> = []

  /// What a name stands for.
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
    for (index, extended) in extensions.enumerated() {
      switch meaning(of: extended.path, from: scope(ofFile: extended.file)) {
      case .type(let type)?: extensionsByType[type.id, default: []].append(index)
      case .alias(let alias)? where alias.isProtocol:
        let parts = CodableParts(byHandIn: extended.node.memberBlock)
        partsOfProtocolExtensions[alias.id, default: []].formUnion(parts)
      case nil:
        // Which of them it extends depends on what the file imports.
        for index in typesByPath[extended.path, default: []] where !types[index].id.isPrivate {
          ambiguous.insert(types[index].id)
        }
      default: break
      }
    }
    // Alternatives under #if without keys and extensions are treated alike.
    let alternatives = ambiguous.filter { id in
      let indices = typesByPath[id.path, default: []].filter { types[$0].id == id }
      return keysByOwner[id] == nil && extensionsByType[id] == nil && indices.allSatisfy { types[$0].isConditional }
    }
    ambiguous.subtract(alternatives)
    for type in types where type.isClass {
      if let superclass = superclass(of: type) { subclassed.insert(superclass.id) }
    }
  }

  /// The scope of a file outside of all types.
  func scope(ofFile index: Int) -> TypeID { TypeID(module: files[index].module, path: [], file: index) }

  /// Whether a type, or one around it, cannot be told from another one of the same name.
  func isAmbiguous(_ id: TypeID) -> Bool {
    !ambiguous.isEmpty && sequence(first: id) { $0.path.count > 1 ? $0.outer : nil }.contains(where: ambiguous.contains)
  }

  /// Takes down keys, also those that the compiler makes.
  mutating func add(_ enumeration: KeyEnumeration) {
    var enumeration = enumeration
    enumeration.index = keys.count
    if keysByType[enumeration.id] == nil { keysByType[enumeration.id] = keys.count }
    keysByOwner[enumeration.id.outer, default: []].append(keys.count)
    keys.append(enumeration)
  }

  /// Notes that enumerations of keys stay that other modules may use.
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

  /// What is another name for a type and declared under this one.
  func alias(_ id: TypeID) -> Alias? { aliasesByPath[id.path]?.first { $0.id == id && !$0.isProtocol } }

  func extensions(of type: TypeID) -> [TypeExtension] { extensionsByType[type, default: []].map { extensions[$0] } }

  /// The library's type of keys, as it can be called where a type of the files has that name, too.
  var fieldKey: String { typesByPath[["FieldKey"]] == nil ? "FieldKey" : "Millrace.FieldKey" }

  /// A macro of the library, as it can be called where a type of the files has its name, too.
  func macro(_ name: String, from scope: TypeID) -> String {
    meaning(of: [name], from: scope) == nil ? "@\(name)" : "@Millrace.\(name)"
  }

  /// The class that another one of the files inherits from, if it is in them.
  func superclass(of type: TypeDeclaration) -> TypeDeclaration? {
    guard type.isClass, let first = type.group.inherited.first,
      let path = pathComponents(first), case .type(let found) = meaning(of: path, from: type.id.outer), found.isClass
    else { return nil }
    return found
  }

  /// What a name means that is used within a type.
  func meaning(of path: [String], from scope: TypeID) -> Meaning? {
    guard let first = path.first else { return nil }
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
        case .alias, .keys: return nil
        }
      }
      outer = type.path.isEmpty ? nil : type.outer
    }
    return nil
  }

  private func member(_ path: [String], of type: TypeID) -> Meaning? {
    if path.isEmpty { return declared(type) }
    return declared(path.reduce(type) { $0.nested($1) })
  }

  /// What is declared under exactly this name, or as a member of a superclass.
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

  /// That of this file if it is private, that of this module, or the only one of another.
  private func nearest<Element>(_ candidates: [Element]?, to scope: TypeID, _ id: (Element) -> TypeID) -> Element? {
    guard let candidates else { return nil }
    let visible = candidates.filter { !id($0).isPrivate || id($0).file == scope.file }
    if let found = visible.first(where: { id($0).isPrivate }) { return found }
    if let found = visible.first(where: { id($0).module == scope.module }) { return found }
    // A member of another module's type is none of a type of this module with the same name.
    let isOwn = typesByPath[Array(scope.path.prefix(1))]?.contains {
      types[$0].id.module == scope.module && types[$0].id.path.count < scope.path.count
    }
    return visible.count == 1 && isOwn != true ? visible[0] : nil
  }

  /// Whether a type names a protocol where it is declared.
  func states(_ type: TypeDeclaration, _ name: String) -> Bool {
    type.group.inherited.contains { $0.tokens(viewMode: .sourceAccurate).contains { $0.text == name } }
  }
}

extension TypeID {
  /// What it is declared in.
  var outer: TypeID {
    var outer = self
    outer.path.removeLast()
    if outer.path.isEmpty { outer.isPrivate = false }
    return outer
  }
}
