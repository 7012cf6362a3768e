import MillraceSyntax
import SwiftSyntax

/// A class of the files that has no superclass in them, with all of its subclasses.
///
/// Either all of them are read and written by every format or none: `@Serializable` on a class requires the same of its
/// subclasses, unless these inherit its code as it is.
struct ClassTree: Sendable {
  /// The indices of the plans of its classes.
  private(set) var plans: [Int] = []
  /// Why its classes can only be `Codable`, before the types of their fields are known.
  private(set) var obstacle: String?

  /// Returns the trees of more than one class.
  static func all(in program: Program, _ plans: [TypePlan]) -> [ClassTree] {
    let planned = Dictionary(plans.indices.map { (plans[$0].type.id, $0) }) { first, _ in first }
    let classes = program.types.filter { $0.isClass && !program.isAmbiguous($0.id) }
    let byRoot = Dictionary(grouping: classes) { (program.superclasses(of: $0).last ?? $0).id }
    return byRoot.values.filter { $0.count > 1 }.map { classes in
      var tree = ClassTree()
      tree.plans = classes.compactMap { planned[$0.id] }
      tree.obstacle =
        classes.lazy.compactMap { type in
          let chain = ([type] + program.superclasses(of: type)).compactMap { planned[$0.id].map { plans[$0].type } }
          let own = planned[type.id]
          return (own == nil ? obstacle(of: type, in: program) : own.flatMap { obstacle(of: plans[$0]) })
            ?? repeatedName(in: chain)
        }.first
      return tree
    }
  }

  private static func obstacle(of plan: TypePlan) -> String? {
    if case .codable(let reason) = plan.treatment { return reason }
    if plan.treatment != .serializable { return "class '\(plan.type.id.name)' is not migrated" }
    return plan.type.parsed.genericParameters.isEmpty ? nil : "class '\(plan.type.id.name)' is generic"
  }

  /// Why a class that is not migrated cannot have a superclass with `@Serializable`.
  private static func obstacle(of type: TypeDeclaration, in program: Program) -> String? {
    if program.isSerializable(type) { return nil }
    let name = type.id.name
    if program.superclass(of: type) == nil { return "class '\(name)' is not migrated" }
    if type.group.modifiers.contains(where: { $0.name.text == "open" }) { return "class '\(name)' is open" }
    return CodableParts(byHandIn: type.group.memberBlock).isEmpty ? nil : "class '\(name)' is written by hand"
  }

  /// A class may read a member that its superclass reads too, but `@Serializable` would write it twice.
  private static func repeatedName(in chain: [CodableType]) -> String? {
    var seen: Set<String> = []
    let names = chain.flatMap { type in
      type.storedProperties.filter(type.isField).compactMap { property in
        property.name.map { type.key(of: $0)?.key ?? $0 }
      }
    }
    return names.first { !seen.insert($0).inserted }.map { "two classes have a member named '\($0)'" }
  }
}
