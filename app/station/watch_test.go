package station

import (
	"testing"
	"time"

	"sextant/app/acquire"
	"sextant/app/settings"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

// TestOnlyReadersWatch fetches a page with a watched line as an export, a relay or a public screen does, and then as a
// reader: only programs that notify the user record the line; otherwise the user would not be notified.
func TestOnlyReadersWatch(t *testing.T) {
	profile := settings.Profile{Dir: t.TempDir()}
	seen := make(chan acquire.Sighting, 10)
	events := NoEvents()
	events.Sighting = func(s acquire.Sighting) { seen <- s }
	open := func() *Station {
		t.Helper()
		set := settings.DefaultSettings().Service
		return testkit.Must(Open(set, Access{}, profile, time.Now, events, &Libraries{}))(t)
	}
	line := teletext.TextLine{Subpage: 1, Row: 10, Text: "4 Mizzen Athletic 1 2 3 4 5-6 7"}
	watch := store.Watch{Page: 203, Line: line}
	st := open()
	st.Lists.SetWatches([]store.Watch{watch})
	testkit.NoError(t, st.Store.Flush(t.Context()))
	leave(st)
	for _, reads := range []bool{false, true} {
		st := open()
		if reads {
			st.Begin(events)
		} else {
			st.Attend(events)
		}
		if a := st.Pages.Fetch(t.Context(), acquire.Want{Page: 203, Reload: true}); a.Document == nil {
			t.Fatal(a.DocumentErr)
		}
		testkit.NoError(t, st.Store.Flush(t.Context()))
		if said, err := st.Store.LineVersions(watch.Key()); err != nil || len(said) > 0 != reads {
			t.Errorf("reader %t: recorded are %+v, %v", reads, said, err)
		}
		leave(st)
	}
	if s := <-seen; s.Before != watch.Line.Text || len(seen) > 0 {
		t.Errorf("%+v, and %d more", s, len(seen))
	}
}
