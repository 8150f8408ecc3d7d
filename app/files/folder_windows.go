package files

// SyncFolder does nothing: Windows cannot sync a folder, and keeps changes of names in order.
func SyncFolder(string) {}
