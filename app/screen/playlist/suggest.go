package playlist

import (
	"strconv"
	"strings"

	"sextant/app/say"
)

// suggestion asks, as the end of a sentence, whether a known word was meant that is close to the written one. It is
// empty where none is close.
func suggestion(word string, known []string) string {
	best, least := "", len(word)/2+1
	for _, k := range known {
		if d := distance(strings.ToLower(word), k); d < least && d <= maxTypos {
			best, least = k, d
		}
	}
	if best == "" {
		return ""
	}
	return say.Text("playlist.suggestion", "Word", strconv.Quote(best))
}

// maxTypos is how many letters of a word may be wrong, and maxWord how long it may be, for it to be guessed.
const (
	maxTypos = 3
	maxWord  = 40
)

// distance is how many bytes of a word must be added, taken away or replaced to make it another one.
func distance(a, b string) int {
	if len(a) > maxWord {
		return maxWord
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0] // of the row above, one to the left
		row[0] = i + 1
		for j := range len(b) {
			cost := before
			if a[i] != b[j] {
				cost++
			}
			before = row[j+1]
			row[j+1] = min(cost, row[j]+1, before+1)
		}
	}
	return row[len(b)]
}
