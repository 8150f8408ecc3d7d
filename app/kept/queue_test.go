package kept

import "testing"

// FuzzParseQueue reads random queues.
func FuzzParseQueue(f *testing.F) {
	f.Add(`[{"ID":"7"},{"URL":"x"}]`)
	within := queueLimits()
	f.Fuzz(func(t *testing.T, text string) {
		queue := within.parse(text)
		if len(queue) > MostQueued {
			t.Errorf("%d are queued", len(queue))
		}
		if again := within.parse(within.encode(queue)); len(again) != len(queue) {
			t.Errorf("%d of %d are left", len(again), len(queue))
		}
	})
}
