import MillraceCommandLine

/// `millrace man`: the manual page.
func runMan(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  try console.standardOutput(ManualPage.text)
  return .done
}
