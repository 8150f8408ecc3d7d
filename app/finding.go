package app

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sextant/app/browse"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/words"
	"sextant/widgets/core"
	"sextant/widgets/finder"
	"sextant/widgets/lists"
	"sextant/widgets/shell"
)

// fillPause is the least time between two fillings of a list that changes by itself.
const fillPause = 2 * time.Second

// Bounds of the lists that a reader can take in.
const (
	mostHits    = 200
	mostVisited = 300
)

// finding fills the finder: by text, by directory, from the favourites and from what was read before.
type finding struct {
	w     *window
	panel *finder.Panel

	exact    bool
	folded   map[int]bool // hundreds whose pages are not listed
	cancel   context.CancelFunc
	rows     [4][]browse.Place // where the rows of each tab lead; those of headings have no subpage but -1
	searched string            // what the hits are for
	later    bool              // the list is to be filled in a moment
}

func newFinding(w *window) *finding {
	f := &finding{w: w, folded: map[int]bool{}, cancel: func() {}}
	f.panel = finder.New(w.tips, w.keys(), finder.Actions{
		Tab: func(finder.Tab) {
			w.app.station.LookNow()
			f.fill()
		},
		Query:  func(string) { f.fill() },
		Open:   f.open,
		Fold:   f.fold,
		Exact:  func(on bool) { f.exact = on; f.fill() },
		Watch:  w.watchPhrase,
		Add:    w.toggleFavourite,
		Import: w.importFavourites,
		Export: w.exportFavourites,
		Move: func(from, to int) {
			if f.panel.Query() == "" { // among those that are filtered there is no order to change
				w.moveFavourite(from, to)
			}
		},
		Remove:  func(row int) { w.removeFavourite(f.favourite(row)) },
		Collect: func() { w.app.station.Collect.Start() },
		Pause:   w.pauseCollecting,
		Cancel:  func() { w.app.station.Collect.Cancel() },
		Close:   w.closeFinder,
	})
	f.panel.Hide()
	return f
}

// finderKey brings the keyboard to the search, in a panel that it opens if need be, or closes the panel that
// has the keyboard there.
func (w *window) finderKey() {
	if p := w.finding.panel; p.Visible() && p.HasKeys() && p.Tab() == finder.Text {
		w.closeFinder()
		return
	}
	w.showFinder(finder.Text)
}

// toggleFinder opens the finder as it was, or closes it.
func (w *window) toggleFinder() {
	if w.finding.panel.Visible() {
		w.closeFinder()
		return
	}
	w.showFinder(w.finding.panel.Tab())
}

// showFinder brings the keyboard to a tab of the finder.
func (w *window) showFinder(tab finder.Tab) {
	f := w.finding
	if w.full {
		w.setFull(false)
	}
	w.panel.Hide()
	f.panel.Choose(tab)
	f.panel.Show()
	f.panel.SetCollecting(collectingWords(w.app.station.Collect.Progress()))
	f.fill()
	w.app.station.LookNow()
	w.relayout()
	w.Changed()
	f.panel.FocusEntry(w.win.Canvas())
}

func (w *window) closeFinder() {
	w.finding.cancel()
	w.finding.panel.Hide()
	setVisible(w.panel, w.app.settings.Downloads && !w.full)
	w.relayout()
	w.Changed()
	w.win.Canvas().Unfocus()
}

// fill brings the tab that is shown up to date, if it is shown.
func (f *finding) fill() {
	if !f.panel.Visible() {
		return
	}
	f.cancel()
	var ctx context.Context
	ctx, f.cancel = context.WithCancel(context.Background())
	query, kept := strings.TrimSpace(f.panel.Query()), f.w.app.station.Store
	switch f.panel.Tab() {
	case finder.Text:
		f.search(ctx, kept, query)
	case finder.Pages:
		f.read(ctx, finder.Pages, func() (func() list, error) {
			listings, err := kept.Directory()
			return func() list { return f.directory(listings, query) }, err
		})
	case finder.Favourites:
		f.show(finder.Favourites, f.favourites(query))
	case finder.History:
		f.read(ctx, finder.History, func() (func() list, error) {
			visited, err := kept.History(mostVisited)
			return func() list { return f.history(visited, query) }, err
		})
	}
}

// fillLater brings the directory up to date in a moment, while pages come in.
func (f *finding) fillLater() {
	if f.later || !f.panel.Visible() || f.panel.Tab() != finder.Pages {
		return
	}
	f.later = true
	time.AfterFunc(fillPause, func() {
		f.w.app.do(func() {
			f.later = false
			if f.panel.Tab() == finder.Pages {
				f.fill()
			}
		})
	})
}

// A list is what a tab shows, and where its rows lead.
type list struct {
	rows    []lists.Row
	places  []browse.Place
	message string
}

func (l *list) add(r lists.Row, p browse.Place) {
	l.rows, l.places = append(l.rows, r), append(l.places, p)
}

func (f *finding) show(tab finder.Tab, l list) {
	f.rows[tab] = l.places
	f.panel.SetRows(tab, l.rows, l.message)
}

// read reads from the store in the background and shows what came of it, unless something else is
// wanted by then.
func (f *finding) read(ctx context.Context, tab finder.Tab, read func() (func() list, error)) {
	go func() {
		make, err := read()
		f.w.app.do(func() {
			switch {
			case ctx.Err() != nil:
			case err != nil:
				f.show(tab, list{message: "The stored pages cannot be read: " + err.Error() + "."})
			default:
				f.show(tab, make())
			}
		})
	}()
}

func (f *finding) search(ctx context.Context, kept *store.Store, query string) {
	if query == "" {
		f.searched = ""
		f.show(finder.Text, list{message: "Finds words on all stored pages.\nWhat you read is stored; “Collect all pages” stores the rest."})
		return
	}
	exact := f.exact
	f.read(ctx, finder.Text, func() (func() list, error) {
		hits, more, err := kept.Search(ctx, query, exact, mostHits)
		return func() list {
			f.searched = query
			return f.hits(hits, more, query)
		}, err
	})
}

func (f *finding) hits(hits []store.Hit, more bool, query string) list {
	l := list{message: "No stored page has “" + query + "”."}
	for _, h := range hits {
		var marks []core.Span
		for _, m := range h.Marks {
			marks = append(marks, core.Span{m.From, m.Before})
		}
		l.add(lists.Row{
			Page: teletext.Address(h.Page, h.Subpage), Title: h.Name, Detail: h.Line, Marks: marks, Aside: f.age(h.Fetched),
		}, browse.Place{Page: h.Page, Subpage: h.Subpage})
	}
	if more {
		l.add(lists.Row{Title: fmt.Sprintf("These are the first %d; more words find less.", mostHits)}, browse.Place{})
	}
	return l
}

// directory lists the pages by hundreds.
func (f *finding) directory(listings []store.Listing, query string) list {
	l := list{message: "No page is known yet."}
	if query != "" {
		l.message = "No known page has “" + query + "” in its number or name."
	}
	listings = slices.DeleteFunc(listings, func(p store.Listing) bool { return !p.MissingSince.IsZero() || !pageMatches(query, p.Page, p.Name) })
	for len(listings) > 0 {
		hundred := listings[0].Page / 100
		n := slices.IndexFunc(listings, func(p store.Listing) bool { return p.Page/100 != hundred })
		if n < 0 {
			n = len(listings)
		}
		open := query != "" || !f.folded[hundred]
		l.add(lists.Row{
			Title: fmt.Sprintf("%d00 – %d99", hundred, hundred), Aside: strconv.Itoa(n), Heading: true, Open: open,
		}, browse.Place{Page: hundred * 100, Subpage: heading})
		for _, p := range listings[:n] {
			if open {
				l.add(lists.Row{Page: strconv.Itoa(p.Page), Title: p.Name, Aside: f.age(p.Fetched)}, browse.Place{Page: p.Page})
			}
		}
		listings = listings[n:]
	}
	return l
}

// heading is the subpage of a row that leads to no page but folds.
const heading = -1

func (f *finding) favourites(query string) list {
	l := list{message: "Ctrl+D makes the page on screen a favourite.\nFavourites stay stored, and are fetched ahead."}
	for _, v := range f.w.app.favourites {
		if pageMatches(query, v.Page, v.Name) {
			l.add(lists.Row{Page: teletext.Address(v.Page, v.Subpage), Title: f.name(v.Page, v.Name)}, browse.Place{Page: v.Page, Subpage: v.Subpage})
		}
	}
	if len(l.rows) == 0 && len(f.w.app.favourites) > 0 {
		l.message = "No favourite has “" + query + "” in its number or name."
	}
	return l
}

// favourite is the favourite of a row, -1 for none.
func (f *finding) favourite(row int) int {
	places := f.rows[finder.Favourites]
	if row < 0 || row >= len(places) {
		return -1
	}
	return slices.IndexFunc(f.w.app.favourites, func(v store.Favourite) bool {
		return browse.Place{Page: v.Page, Subpage: v.Subpage} == places[row]
	})
}

func (f *finding) history(visited []store.Visited, query string) list {
	l := list{message: "The pages you read are listed here."}
	if query != "" {
		l.message = "You have read no page with “" + query + "” in its number or name."
	}
	now, day := f.w.app.now(), ""
	for _, v := range visited {
		if !pageMatches(query, v.Page, v.Name) {
			continue
		}
		if d := words.DayWords(v.At, now); d != day {
			day = d
			l.add(lists.Row{Title: words.FirstUpper(d), Heading: true, Open: true}, browse.Place{})
		}
		l.add(lists.Row{
			Page: teletext.Address(v.Page, v.Subpage), Title: f.name(v.Page, v.Name), Aside: v.At.In(now.Location()).Format("15:04"),
		}, browse.Place{Page: v.Page, Subpage: v.Subpage})
	}
	return l
}

// name is what a page is called now, or was when it was noted.
func (f *finding) name(page int, noted string) string {
	if name := f.w.app.nav.Directory.Name(page); name != "" {
		return name
	}
	return noted
}

// pageMatches tells whether a page has a query in its name or begins with it.
func pageMatches(query string, page int, name string) bool {
	return query == "" || strings.HasPrefix(strconv.Itoa(page), query) || strings.Contains(strings.ToLower(name), strings.ToLower(query))
}

func (f *finding) age(t time.Time) string { return words.AgeWords(f.w.app.now().Sub(t)) }

// open goes to the page of a row. The words that were searched for are marked there.
func (f *finding) open(row int) {
	tab := f.panel.Tab()
	if row < 0 || row >= len(f.rows[tab]) || f.rows[tab][row].Page == 0 {
		return
	}
	place := f.rows[tab][row]
	if place.Subpage == heading {
		f.fold(row)
		return
	}
	f.w.sought = sought{}
	if tab == finder.Text {
		f.w.sought = sought{place.Page, f.searched, f.exact}
	}
	f.w.app.nav.Run(f.w.app.nav.GoTo(place))
	if f.w.win.Canvas().Size().Width < shell.PanelBeside {
		f.w.closeFinder() // it covers the page
		if f.w.panel.Visible() {
			f.w.togglePanel() // so would this, in whose place it was
		}
	}
}

func (f *finding) fold(row int) {
	places := f.rows[finder.Pages]
	if f.panel.Tab() != finder.Pages || row < 0 || row >= len(places) {
		return
	}
	hundred := places[row].Page / 100
	f.folded[hundred] = !f.folded[hundred]
	f.fill()
}

// sought are the words that a search led to a page for.
type sought struct {
	page  int
	words string
	exact bool
}

// marks are the cells of a page that show the words.
func (s *sought) marks(g *teletext.Grid) []teletext.Span {
	lines, columns := make([]string, teletext.Rows), make([][]int, teletext.Rows)
	for row := range lines {
		lines[row], columns[row] = g.Letters(teletext.Span{Row: row, Before: teletext.Columns})
	}
	var spans []teletext.Span
	for row, marks := range store.Marks(lines, s.words, s.exact) {
		for _, m := range marks {
			spans = append(spans, teletext.Span{Row: row, From: columns[row][m.From], Before: columns[row][m.Before]})
		}
	}
	return spans
}
