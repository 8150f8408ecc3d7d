package export

// Ending is the ending of a file's name by its format.
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
