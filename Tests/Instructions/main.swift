import CountedWork

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Reads and writes documents, for `scripts/stages/counts.py`, which counts the instructions.
//
//   Instructions FOLDER NAME...   does each job twice; the documents are in FOLDER
//   Instructions --list           prints the names

let arguments = CommandLine.arguments.dropFirst()
let chosen = arguments.dropFirst().compactMap { name in jobs.first { $0.name == name } }

if arguments == ["--list"] {
  for job in jobs { print(job.name) }
} else if let folder = arguments.first, !chosen.isEmpty, chosen.count == arguments.count - 1 {
  for job in chosen {
    var work = try job.prepare(Folder(path: folder))
    // What only the first use of a type costs is not counted.
    try work()
    // The calls of the system are where scripts/arm64/count.c begins and ends.
    _ = getppid()
    withUnsafePointer(to: &work) { measured(UnsafeRawPointer($0)) }
    _ = getppid()
  }
} else {
  print("usage: Instructions FOLDER NAME...\n       Instructions --list")
  exit(64)
}
