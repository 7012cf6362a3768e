import MillraceSyntax
import SwiftParser
import SwiftSyntax

/// Why two types with the same name are left unchanged.
let ambiguityReason = "declared more than once: give the modules' folders with --module"

/// Why a file is not migrated if one of its attributes would become a macro of this library.
func foreignReason(_ attribute: String) -> String {
  "'\(attribute)' in this file is another library's, which 'import Millrace' would hide"
}

/// Decides how each type and each enumeration of keys is migrated, and creates the edits.
struct Planner: Sendable {
  private let program: Program
  private let types: [CodableType]
  private let uses: [KeyUse]
  private let options: MigrationOptions
  /// The macro's error messages, by type.
  private var rejected: [TypeID: String] = [:]
  /// The types whose keys a migration would change, with the differences.
  private var changing: [TypeID: String] = [:]
  private var plans: [TypePlan] = []
  /// The types that every format can read and write, now or after the migration.
  private(set) var serializable: Set<TypeID> = []
  /// The enumerations that are not removed along with the synthesized code of a type, with their declarations.
  private let keysByHand: [(keys: KeyEnumeration, node: EnumDeclSyntax)]
  /// Why enumerations are kept, by their indices.
  private var staying: [Int: Stay] = [:]

  /// Why an enumeration of keys is not replaced.
  private enum Stay {
    /// Its type is left unchanged.
    case withType
    /// The enumeration is left unchanged, for this reason.
    case left(String)
    case doubt(String)
  }

  private var losingConformances: Set<TypeID> = []
  /// The types that get the macro, by their files.
  private var changedTypes: [Int: Set<TypeID>] = [:]

  init(_ files: [SourceFile], _ options: MigrationOptions) {
    var program = Program(files, inParallel(Array(files.indices)) { FileDeclarations(of: files[$0], at: $0) })
    program.known = options.known
    if !options.removesPublicKeys { program.keepPublicKeys() }
    var types = inParallel(program.types) { [program] in CodableType($0, in: program) }.compactMap { $0 }
    for index in types.indices where types[index].keys == nil && !types[index].byHand.isEmpty {
      // The compiler synthesizes keys for the other half, and the hand-written half may use them.
      let type = types[index]
      program.add(KeyEnumeration(of: type.declaration, names: type.namesOfKeys))
      types[index].keys = program.keys(type.id.nested("CodingKeys"))
    }
    uses = inParallel(Array(files.indices)) { [program] index in
      let finder = KeyUseFinder(program, file: index)
      finder.walk(program.files[index].tree)
      return finder.uses
    }.flatMap { $0 }
    let owned = Set(types.flatMap { $0.ownKeys.map(\.index) })
    keysByHand = program.keys.compactMap { keys in
      // The keys of ambiguous types are left unchanged with their types.
      let isOwned = owned.contains(keys.index) || keys.id.path.count > 1 && program.isAmbiguous(keys.id.outer)
      return isOwned ? nil : keys.node.map { (keys, $0) }
    }
    self.program = program
    self.types = types
    self.options = options
    plan()
  }

  // MARK: Deciding

  private mutating func plan() {
    var doubts: [Int: String] = [:]
    for keys in program.keys where !program.isAmbiguous(keys.id) { doubts[keys.index] = keys.obstacle }
    for use in uses {
      guard case .unsure(let what) = use.remedy, doubts[use.keys] == nil else { continue }
      let file = program.files[use.file]
      doubts[use.keys] = "\(program.keys[use.keys].id.name) is \(what) at \(file.name):\(file.line(use.offset))"
    }
    plans = types.map { TypePlan($0, in: program, doubts: doubts) }
    for index in plans.indices {
      let type = plans[index].type.declaration
      if let reason = reasonToKeep(type.id, in: type.file, at: type.node) { plans[index].treatment = .left(reason) }
      if let reason = rejected[plans[index].type.id] { plans[index].treatment = .placeholder(reason) }
      if let reason = changing[plans[index].type.id] { plans[index].treatment = .left(reason) }
    }
    var serializability = Serializability(program, plans, known: options.known)
    serializability.settle(&plans)
    serializable = serializability.serializable
    staying = doubts.mapValues { .doubt($0) }
    for keys in program.keys { if let reason = keys.reasonToStay { staying[keys.index] = .left(reason) } }
    for (keys, node) in keysByHand {
      if let reason = reasonToKeep(keys.id, in: keys.file, at: node) ?? program.useBySynthesizedCode(of: keys) {
        staying[keys.index] = .left(reason)
      }
    }
    for keys in program.keys where program.isAmbiguous(keys.id) { staying[keys.index] = .left(ambiguityReason) }
    for use in uses {
      guard let attribute = program.files[use.file].foreignAttribute else { continue }
      staying[use.keys] = .left(foreignReason(attribute))
    }
    for use in uses where !changing.isEmpty {
      let owner = program.keys[use.keys].id.outer
      if let reason = changing[owner] { staying[use.keys] = .left(reason) }
    }
    for plan in plans where !plan.changesType {
      for keys in plan.type.ownKeys { staying[keys.index] = .withType }
    }
    changedTypes = Dictionary(grouping: plans.filter(\.changesType), by: \.type.declaration.file)
      .mapValues { Set($0.map(\.type.id)) }
    losingConformances = options.removesConformances ? typesLosingConformances(program, plans) : []
  }

  /// Returns why a declaration is left unchanged, if a comment or the baseline demands it.
  private func reasonToKeep(_ id: TypeID, in file: Int, at node: some SyntaxProtocol) -> String? {
    if program.files[file].isKept(node) { return "kept by a comment" }
    return options.baseline.contains("\(program.files[file].path): \(id.description)") ? "in the baseline" : nil
  }

  /// Excludes the types that the macro rejects.
  ///
  /// - Returns: Whether there are any.
  mutating func reject(_ rejections: [TypeID: String]) -> Bool {
    guard !rejections.isEmpty else { return false }
    rejected.merge(rejections) { first, _ in first }
    plan()
    return true
  }

  /// Excludes the types whose keys would change.
  ///
  /// - Returns: Whether there are any that have not been excluded before.
  mutating func leave(_ changes: [TypeID: String]) -> Bool {
    let new = changes.filter { changing[$0.key] == nil }
    guard !new.isEmpty else { return false }
    for (id, difference) in new { changing[id] = "the self-check found that \(difference)" }
    plan()
    return true
  }

  /// The protocols that have no part in `Codable`.
  var harmlessProtocols: [TypeID] { program.harmlessProtocols }

  // MARK: Editing

  /// Returns all files after the edits.
  func apply() -> [[UInt8]] {
    var changes = [FileChanges](repeating: FileChanges(), count: program.files.count)
    for plan in plans {
      plan.makeChanges(in: program, losesConformance: losingConformances.contains(plan.type.id), to: &changes)
    }
    for use in uses where staying[use.keys] == nil {
      guard case .edits(let added) = use.remedy else { continue }
      changes[use.file].edits += added
      if added.contains(where: { $0.text.contains("FieldKey") }) { changes[use.file].modules.insert("Millrace") }
    }
    for (keys, node) in keysByHand {
      switch staying[keys.index] {
      case nil:
        changes[keys.file].removed.append(Syntax(node))
        let owner = keys.id.path.count > 1 ? program.type(keys.id.outer) : nil
        if let owner { moveComments(of: keys, to: owner, in: program, &changes) }
      case .doubt(let reason)?:
        let isWaiting = node.attributes.contains { $0.description.contains("<#") }
        if !isWaiting { changes[keys.file].edits.append(.insert("@<#\(reason)#> ", at: node.start)) }
      case .withType?, .left?: break
      }
    }
    return inParallel(Array(changes.indices)) { [program, changes] in
      changes[$0].text(ofFile: $0, in: program)
    }
  }

  // MARK: Checking

  func files(with texts: [[UInt8]]) -> [SourceFile] {
    inParallel(Array(texts.indices)) { index in
      let file = program.files[index]
      if texts[index] == file.text { return file }
      return SourceFile(
        SourceText(path: file.path, text: String(decoding: texts[index], as: UTF8.self), module: file.module))
    }
  }

  /// Returns how the keys of types differ in changed files.
  func changedKeys(in files: [SourceFile]) -> [TypeID: String] {
    let declarations = inParallel(Array(files.indices)) { FileDeclarations(of: files[$0], at: $0) }
    var changed = Program(files, declarations)
    changed.known = options.known
    return MillraceMigration.changedKeys(from: program, to: changed)
  }

  /// Returns the macro's errors for changed files.
  func rejections(in files: [SourceFile]) -> [TypeID: String] {
    inParallel(Array(files.indices)) { rejections(in: files[$0], at: $0) }
      .reduce(into: [:]) { $0.merge($1) { first, _ in first } }
  }

  private func rejections(in changed: SourceFile, at file: Int) -> [TypeID: String] {
    if changed.text == program.files[file].text { return [:] }
    let expected = changedTypes[file, default: []]
    if expected.isEmpty { return [:] }
    if let error = changed.firstError {
      return Dictionary(expected.map { ($0, "not understood: \(error)") }) { first, _ in first }
    }
    var rejections: [TypeID: String] = [:]
    let inheritances = Dictionary(plans.map { ($0.type.id, $0.inheritance) }) { first, _ in first }
    for type in FileDeclarations(of: changed, at: file).types where expected.contains(type.id) {
      let group = type.group
      guard let attribute = group.attributes.first(where: isSerializableAttribute)?.as(AttributeSyntax.self) else {
        continue
      }
      let surroundings = sequence(first: Syntax(type.node)) { $0.parent }.dropFirst()
        .filter { $0.isProtocol((any DeclGroupSyntax).self) }
      let parsed = parseType(group, attribute: attribute)
      let inheritance = inheritances[type.id] ?? Inheritance()
      if let diagnostic = check(parsed, in: surroundings, inheriting: inheritance).diagnostics.first {
        rejections[type.id] = diagnostic.message
      }
    }
    return rejections
  }

  // MARK: Reporting

  var entries: [Migration.Entry] {
    var entries = plans.map { plan in
      let (outcome, reason) = plan.treatment.outcome
      return entry(plan.type.declaration.file, plan.type.parsed.keyword, plan.type.id, outcome, reason)
    }
    for (keys, node) in keysByHand {
      let (outcome, reason): (Migration.Entry.Outcome, String) =
        switch staying[keys.index] {
        case .doubt(let reason)?: (.placeholder, reason)
        case .left(let reason)?: (.left, reason)
        case .withType?, nil: (.keys, "")
        }
      entries.append(entry(keys.file, node.enumKeyword, keys.id, outcome, reason))
    }
    let order = Dictionary(program.files.enumerated().map { ($1.path, $0) }) { first, _ in first }
    return entries.sorted { (order[$0.path] ?? 0, $0.line) < (order[$1.path] ?? 0, $1.line) }
  }

  /// Returns notes on code that may behave differently, or whose names are removed.
  var notes: [String] { removedPublicKeys + readersOfAllKeys }

  /// Returns notes on removed enumerations of keys that other modules could use.
  private var removedPublicKeys: [String] {
    program.keys.compactMap { keys in
      guard staying[keys.index] == nil, let node = keys.node,
        node.isVisibleToOtherModules
      else { return nil }
      let file = program.files[keys.file]
      return
        "\(file.path):\(file.line(of: node)): removed public enumeration '\(keys.id.description)': other modules may use it"
    }
  }

  /// Returns notes on generic code for containers that uses `allKeys`. After the migration it sees all members of an object.
  private var readersOfAllKeys: [String] {
    guard keysByHand.contains(where: { staying[$0.keys.index] == nil }) else { return [] }
    return program.extensions.filter { $0.path == ["KeyedDecodingContainer"] }.compactMap { extended in
      let tokens = Array(extended.node.memberBlock.tokens(viewMode: .sourceAccurate))
      let asks = zip(tokens, tokens.dropFirst()).contains { token, next in
        token.text == "allKeys" || token.text == "Key" && next.tokenKind == .leftParen
      }
      guard asks else { return nil }
      let file = program.files[extended.file]
      return "\(file.path):\(file.line(of: extended.node)): code of this extension for keys that are not "
        + "cases of an enumeration now applies to all members"
    }
  }

  private func entry(
    _ file: Int, _ place: TokenSyntax, _ id: TypeID, _ outcome: Migration.Entry.Outcome, _ reason: String
  ) -> Migration.Entry {
    let file = program.files[file]
    return Migration.Entry(
      path: file.path, line: file.line(of: place), type: id.description, outcome: outcome, reason: reason)
  }
}

extension TypePlan {
  /// Whether the type gets the macro.
  var changesType: Bool {
    switch treatment {
    case .serializable, .codable: true
    case .placeholder, .left: false
    }
  }

  /// What the compiler tells the macro about the superclass.
  fileprivate var inheritance: Inheritance {
    var inheritance = Inheritance()
    guard let parts = type.subclassCode?.inherited else { return inheritance }
    let isSerializable = treatment == .serializable
    (inheritance.isSerializable, inheritance.isReadable, inheritance.isWritable) =
      (isSerializable, isSerializable, isSerializable)
    (inheritance.isDecodable, inheritance.isEncodable) = (parts.contains(.decodable), parts.contains(.encodable))
    return inheritance
  }
}

extension TypePlan.Treatment {
  fileprivate var outcome: (Migration.Entry.Outcome, String) {
    switch self {
    case .serializable: (.serializable, "")
    case .codable(let reason): (.codable, reason)
    case .placeholder(let reason): (.placeholder, reason)
    case .left(let reason): (.left, reason)
    }
  }
}
