import CMalloc
import MillraceCommand
import MillraceCommandLine

millrace_keep_freed_memory()
runProcess { runCommand(CommandLine.arguments, console: $0) }
