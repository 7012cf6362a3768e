/// `millrace man`: the manual page.
func runMan(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  guard arguments.operands.isEmpty else {
    throw .usage("man wants nothing", hint: "millrace man | man -l - shows the page")
  }
  console.say(ManualPage.text)
  return .done
}
