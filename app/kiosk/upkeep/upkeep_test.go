package upkeep

import (
	"testing"
	"time"

	"sextant/app/kiosk/programme"
)

func ageOf(ages map[int]time.Duration) func(int) time.Duration {
	return func(page int) time.Duration { return ages[page] }
}

// TestChoose takes what gains most.
func TestChoose(t *testing.T) {
	k := New("")
	for range 20 {
		k.Came(101, 10*time.Minute, true)
		k.Came(102, 10*time.Minute, false)
	}
	ages := ageOf(map[int]time.Duration{101: 5 * time.Minute, 102: 5 * time.Minute, 103: 5 * time.Minute, 110: 4 * time.Minute})
	known := func(page int, in time.Duration) programme.Due { return programme.Due{Page: page, In: in, Known: true} }
	for name, c := range map[string]struct {
		agenda []programme.Due
		left   float64
		want   int
	}{
		"the one that changes most":      {[]programme.Due{known(102, 0), known(103, 0), known(101, 0)}, 1, 101},
		"the one that is shown soon":     {[]programme.Due{known(101, time.Hour), known(103, 0)}, 1, 103},
		"nothing that hardly changes":    {[]programme.Due{known(102, 0)}, 0.5, 0},
		"nothing that is shown late":     {[]programme.Due{known(101, 10*time.Minute)}, 0.5, 0},
		"what is not known, soon first":  {[]programme.Due{{Page: 120, In: time.Hour}, {Page: 121, In: time.Minute}, known(101, 0)}, 0, 121},
		"what is not known, in order":    {[]programme.Due{{Page: 120, In: time.Hour}, {Page: 121, In: 2 * time.Hour}, known(101, 0)}, 0, 120},
		"what breaks in":                 {[]programme.Due{{Page: 120, In: time.Hour}, {Page: 110, Known: true, Alert: true}}, 0, 110},
		"what is said to have changed":   {[]programme.Due{known(101, 0), {Page: 102, Known: true, Changed: true}}, 0.5, 102},
		"the same that breaks in":        {[]programme.Due{known(101, 0), {Page: 104, Known: true, Alert: true, Changed: true}}, 0, 104},
		"nothing if there is no request": {[]programme.Due{known(101, 0)}, 0, 0},
	} {
		if got := k.Choose(c.agenda, ages, c.left); got != c.want {
			t.Errorf("%s: %d, not %d", name, got, c.want)
		}
	}
	k.Limit = 6 * time.Minute
	if got := k.Choose([]programme.Due{known(102, 0)}, ages, 0.5); got != 102 {
		t.Errorf("a page that is nearly too old: %d", got)
	}
}
