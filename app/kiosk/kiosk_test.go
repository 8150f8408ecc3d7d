package kiosk

import (
	"testing"
	"testing/synctest"
	"time"
)

const sharp = "\n[screen]\nview = \"sharp\"\n"

// TestTurning lets a list run: each page in its turn, all subpages, and a page that does not exist is left out.
func TestTurning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, `show = ["100", "200-202", "777", "300/2"]`+sharp)
		defer r.close()
		r.service.set(100, 1, "first")
		r.service.set(200, 2, "second")
		r.service.set(202, 1, "third")
		r.service.set(300, 3, "fourth")
		time.Sleep(2 * time.Minute)
		var seen []string
		for last := ""; len(seen) < 6; time.Sleep(time.Second) {
			if on := r.on(); on != last {
				seen, last = append(seen, on), on
			}
		}
		t.Log(seen, r.notes)
	})
}
