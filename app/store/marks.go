package store

// Marks finds what a search is for on lines of text, for each line. The words of a phrase may go from
// one line to the next.
func Marks(lines []string, text string, exact bool) [][]Mark {
	q := parseQuery(text, exact)
	body := wordsOf(lines, q.key)
	marked := make([]bool, len(body))
	for _, t := range q.terms {
		t.mark(body, marked, make([]int, len(lines)))
	}
	marks := make([][]Mark, len(lines))
	for i, w := range body {
		if marked[i] {
			marks[w.row] = append(marks[w.row], Mark{w.from, w.before})
		}
	}
	return marks
}
