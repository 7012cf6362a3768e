import CountedWork
import Foundation

// Does things that must take time in proportion to their sizes, for `scripts/stages/growth.py`, which counts the
// instructions.
//
//   Complexity SIZE,SIZE... NAME...   does each of them once for each size, and says on standard error which it does
//   Complexity --list                 prints the names

let workloads = Dictionary(
  uniqueKeysWithValues: (coderWorkloads + jsonWorkloads + treeWorkloads + tableWorkloads).map { ($0.name, $0) })
let arguments = CommandLine.arguments.dropFirst()
let sizes = arguments.first.map { $0.split(separator: ",").compactMap { Int($0) } } ?? []
let chosen = arguments.dropFirst().compactMap { workloads[$0] }

if arguments == ["--list"] {
  for name in workloads.keys.sorted() { print(name) }
} else if let first = sizes.first, !chosen.isEmpty, chosen.count == arguments.count - 1 {
  for workload in chosen {
    FileHandle.standardError.write(Data("\(workload.name)\n".utf8))
    // What only the first use of a type costs is not counted.
    try workload.prepare(first)()
    for size in sizes {
      var work = try workload.prepare(size)
      withUnsafePointer(to: &work) { measured(UnsafeRawPointer($0)) }
    }
  }
} else {
  FileHandle.standardError.write(Data("usage: Complexity SIZE,SIZE... NAME...\n       Complexity --list\n".utf8))
  exit(64)
}
