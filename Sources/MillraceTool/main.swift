import MillraceCommand

runProcess { runCommand(CommandLine.arguments, console: $0) }
