/// Runs a script of Python with bytes on its standard input, and returns its standard output.
package func runPython(_ script: String, _ arguments: [String], input: [UInt8]) throws -> [UInt8] {
  let folder = try ExchangeFolder()
  try folder.write(input)
  let words = ["python3", "-c", script] + arguments
  try HostProgram(words, input: folder.file("in"), output: folder.file("out")).wait()
  return try folder.read()
}
