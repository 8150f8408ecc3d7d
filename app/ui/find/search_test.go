package find

import (
	"slices"
	"strconv"
	"testing"

	"sextant/app/acquire"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/app/testkit/servicetest"
	"sextant/app/ui/hosttest"
	"sextant/widgets/control"
	"sextant/widgets/lists"
	"sextant/widgets/widgettest"
)

// ofService returns the panel for a service of which nothing is stored.
func ofService(t *testing.T) (*Presenter, *hosttest.Host) {
	t.Helper()
	h := hosttest.New(t)
	tuner, _ := hosttest.Tune(t, t.TempDir(), servicetest.Serve(t, servicetest.Demo(t)), nil, h.Do)
	return presenterOn(t, h, tuner), h
}

// TestSearchLeadsToPage searches for words on a page that was fetched but never read. Enter opens the page, with the
// words to mark on it.
func TestSearchLeadsToPage(t *testing.T) {
	f, h := ofService(t)
	type opened struct {
		place teletext.Place
		words string
	}
	var got []opened
	f.parts.Open = func(place teletext.Place, words string, _ bool) { got = append(got, opened{place, words}) }
	for _, page := range []int{100, 101, 102, 103} {
		if a := f.parts.Tuner.Current().Pages.Fetch(t.Context(), acquire.Want{Page: page}); a.Document == nil {
			t.Fatal(a.DocumentErr)
		}
	}
	testkit.NoError(t, f.parts.Tuner.Current().Store.Flush(t.Context()))
	h.Show(f.Panel())
	f.Show(Text)
	f.Focus(h.Canvas())
	hosttest.Type(h.Canvas(), "slow navigator")
	var list *lists.List
	for _, o := range widgettest.Seen(f.Panel()) {
		if l, is := o.(*lists.List); is {
			list = l
		}
	}
	h.Until(t, "the hit", func() bool { return list.Count() > 0 })
	if row := list.Row(0); list.Count() != 1 || row.Page != "102/1" || len(row.Marks) == 0 {
		t.Errorf("%d hits, the first of which is %+v", list.Count(), row)
	}
	if _, is := h.Canvas().Focused().(*control.Entry); !is {
		t.Errorf("%T has the keyboard", h.Canvas().Focused())
	}
	hosttest.Press(t, h.Canvas(), "Enter")
	if want := (opened{teletext.Place{Page: 102, Subpage: 1}, "slow navigator"}); len(got) != 1 || got[0] != want {
		t.Errorf("opened %+v, not %+v", got, want)
	}
}

// TestEnterOpensWhatIsTyped presses Enter after a text whose answer has not arrived. The answer to the text before,
// which arrives meanwhile, opens nothing; the one to the text opens its row, with its words.
func TestEnterOpensWhatIsTyped(t *testing.T) {
	f, h := ofService(t)
	var got []string
	f.parts.Open = func(place teletext.Place, words string, _ bool) { got = append(got, place.String()+" "+words) }
	h.Show(f.Panel())
	f.Show(Text)
	f.Focus(h.Canvas())
	hosttest.Type(h.Canvas(), "slow")
	f.tabs.cancel() // the store's own answers
	hosttest.Press(t, h.Canvas(), "Enter")
	answer := func(query string, page int) {
		l := list{query: query}
		l.addRow(lists.Row{Page: strconv.Itoa(page), Title: query}, teletext.Place{Page: page})
		f.tabs.showList(Text, l)
	}
	answer("slo", 101)
	if len(got) != 0 {
		t.Errorf("the answer to what was typed before opens %q", got)
	}
	answer("slow", 102)
	answer("slo", 101) // still later
	f.tabs.openRow(0)
	if want := "102 slow"; !slices.Equal(got, []string{want, want}) {
		t.Errorf("opened %q, want %q twice", got, want)
	}
}

// TestFavouriteHasItsName checks that a favourite is stored with the name of its page.
func TestFavouriteHasItsName(t *testing.T) {
	f, h := ofService(t)
	f.parts.Nav.Run(f.parts.Nav.GoTo(teletext.Place{Page: 102}))
	h.Until(t, "page 102", func() bool { return f.parts.Nav.Shown().Page == 102 })
	f.favourites.toggle(102)
	st := f.parts.Tuner.Current()
	testkit.NoError(t, st.Store.Flush(t.Context()))
	all, err := st.Store.Favourites()
	if err != nil || len(all) != 1 || all[0] != (store.Favourite{Page: 102, Name: "Town clock"}) {
		t.Errorf("%+v, %v", all, err)
	}
}
