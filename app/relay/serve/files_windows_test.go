package serve

// openFiles is how many files may be open.
func openFiles() int { return 1 << 20 }
