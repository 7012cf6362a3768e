/// The main program of a variant: `PROGRAM decode|encode|dump MODULES DOCUMENT`.
///
/// `decode` and `encode` go twice over the first `MODULES` modules and print, as JSON, how long either pass took, and what
/// it came to. `dump` prints all values that are decoded, and those that are made, each encoded on a line.
public func runProgram<P: Pass>(_ modules: [ModelModule<P>], _ makePass: (_ document: String) -> P) throws {
  let arguments = CommandLine.arguments
  guard arguments.count == 4, let count = Int(arguments[2]) else {
    fatalError("usage: PROGRAM decode|encode|dump MODULES DOCUMENT")
  }
  let modules = modules.prefix(count)
  let pass = makePass(arguments[3])
  switch arguments[1] {
  case "decode":
    try printTwoPasses { for module in modules { try module.decode(pass) } }
    print("\"checksum\":\(pass.checksum)}")
  case "encode":
    let values = modules.map { $0.makeValues() }
    try printTwoPasses { for encode in values { try encode(pass) } }
    print("\"bytes\":\(pass.bytes)}")
  case "dump":
    pass.isPrinting = true
    for module in modules { try module.decode(pass) }
    for module in modules { try module.makeValues()(pass) }
  default:
    fatalError("no direction is called \(arguments[1])")
  }
}

/// Prints the nanoseconds of a first and a second pass, and how many conformances the first one added to those in the
/// runtime's cache. The object is left open. Profilers find this function by its name.
@inline(never)
private func printTwoPasses(_ body: () throws -> Void) rethrows {
  let clock = ContinuousClock()
  let searchesBefore = conformanceCacheEntries()
  let start = clock.now
  try body()
  let middle = clock.now
  let searchesAfter = conformanceCacheEntries()
  let secondStart = clock.now
  try body()
  let end = clock.now
  print("{\"first\":\(nanoseconds(middle - start)),\"second\":\(nanoseconds(end - secondStart)),", terminator: "")
  if let searchesBefore, let searchesAfter {
    print("\"searches\":\(searchesAfter - searchesBefore),", terminator: "")
  }
}

private func nanoseconds(_ duration: Duration) -> Int64 {
  duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000
}
