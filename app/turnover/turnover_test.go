package turnover

import (
	"testing"
	"time"
)

// TestState learns on where another one was.
func TestState(t *testing.T) {
	k := Read("")
	for range 50 {
		k.Came(100, time.Minute, true)
		k.Came(101, time.Hour, false)
	}
	again := Read(k.State())
	if a, b := again.Stale(100, time.Minute), k.Stale(100, time.Minute); a != b || a < 0.3 {
		t.Errorf("%v and %v", a, b)
	}
	if s := again.Stale(101, time.Minute); s > 0.01 {
		t.Errorf("%v of a page that never changed", s)
	}
	if s := again.Stale(100, -time.Hour); s != 1 {
		t.Errorf("%v of a page from the future", s)
	}
}

// FuzzState begins with anything.
func FuzzState(f *testing.F) {
	f.Add(`{"100":{"c":1,"s":2}}`)
	f.Add(`{"100":{"c":-1,"s":1e300}}`)
	f.Fuzz(func(t *testing.T, state string) {
		k := Read(state)
		for page := range k.pages {
			k.Came(page, time.Hour, true)
			if s := k.Stale(page, time.Hour); !(s >= 0 && s <= 1) {
				t.Errorf("%v", s)
			}
		}
		if again := Read(k.State()); len(again.pages) != len(k.pages) {
			t.Errorf("%d rates became %d", len(k.pages), len(again.pages))
		}
	})
}
