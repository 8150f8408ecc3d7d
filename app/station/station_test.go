package station

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/media"
	"sextant/app/settings"
	"sextant/app/sound/recordings"
	"sextant/app/store"
	"sextant/app/testkit"
)

// demoStation opens a station with its own demo service.
func demoStation(tb testing.TB) *Station {
	tb.Helper()
	s := settings.DefaultSettings()
	s.PerSecond, s.PerHour, s.PerDay = 1e6, 1e7, 1e8
	st, err := Open(s.Service, Access{}, settings.Profile{Dir: tb.TempDir()}, time.Now, NoEvents(), &Libraries{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { leave(st) })
	return st
}

// leave closes a station.
func leave(st *Station) {
	st.Retire()
	st.Release()
}

// BenchmarkFetch measures fetching a page and its picture from the service into memory, over a real connection: the
// first time, when the demo must draw it, and when the demo has it ready.
func BenchmarkFetch(b *testing.B) {
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			st := demoStation(b)
			st.Pages.Fetch(b.Context(), acquire.Want{Page: 100, Picture: true})
			b.StartTimer()
			fetch(b, st, 201)
		}
	})
	b.Run("again", func(b *testing.B) {
		st := demoStation(b)
		b.ReportAllocs()
		for b.Loop() {
			fetch(b, st, 201)
		}
	})
}

func fetch(b *testing.B, st *Station, page int) {
	if a := st.Pages.Fetch(b.Context(), acquire.Want{Page: page, Picture: true, Reload: true}); a.Picture == nil ||
		a.Document == nil {
		b.Fatal(a.DocumentErr, a.PictureErr)
	}
}

// BenchmarkRecall measures recalling a page from memory.
func BenchmarkRecall(b *testing.B) {
	st := demoStation(b)
	st.Pages.Fetch(b.Context(), acquire.Want{Page: 100, Picture: true})
	b.ReportAllocs()
	for b.Loop() {
		if _, _, ok := st.Pages.Recall(acquire.Want{Page: 100, Picture: true}); !ok {
			b.Fatal("forgotten")
		}
	}
}

// BenchmarkStored measures reading a page and its picture from the store into memory.
func BenchmarkStored(b *testing.B) {
	st := demoStation(b)
	w := acquire.Want{Page: 100, Picture: true}
	st.Pages.Fetch(b.Context(), w)
	testkit.NoError(b, st.Store.Flush(b.Context()))
	b.ReportAllocs()
	for b.Loop() {
		p := acquire.NewPages(st.Client, st.Store, st.Budget, acquire.Config{Now: time.Now})
		if a, _, ok := p.Stored(w); !ok || a.Picture == nil {
			b.Fatal("forgotten")
		}
	}
}

// TestDemoStation checks that there are pages without any settings, in both formats.
func TestDemoStation(t *testing.T) {
	for _, format := range []api.Format{api.JSON, api.XML} {
		s := settings.DefaultSettings()
		s.Format = format
		st, err := Open(s.Service, Access{AppID: "me", AppKey: "k"},
			settings.Profile{Dir: t.TempDir()}, time.Now, NoEvents(), &Libraries{})
		if err != nil {
			t.Fatal(err)
		}
		var a acquire.Answer
		if a = st.Pages.Fetch(t.Context(), acquire.Want{Page: 100, Picture: true}); a.Document == nil ||
			a.Picture == nil || len(a.Document.Warnings) > 0 {
			t.Errorf("%s: %+v", format, a)
		}
		leave(st)
		if a = st.Pages.Fetch(t.Context(),
			acquire.Want{Page: 101, Picture: true}); api.KindOf(a.DocumentErr) != api.NoNetwork {
			t.Errorf("%s: after the end: %+v", format, a)
		}
	}
}

// TestDemoHasOneName checks that the demo finds its store again at the next start: recordings are stored under their
// addresses.
func TestDemoHasOneName(t *testing.T) {
	p := settings.Profile{Dir: t.TempDir()}
	open := func() (*Station, media.Item) {
		st := testkit.Must(Open(settings.DefaultSettings().Service, Access{}, p, time.Now, NoEvents(), &Libraries{}))(t)
		doc := testkit.Must(st.Client.Downloads(t.Context()))(t)
		return st, media.Items(doc, time.UTC)[0]
	}
	st, first := open()
	st.Downloads.Begin()
	st.Downloads.Get(recordings.NoteOf(first))
	testkit.Eventually(t, "the download", func() bool {
		return st.Downloads.Status(first.Key()).Progress == recordings.Stored
	})
	st.Store.SetPosition(store.Position{Key: first.Key(), Position: time.Minute})
	leave(st)
	st, again := open()
	defer leave(st)
	st.Downloads.Begin()
	heard, err := st.Store.AllPositions()
	if again.Key() != first.Key() || err != nil || len(heard) != 1 || heard[0].Key != again.Key() {
		t.Errorf("%s is %s now; heard %+v, %v", first.Key(), again.Key(), heard, err)
	}
	testkit.Eventually(t, "the list of downloads", func() bool { return len(st.Downloads.All()) > 0 })
	if all := st.Downloads.All(); len(all) != 1 || all[0].Progress != recordings.Stored {
		t.Errorf("on the disk: %+v", all)
	}
	// Other programs know the demo by the address at which it listens.
	u, _ := url.Parse(again.URL)
	resp, err := http.Get(st.Outside(u).String())
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%v, %v", resp, err)
	}
	_ = resp.Body.Close()
}
