package words

// Excerpt returns the first characters of a text, followed by " …" if it is longer.
func Excerpt(text string, most int) string {
	for i := range text {
		if most == 0 {
			return text[:i] + " …"
		}
		most--
	}
	return text
}
