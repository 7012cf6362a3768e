import SwiftSyntax

/// Returns how the names that types read and write differ after a change of their files, by the types.
func changedKeys(from before: Program, to after: Program) -> [TypeID: String] {
  let formerTypes = before.wireTypes()
  let newTypes = after.wireTypes()
  var changes: [TypeID: String] = [:]
  for (id, former) in formerTypes {
    guard let new = newTypes[id] else {
      if former.generated != nil { changes[id] = "it would be lost" }
      continue
    }
    changes[id] = change(from: former, to: new)
  }
  return changes
}

private func change(from former: WireType, to new: WireType) -> String? {
  switch (former.generated, new.generated) {
  case (let before?, let after?): if let difference = after.difference(from: before) { return difference }
  case (.some, nil): return "its code would be lost"
  case (nil, let after?):
    // The macro has replaced hand-written functions, which may leave out properties.
    guard new.hasMacro else { return "the compiler would generate its code" }
    let names = former.ofCompiler.names.merging(former.namesOfCases.compactMapValues { $0.count == 1 ? $0.first : nil })
    { $1 }
    for (name, key) in after.names.sorted(by: { $0.key < $1.key })
    where key != names[name] && former.namesOfCases[name]?.contains(key) != true {
      return "the key of '\(name)' would change from \"\(names[name] ?? "")\" to \"\(key)\""
    }
  case (nil, nil): break
  }
  for (function, before) in former.keysByHand.sorted(by: { $0.key < $1.key }) {
    guard let after = new.keysByHand[function] else { continue }
    if before.count != after.count { return "\(function) would use other keys" }
    for case (.enumerationCase(let name), let argument) in zip(before, after) where argument != .enumerationCase(name) {
      guard case .literal(let key) = argument, former.namesOfCases[name]?.contains(key) ?? true else {
        return "\(function) would use another key than '\(name)'"
      }
    }
    for case (.literal(let name), let argument) in zip(before, after) where argument != .literal(name) {
      return "\(function) would use another key than \"\(name)\""
    }
  }
  return nil
}

/// Returns how the names that types read and write differ between two versions of files, as lines for people.
///
/// A migration checks itself with this comparison.
package func changesOfKeys(from before: [SourceText], to after: [SourceText]) -> [String] {
  let programs = [before, after].map { sources in
    let files = inParallel(sources) { SourceFile($0) }
    return Program(files, inParallel(Array(files.indices)) { FileDeclarations(of: files[$0], at: $0) })
  }
  return changedKeys(from: programs[0], to: programs[1]).map { "\($0.key.description): \($0.value)" }.sorted()
}
