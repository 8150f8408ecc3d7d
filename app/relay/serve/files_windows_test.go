package serve

// openFiles returns a limit of open files that is never reached.
func openFiles() int { return 1 << 20 }
