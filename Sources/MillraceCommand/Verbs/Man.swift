import MillraceCommandLine

/// `millrace man`: the manual page.
func runMan(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  console.say(ManualPage.text)
  return .done
}
