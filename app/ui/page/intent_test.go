package page

import (
	"fmt"
	"net/http"
	"reflect"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/budget"
	"sextant/app/settings"
	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/app/testkit/hand"
	"sextant/app/testkit/race"
	"sextant/app/testkit/servicetest"
)

// away is the latency of a distant service.
const away = 60 * time.Millisecond

// distant returns a service with that latency.
func distant(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(away)
		h.ServeHTTP(w, r)
	})
}

// indexOf returns an index of 18 entries, of which the one at 15 leads to page to, which was never visited. Those
// before it are prefetched.
func indexOf(number, to int) *teletext.Page {
	lines := teletext.Lines{}
	for i := range 18 {
		page := 800 + i
		if i == 15 {
			page = to
		}
		lines[i+2] = fmt.Sprintf(" Entry number %2d ................. %d", i, page)
	}
	return &teletext.Page{
		Number: number, Name: "Index", SubpageCount: 1, Subpages: []teletext.Subpage{{Number: 1, Text: &lines}},
	}
}

// plainPage returns a page with a line of text.
func plainPage(number int) *teletext.Page {
	return &teletext.Page{
		Number: number, Name: "Page", SubpageCount: 1,
		Subpages: []teletext.Subpage{{Number: 1, Text: &teletext.Lines{fmt.Sprint("This is page ", number)}}},
	}
}

// pointAt moves the pointer as a hand does, and clicks.
func (r *reader) pointAt(m hand.Movement) {
	last := time.Duration(0)
	for _, s := range m.Samples {
		r.Pass(s.At - last)
		last = s.At
		r.p.sheet.view.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(s.X, s.Y)}})
	}
	at := r.p.sheet.view
	to := m.Samples[len(m.Samples)-1]
	event := &desktop.MouseEvent{
		PointEvent: fyne.PointEvent{Position: fyne.NewPos(to.X, to.Y)}, Button: desktop.MouseButtonPrimary,
	}
	r.Pass(m.Down - last)
	at.MouseDown(event)
	r.Pass(m.Up - m.Down)
	at.MouseUp(event)
	at.Tapped(&event.PointEvent)
	r.Rest()
}

// TestFollowedLinkIsThere clicks links that were never followed, of a service 60 ms away, as a hand does. In nine of
// ten cases the page must be shown in the same frame, at the cost of at most a twentieth of the hour's requests.
func TestFollowedLinkIsThere(t *testing.T) {
	race.Skip(t, "it is hours of virtual time on one goroutine at a time")
	const clicks = 60
	e := servicetest.NewEditor(t)
	for i := range clicks {
		e.Put(indexOf(200+i, 400+i))
		e.Put(plainPage(400 + i))
	}
	for i := range 18 {
		e.Put(plainPage(800 + i))
	}
	still := func(s *settings.Settings) { s.Refresh = 0 }
	inReader(t, distant(e), at(200), still, func(t *testing.T, r *reader) {
		there, most := 0, 0
		for i := range clicks {
			r.typed(200 + i)
			r.until("the index", func() bool { return r.p.Nav.Shown().Page == 200+i })
			r.Pass(5 * time.Second)
			r.shot() // lays out the page
			row, col := r.find(fmt.Sprint(400 + i))
			to := r.cell(row, col+1)
			h := hand.New(uint64(i))
			r.pointAt(h.To(h.Rand.Float32()*500, h.Rand.Float32()*350, to.X, to.Y))
			if r.p.Nav.Shown().Page == 400+i {
				there++
			}
			r.until("the page", func() bool { return r.p.Nav.Shown().Page == 400+i })
			most = max(most, r.tuner.Current().Budget.Usage().ByClass[budget.Intent])
			r.Pass(10 * time.Minute)
		}
		t.Logf("of %d links %d were there in the frame of the click; %d requests of an hour at most; opened %+v",
			clicks, there, most, r.tuner.Current().Pages.Guesses.Tallies()[budget.Intent])
		if there < clicks*9/10 {
			t.Errorf("%d of %d were there", there, clicks)
		}
		if most > r.tuner.Current().Budget.Usage().Limits.PerHour/20 {
			t.Errorf("%d requests of an hour", most)
		}
	})
}

// TestHalfTypedNumber checks that after two digits, the page that is usually typed with them is requested.
func TestHalfTypedNumber(t *testing.T) {
	e := servicetest.NewEditor(t)
	still := func(s *settings.Settings) { s.Refresh = 0 }
	inReader(t, e, at(100), still, func(t *testing.T, r *reader) {
		r.typed(103)
		r.typed(100)
		r.Pass(4 * time.Hour)
		before := r.count(103)
		r.p.TypeDigit(1)
		r.Rest()
		if r.count(103) != before {
			t.Error("a page is asked for after the first digit")
		}
		r.p.TypeDigit(0)
		r.Rest()
		if r.count(103) != before+1 {
			t.Errorf("after two digits the page was asked for %d times", r.count(103)-before)
		}
		r.p.TypeDigit(3)
		r.Rest()
		if r.count(103) != before+1 || r.p.Nav.Shown() != (teletext.Place{Page: 103, Subpage: 1}) {
			t.Errorf("after the third it was asked for %d times, and %v is shown", r.count(103)-before, r.p.Nav.Shown())
		}
	})
}

// TestPreview checks the card with the page behind a link, which must cause no requests and not count as a visit. Back
// removes only the card. There is none while a number is typed, while text is selected, or if the settings forbid it.
func TestPreview(t *testing.T) {
	e := servicetest.NewEditor(t)
	e.Put(indexOf(200, 400))
	e.Put(plainPage(400))
	still := func(s *settings.Settings) { s.Refresh = 0 }
	inReader(t, e, at(400), still, func(t *testing.T, r *reader) {
		r.typed(200)
		r.Pass(30 * time.Minute) // until all is prefetched
		r.shot()                 // lays out the page
		r.Rest()
		row, col := r.find("400")
		point := func() {
			r.p.sheet.view.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: r.cell(row, col+1)}})
		}
		card := func() bool {
			r.p.sheet.view.MouseOut()
			point()
			r.Pass(600 * time.Millisecond)
			return r.p.sheet.view.EndPreview()
		}
		seen := testkit.Must(r.tuner.Current().Store.SeenVersions(400, 1, 1))(t)
		asked := len(r.service.Asked())
		if !card() {
			t.Error("there is no card")
		}
		point()
		r.Pass(600 * time.Millisecond)
		if !r.p.HasBack() || !r.p.Back() || r.p.HasBack() {
			t.Error("Back does not take the card away alone")
		}
		if n := len(r.service.Asked()); n != asked {
			t.Errorf("%d requests for a card", n-asked)
		}
		if again, _ := r.tuner.Current().Store.SeenVersions(400, 1, 1); !reflect.DeepEqual(again, seen) {
			t.Error("a look counts as a visit")
		}
		r.p.TypeDigit(1)
		r.Rest()
		if card() {
			t.Error("there is a card while a number is typed")
		}
		r.p.ClearEntry()
		r.p.sheet.view.SelectAll()
		if card() {
			t.Error("there is a card while text is selected")
		}
		r.p.sheet.view.ClearSelection()
		r.box.Change(func(s *settings.Settings) { s.Preview = false })
		r.Rest()
		if card() {
			t.Error("there is a card although the settings say otherwise")
		}
		if (peek{r.p}).show(teletext.Link{Page: 499}, true); r.Mentioned != "" {
			t.Errorf("%q was said too early", r.Mentioned)
		}
		if r.Rest(); r.Mentioned == "" {
			t.Error("nothing is said of a page that was never loaded")
		}
	})
}
