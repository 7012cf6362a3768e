import MillraceCommand

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

exit(runCommand(CommandLine.arguments, console: .standard).rawValue)
