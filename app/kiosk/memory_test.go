package kiosk

import (
	"os"
	"testing"
	"time"
)

// TestNotice has a few words in the corner, until they are taken back.
func TestNotice(t *testing.T) {
	inBubble(t, `show = ["100"]`+sharp, time.Minute, func(t *testing.T, r *rig) {
		for _, want := range []string{"Mistake in the playlist: line 3", ""} {
			r.SetNotice(want)
			time.Sleep(time.Second)
			corner := make(chan string, 1)
			r.Post(func() { corner <- r.turns.now.labels.corner })
			if got := <-corner; got != want {
				t.Errorf("%q is in the corner, not %q", got, want)
			}
		}
	})
}

// TestPlaceWithoutAStore keeps the place in the list where nothing can be stored any more, in a file that does not
// grow.
func TestPlaceWithoutAStore(t *testing.T) {
	inBubble(t, `show = ["100", "200", "202", "300"]`+sharp, 3*time.Minute, func(t *testing.T, r *rig) {
		_ = r.store.Close()
		for _, on := range []string{"300/2", "200/2"} {
			r.awaits(t, on, 3*time.Minute)
			time.Sleep(time.Second)
			at := readPlace(r.file + ".place")
			if next := r.turns.order.Entries[r.turns.order.After(at.Behind)]; next.Place().String() != on {
				t.Errorf("behind %v, not before %s", at.Behind, on)
			}
			if info, err := os.Stat(r.file + ".place"); err != nil || info.Size() != placeBytes {
				t.Errorf("%v, %v", info, err)
			}
		}
	})
}
