import Millrace

let jsonTargets = [treeTarget, typesTarget, streamTarget, json5Target, patchTarget]

/// A document as a tree, beside the naive grammar; the tree written in several styles and read again.
private let treeTarget = FuzzTarget("json-tree", mutatesJSON: true) { input in
  let bytes = input.bytes
  let firstError = NaiveJSON.firstError(in: bytes)
  let tree: JSON.Value
  do throws(FormatError) {
    tree = try JSON.decode(JSON.Value.self, from: bytes)
  } catch {
    guard let firstError else { throw Finding("a valid document is rejected: \(error)") }
    guard let offset = error.place.offset, (0...bytes.count).contains(offset) else {
      throw Finding("an error without a valid offset: \(error)")
    }
    try expect(offset <= firstError, "the error is at \(firstError), and its place is after it: \(error)")
    _ = error.description
    return
  }
  try expect(firstError == nil, "a document is accepted that is not well-formed at \(firstError ?? 0)")
  try expectSame(tree, JSON.encode(tree), "standard")
  try expectSame(tree, JSON.encode(tree, style: JSON.Pretty.self), "pretty")
  let forwarded = try JSON.decode(Forwarded.self, from: bytes).json
  try expectSame(tree, forwarded, "forwarded")
  // Without duplicate keys a document that is forwarded and one that is decoded and encoded are the same.
  let strict = JSON.ReadingOptions(duplicateKeys: .rejected)
  if (try? JSON.decode(Nothing.self, from: bytes, options: strict)) != nil {
    try expect(forwarded == JSON.encode(tree), "forwarded: \(shown(forwarded))")
  }
  try expect(tree.differences(to: tree).isEmpty, "a tree differs from itself")
}

private func expectSame(_ tree: JSON.Value, _ text: [UInt8], _ style: String) throws {
  try expect(NaiveJSON.isValid(text), "\(style): the output is not well-formed: \(shown(text))")
  let again = try JSON.decode(JSON.Value.self, from: text)
  try expect(try JSON.encode(again) == JSON.encode(tree), "\(style): read again as another tree: \(shown(text))")
}

/// A document as each of the shapes, from bytes and from a tree; what was read is written and read again.
private let typesTarget = FuzzTarget("json-types", mutatesJSON: true) { input in
  let tree = try? JSON.decode(JSON.Value.self, from: input.bytes)
  for check in Shapes.checks { try check(input.bytes, tree) }
}

/// A document in JSON5. What is JSON must be read as the strict reader reads it.
private let json5Target = FuzzTarget("json5", mutatesJSON: true) { input in
  let strict = try? JSON.decode(JSON.Value.self, from: input.bytes)
  let lenient: JSON.Value
  do throws(FormatError) {
    lenient = try JSON.decode(JSON.Value.self, from: input.bytes, style: JSON.Lenient.self)
  } catch {
    try expect(strict == nil, "JSON is rejected as JSON5: \(error)")
    guard let offset = error.place.offset, (0...input.bytes.count).contains(offset) else {
      throw Finding("an error without a valid offset: \(error)")
    }
    _ = error.description
    return
  }
  let text = try JSON.encode(lenient, style: JSON.Lenient.self)
  if let strict { try expect(try JSON.encode(strict) == text, "read in another way as JSON5: \(shown(text))") }
  let again = try JSON.decode(JSON.Value.self, from: text, style: JSON.Lenient.self)
  try expect(try JSON.encode(again, style: JSON.Lenient.self) == text, "read again as another tree: \(shown(text))")
}

/// Two documents, as an array: the patches that make the second from the first must do so.
private let patchTarget = FuzzTarget("patch", mutatesJSON: true) { input in
  guard let pair = try? JSON.decode([JSON.Value].self, from: input.bytes), pair.count >= 2 else { return }
  let differences = pair[0].differences(to: pair[1])
  _ = differences.description
  let patch = JSON.Patch(differences)
  var patched = pair[0]
  do { try patched.apply(patch) } catch { throw Finding("a patch from differences fails: \(error)") }
  try expect(patched == pair[1], "a patch makes another document: \(patched)")
  let again = try JSON.decode(JSON.Patch.self, from: try JSON.encode(patch))
  try expect(again == patch, "a patch is read as another one")
  if let merge = pair[0].mergePatch(to: pair[1]) {
    var merged = pair[0]
    merged.mergePatch(merge)
    try expect(merged == pair[1], "a merge patch makes another document: \(merged)")
  }
  var any = pair[0]
  any.mergePatch(pair[1])
  if pair.count > 2, let foreign = try? pair[2].decode(JSON.Patch.self) { try? any.apply(foreign) }
}

/// Text that is the same for the same value: members in the order of their keys.
enum Sorted: JSON.Style {
  typealias Layout = JSON.Sorted<JSON.Compact>
}

/// A value that is passed from the reader to a writer.
struct Forwarded: Readable {
  var json: [UInt8]

  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Self {
    var writer = JSON.StyledWriter<JSON.Standard>()
    try forward(from: &reader, to: &writer)
    try writer.finish()
    return Self(json: writer.bytes.withUnsafeBufferPointer { Array($0) })
  }
}

/// A value that is skipped.
struct Nothing: Readable {
  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Self {
    try reader.skipValue()
    return Self()
  }
}
