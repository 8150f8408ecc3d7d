package kept

import "testing"

// FuzzParseQueue reads random queues.
func FuzzParseQueue(f *testing.F) {
	f.Add(`[{"ID":"7"},{"URL":"x"}]`)
	f.Fuzz(func(t *testing.T, text string) {
		if queue := parseState(text, maxQueue, firstQueued); len(queue) > MostQueued {
			t.Errorf("%d are queued", len(queue))
		}
	})
}
