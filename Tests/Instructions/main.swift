import CountedWork
import Foundation

// Reads and writes documents, for `scripts/test-instructions.py`, which counts the instructions.
//
//   Instructions FOLDER NAME...   does each job twice; the documents are in FOLDER
//   Instructions --list           prints the names

let arguments = CommandLine.arguments.dropFirst()
let chosen = arguments.dropFirst().compactMap { name in jobs.first { $0.name == name } }

if arguments == ["--list"] {
  for job in jobs { print(job.name) }
} else if let folder = arguments.first, !chosen.isEmpty, chosen.count == arguments.count - 1 {
  for job in chosen {
    var work = try job.prepare(URL(fileURLWithPath: folder))
    // What only the first use of a type costs is not counted.
    try work()
    withUnsafePointer(to: &work) { measured(UnsafeRawPointer($0)) }
  }
} else {
  FileHandle.standardError.write(Data("usage: Instructions FOLDER NAME...\n       Instructions --list\n".utf8))
  exit(64)
}
