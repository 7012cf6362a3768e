checkOptionals()
MainActor.assumeIsolated { checkIsolation() }
checkAttributes()
checkGenerics()
checkNames()
checkInitializers()
printCount()
