import MillraceCommandLine

runProcess { run(.migrate(run: runMigrate), Array(CommandLine.arguments.dropFirst()), console: $0) }
