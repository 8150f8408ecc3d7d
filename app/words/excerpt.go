package words

// Excerpt gives the first characters of a text, followed by " …" if it has more of them.
func Excerpt(text string, most int) string {
	for i := range text {
		if most == 0 {
			return text[:i] + " …"
		}
		most--
	}
	return text
}
