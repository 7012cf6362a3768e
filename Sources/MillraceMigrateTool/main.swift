import MillraceCommand

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// A pipe that is closed and a file that reaches its limit are then errors of the calls that write, which can be told.
signal(SIGPIPE, SIG_IGN)
signal(SIGXFSZ, SIG_IGN)

var verb = Verb.migrate
verb.run = runMigrate
exit(run(verb, Array(CommandLine.arguments.dropFirst()), console: .standard).rawValue)
