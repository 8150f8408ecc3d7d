package power

// ways returns the ways of Linux, in the order in which they are tried.
func ways() []way { return []way{&cec{adapters: cecAdapters}, outputs{}, monitors{}} }
