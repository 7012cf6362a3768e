import Foundation

// Does things that must take time in proportion to their sizes, for `scripts/test-complexity.py`, which counts the
// instructions.
//
//   Complexity NAME SIZE...   does it once for each size
//   Complexity --list         prints the names

/// callgrind counts what this function calls, and nothing else.
@inline(never)
func measured(_ work: UnsafeRawPointer) {
  do {
    try work.assumingMemoryBound(to: (() throws -> Void).self).pointee()
  } catch { check(false, "\(error)") }
}

let workloads = Dictionary(
  uniqueKeysWithValues: (coderWorkloads + jsonWorkloads + treeWorkloads + tableWorkloads).map { ($0.name, $0) })
let sizes = CommandLine.arguments.dropFirst(2).compactMap { Int($0) }

if CommandLine.arguments.dropFirst() == ["--list"] {
  for name in workloads.keys.sorted() { print(name) }
} else if let first = sizes.first, let workload = workloads[CommandLine.arguments[1]] {
  // What only the first use of a type costs is not counted.
  try workload.prepare(first)()
  for size in sizes {
    var work = try workload.prepare(size)
    withUnsafePointer(to: &work) { measured(UnsafeRawPointer($0)) }
  }
} else {
  FileHandle.standardError.write(Data("usage: Complexity NAME SIZE...\n       Complexity --list\n".utf8))
  exit(64)
}
