import CMalloc
import MillraceCommand

millrace_keep_freed_memory()
runProcess { runCommand(CommandLine.arguments, console: $0) }
