#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Work on a document whose instructions are counted.
struct Job: Sendable {
  var name: String
  /// Reads what is worked on from a folder, and returns the work, which ends the process if the result is wrong.
  var prepare: @Sendable (_ data: Folder) throws -> () throws -> Void
}

/// A folder with documents.
struct Folder: Sendable {
  var path: String

  struct Unreadable: Error { var path: String }

  func bytes(_ name: String) throws -> [UInt8] {
    guard let file = fopen("\(path)/\(name)", "rb") else { throw Unreadable(path: "\(path)/\(name)") }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    let size = ftell(file)
    rewind(file)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = fread(buffer.baseAddress, 1, size, file)
    }
  }
}
