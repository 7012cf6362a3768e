import SystemLibrary

/// Runs a command as the only work of the process.
package func runProcess(_ command: (Console) -> ExitStatus) -> Never {
  // A pipe that is closed and a file that reaches its limit then make the writing call fail, which is reported.
  signal(SIGPIPE, SIG_IGN)
  signal(SIGXFSZ, SIG_IGN)
  exit(command(.standard).rawValue)
}
