import Testing

@testable import Millrace

@Suite("Trees as deep as a reader admits")
struct DeepTreeTests {
  /// The stack of a secondary thread on macOS. Code that is not optimized, or sanitized, takes several times as much.
  private static let stackSize = isSlowBuild ? 16 << 20 : 512 << 10

  @Test(arguments: NestedText.Shape.allCases)
  func `everything that can be done with a tree fits onto a small stack`(_ shape: NestedText.Shape) {
    let text = NestedText(shape, depth: 512).bytes
    let mismatches = onThread(stackSize: Self.stackSize) { () -> Mismatches in
      var mismatches = Mismatches()
      do {
        let tree = try JSON.decode(JSON.Value.self, from: text)
        let other = try JSON.decode(JSON.Value.self, from: text)
        var pointer = JSON.Pointer(tokens: [])
        while let value = tree[pointer], value.array?.isEmpty == false || value.object?.isEmpty == false {
          pointer = value.array == nil ? pointer.appending("next") : pointer.appending(0)
        }
        mismatches.expect(pointer.tokens.count, 511, "the pointer")
        var changed = tree
        try changed.set(7, at: pointer)
        if tree != other || tree == changed || tree.hashValue != other.hashValue { mismatches.note("equality") }
        mismatches.expect(tree.differences(to: changed).count, 1, "the differences")
        mismatches.expect(tree.differences(to: changed).first?.pointer, pointer, "the difference")
        if let patch = tree.mergePatch(to: changed) {
          var merged = other
          merged.mergePatch(patch)
          mismatches.expect(merged, changed, "the merge patch")
        }
        var patched = other
        try patched.apply(JSON.Patch(tree.differences(to: changed)))
        try patched.apply(JSON.Patch([.copy(from: [], to: []), .move(from: pointer, to: pointer), .test([], changed)]))
        mismatches.expect(patched, changed, "the patch")
        mismatches.expect(tree.sortedByKeys().description, String(decoding: text, as: UTF8.self), "the description")
      } catch { mismatches.note("\(shape): \(error)") }
      return mismatches
    }
    mismatches.report()
  }
}
