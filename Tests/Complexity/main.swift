import Foundation

// Does something that must take time in proportion to its size, for `scripts/test-complexity.py`, which counts the
// instructions.
//
//   Complexity NAME SIZE      does it once
//   Complexity --list         prints the names

let workloads = Dictionary(uniqueKeysWithValues: coderWorkloads.map { ($0.name, $0) })

if CommandLine.arguments.dropFirst() == ["--list"] {
  for name in workloads.keys.sorted() { print(name) }
} else if CommandLine.arguments.count == 3, let workload = workloads[CommandLine.arguments[1]],
  let size = Int(CommandLine.arguments[2])
{
  try workload.run(size)
} else {
  FileHandle.standardError.write(Data("usage: Complexity NAME SIZE\n       Complexity --list\n".utf8))
  exit(64)
}
