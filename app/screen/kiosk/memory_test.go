package kiosk

import (
	"os"
	"testing"
	"time"
)

// TestNotice checks that a notice is in the corner until it is cleared.
func TestNotice(t *testing.T) {
	inBubble(t, `show = ["100"]`+sharp, time.Minute, func(t *testing.T, r *rig) {
		for _, want := range []string{"Mistake in the playlist: line 3", ""} {
			r.SetNotice(want)
			time.Sleep(time.Second)
			if got := ask(r, func() string { return r.turns.now.labels.corner }); got != want {
				t.Errorf("%q is in the corner, not %q", got, want)
			}
		}
	})
}

// TestPlaceWithoutAStore checks that the place in the list is saved without a store, in a file of constant size.
func TestPlaceWithoutAStore(t *testing.T) {
	for _, on := range []string{"300/2", "200/2"} {
		const list = `show = ["100", "200", "202", "300"]` + sharp
		inBubble(t, list, 3*time.Minute, func(t *testing.T, r *rig) {
			_ = r.store.Close()
			r.awaits(t, on, 3*time.Minute)
			r.End()
			<-r.done
			at := readPlace(r.file + ".place")
			if next := r.turns.order.Entries[r.turns.order.firstEntry(at.Behind)]; next.Place().String() != on {
				t.Errorf("behind %v, not before %s", at.Behind, on)
			}
			if info, err := os.Stat(r.file + ".place"); err != nil || info.Size() != placeBytes {
				t.Errorf("%v, %v", info, err)
			}
		})
	}
}

// TestPlaceIsWrittenOnceAMinute runs a list for ten minutes: the place in it is saved at once, then once a minute, and
// at the end.
func TestPlaceIsWrittenOnceAMinute(t *testing.T) {
	inBubble(t, `show = ["100", "200", "202", "300"]`+sharp, time.Second, func(t *testing.T, r *rig) {
		var written []time.Time
		for kept, end := (place{}), time.Now().Add(10*time.Minute); time.Now().Before(end); time.Sleep(time.Second) {
			r.on()
			if at := readPlace(r.file + ".place"); at != kept {
				kept = at
				written = append(written, time.Now())
			}
		}
		if n := len(written); n < 8 || n > 11 {
			t.Errorf("the place was written %d times in ten minutes", n)
		}
		for i := range written[:max(0, len(written)-1)] {
			if pause := written[i+1].Sub(written[i]); pause < placeEvery-time.Second {
				t.Errorf("the place was written again after %v", pause)
			}
		}
		r.End()
		<-r.done
		if at := readPlace(r.file + ".place"); at != r.memory.at {
			t.Errorf("at the end %v is kept, not %v", at, r.memory.at)
		}
	})
}
