package export

// Ending returns the extension of a file by its format.
func Ending(format string) string {
	switch format {
	case Text:
		return "txt"
	case ANSI:
		return "ans"
	case Cells:
		return "jsonl"
	}
	return format
}
