import FuzzTargets
import SystemLibrary

// libFuzzer on one of the targets:
//
//   Fuzz --list
//   Fuzz TARGET [LIBFUZZER-OPTION...] [FOLDER...]

typealias Argument = UnsafeMutablePointer<CChar>?

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<Argument>>,
  _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ maximum: Int) -> Int

private let targets = FuzzTarget.all + [requestTarget]
nonisolated(unsafe) private var target = targets[0]

@main
struct Fuzz {
  static func main() {
    if CommandLine.arguments.dropFirst().first == "--list" {
      for target in targets { print(target.name) }
      return
    }
    guard CommandLine.arguments.count > 1,
      let chosen = targets.first(where: { $0.name == CommandLine.arguments[1] })
    else {
      print("usage: Fuzz --list\n       Fuzz TARGET [LIBFUZZER-OPTION...] [FOLDER...]")
      exit(2)
    }
    target = chosen
    FuzzTargetOptions.measuresCost = true
    // The name of the target is not an argument of libFuzzer's.
    var arguments = CommandLine.unsafeArgv + 1
    arguments[0] = CommandLine.unsafeArgv[0]
    var count = CommandLine.argc - 1
    exit(
      runDriver(&count, &arguments) { bytes, count in
        do {
          try target.run(UnsafeRawBufferPointer(start: bytes, count: count))
        } catch {
          print("\(target.name): \(error)")
          fflush(nil)
          abort()
        }
        return 0
      })
  }
}

/// Called by libFuzzer for each new input. Half of the documents are changed as JSON.
@_cdecl("LLVMFuzzerCustomMutator")
func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ maximum: Int, _ seed: UInt32) -> Int {
  guard target.mutatesJSON, seed & 1 == 0, count >= target.headerSize, maximum > target.headerSize else {
    return mutateBytes(bytes, count, maximum)
  }
  let body = Array(UnsafeBufferPointer(start: bytes, count: count)[target.headerSize...])
  let mutated = JSONMutation.mutate(body, seed: seed >> 1, maximumSize: maximum - target.headerSize)
  for (index, byte) in mutated.enumerated() { bytes[target.headerSize + index] = byte }
  return target.headerSize + mutated.count
}
