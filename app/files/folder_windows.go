package files

// SyncFolder does nothing: Windows cannot sync a folder, and keeps the order in which names change.
func SyncFolder(string) {}
