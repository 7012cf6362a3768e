import MillraceCommand

runProcess { console in
  var verb = Verb.migrate
  verb.run = runMigrate
  return run(verb, Array(CommandLine.arguments.dropFirst()), console: console)
}
