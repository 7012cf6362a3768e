/// Runs a script of Python with bytes on its standard input, and returns its standard output.
///
/// - Parameter program: the interpreter, which decides what the script can import.
package func runPython(
  _ script: String, _ arguments: [String], input: [UInt8], program: String = "python3"
) throws -> [UInt8] {
  let folder = try ExchangeFolder()
  try folder.write(input)
  let end = script.contains("pyarrow") ? endOfPyarrow : ""
  let words = [program, "-c", script + end] + arguments
  try HostProgram(words, input: folder.file("in"), output: folder.file("out")).wait()
  return try folder.read()
}

/// The end of a script that uses pyarrow: now and then, its threads end the process when it exits, after everything was done. Files that
/// the script has left open are written first.
package let endOfPyarrow = """

  import builtins, gc, io, os
  for _file in gc.get_objects():
      if builtins.type(_file) in (io.TextIOWrapper, io.BufferedWriter) and not _file.closed and _file.writable(): _file.flush()
  os._exit(0)

  """
