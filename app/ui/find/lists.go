package find

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sextant/app/say"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/words"
	"sextant/widgets/core"
	"sextant/widgets/lists"
)

// fillPause is the least interval between updates of a list that changes without the user.
const fillPause = 2 * time.Second

// tabs fills the lists of the panel, one on each tab.
type tabs struct {
	find     *Presenter
	exact    bool
	folded   map[int]bool // hundreds whose pages are not listed
	cancel   context.CancelFunc
	rows     [4][]teletext.Place // the targets of each tab's rows; those of headings have subpage -1
	searched string              // the query of the hits
	later    bool                // an update of the list is scheduled
}

// Limits of the lists.
const (
	mostHits    = 200
	mostVisited = 300
)

// fillTab updates the current tab, if the panel is visible.
func (t *tabs) fillTab() {
	if !t.find.panel.Visible() {
		return
	}
	t.cancel()
	var ctx context.Context
	ctx, t.cancel = context.WithCancel(context.Background())
	query, kept := strings.TrimSpace(t.find.panel.query()), t.find.parts.Tuner.Current().Store
	switch t.find.panel.Tab() {
	case Text:
		t.search(ctx, kept, query)
	case Pages:
		guide := t.find.parts.Tuner.Current().Directory.Clone()
		t.readList(ctx, Pages, query, func() (func() list, error) {
			listings, err := kept.Directory()
			var news changes
			if err == nil && query == "" {
				news, err = readChanges(kept, listings, t.find.host.Now())
			}
			if err == nil {
				listings, err = withHints(kept, guide, listings)
			}
			return func() list { return t.directory(listings, news, query) }, err
		})
	case Favourites:
		t.showList(Favourites, t.favouriteRows(query))
	case History:
		t.readList(ctx, History, query, func() (func() list, error) {
			visited, err := kept.History(mostVisited)
			return func() list { return t.history(visited, query) }, err
		})
	}
}

// fillLater schedules an update of the directory, while pages are arriving.
func (t *tabs) fillLater() {
	if t.later || !t.find.panel.Visible() || t.find.panel.Tab() != Pages {
		return
	}
	t.later = true
	time.AfterFunc(fillPause, func() {
		t.find.host.Do(func() {
			t.later = false
			if t.find.panel.Tab() == Pages {
				t.fillTab()
			}
		})
	})
}

// A list is the content of a tab, with the targets of its rows.
type list struct {
	query   string // the one that it answers
	rows    []lists.Row
	places  []teletext.Place
	message string
}

func (l *list) addRow(r lists.Row, p teletext.Place) {
	l.rows, l.places = append(l.rows, r), append(l.places, p)
}

// showList shows a list, unless its query is not the one in the entry any more. The rows' targets are set before, since
// the panel may open a row at once.
func (t *tabs) showList(tab Tab, l list) {
	before, searched := t.rows[tab], t.searched
	t.rows[tab] = l.places
	if tab == Text {
		t.searched = l.query
	}
	if !t.find.panel.setRows(tab, l.query, l.rows, l.message) {
		t.rows[tab], t.searched = before, searched
	}
}

// readList reads from the store in the background and shows the result, which answers a query, unless ctx has been
// cancelled.
func (t *tabs) readList(ctx context.Context, tab Tab, query string, read func() (func() list, error)) {
	go func() {
		made, err := read()
		t.find.host.Do(func() {
			l := list{message: say.Text("store.unread", "Error", err)}
			switch {
			case ctx.Err() != nil:
				return
			case err == nil:
				l = made()
			}
			l.query = query
			t.showList(tab, l)
		})
	}()
}

func (t *tabs) search(ctx context.Context, kept *store.Store, query string) {
	if query == "" {
		t.showList(Text, list{message: say.Text("search.empty", "Collect", say.Text("collect.title"))})
		return
	}
	exact := t.exact
	t.readList(ctx, Text, query, func() (func() list, error) {
		hits, more, err := kept.Search(ctx, query, exact, mostHits)
		return func() list { return t.hits(hits, more, query) }, err
	})
}

func (t *tabs) hits(hits []store.Hit, more bool, query string) list {
	l := list{message: say.Text("search.none", "Words", query)}
	for _, h := range hits {
		var marks []core.Span
		for _, m := range h.Marks {
			marks = append(marks, core.Span{m.From, m.Before})
		}
		l.addRow(lists.Row{
			Page: teletext.Address(h.Page, h.Subpage), Title: h.Name,
			Detail: h.Line, Marks: marks, Aside: t.age(h.Fetched),
		}, teletext.Place{Page: h.Page, Subpage: h.Subpage})
	}
	if more {
		l.addRow(lists.Row{Title: say.Text("search.first", "Most", mostHits)}, teletext.Place{})
	}
	return l
}

// directory lists the changes while the user was away, and the pages by hundreds.
func (t *tabs) directory(listings []store.Listing, news changes, query string) list {
	l := list{message: say.Text("directory.empty")}
	t.addChanges(&l, news)
	if query != "" {
		l.message = say.Text("directory.noMatch", "Words", query)
	}
	listings = slices.DeleteFunc(listings, func(p store.Listing) bool {
		return !p.MissingSince.IsZero() || !pageMatches(query, p.Page, p.Name)
	})
	for len(listings) > 0 {
		hundred := listings[0].Page / 100
		n := slices.IndexFunc(listings, func(p store.Listing) bool { return p.Page/100 != hundred })
		if n < 0 {
			n = len(listings)
		}
		open := query != "" || !t.folded[hundred]
		l.addRow(lists.Row{
			Title: fmt.Sprintf("%d00 – %d99", hundred, hundred), Aside: strconv.Itoa(n), Heading: true, Open: open,
		}, teletext.Place{Page: hundred * 100, Subpage: heading})
		for _, known := range listings[:n] {
			if open {
				row := lists.Row{Page: strconv.Itoa(known.Page), Title: known.Name, Aside: t.age(known.Fetched)}
				if known.Fetched.IsZero() {
					row.Aside, row.Dim = say.Text("directory.notLoaded"), true
				}
				l.addRow(row, teletext.Place{Page: known.Page})
			}
		}
		listings = listings[n:]
	}
	return l
}

// heading is the subpage of a heading's row, which folds.
const heading = -1

func (t *tabs) favouriteRows(query string) list {
	keys := t.find.host.Command("find.favourite").InBrackets()
	l := list{query: query, message: say.Text("favourites.empty", "Command", say.Text("favourites.add"), "Keys", keys)}
	for _, v := range t.find.lists().Favourites() {
		if pageMatches(query, v.Page, v.Name) {
			at := teletext.Place{Page: v.Page, Subpage: v.Subpage}
			l.addRow(lists.Row{Page: at.String(), Title: t.name(v.Page, v.Name)}, at)
		}
	}
	if len(l.rows) == 0 && len(t.find.lists().Favourites()) > 0 {
		l.message = say.Text("favourites.noMatch", "Words", query)
	}
	return l
}

// favourite returns the index of a row's favourite, -1 for none.
func (t *tabs) favourite(row int) int {
	places := t.rows[Favourites]
	if row < 0 || row >= len(places) {
		return -1
	}
	return slices.IndexFunc(t.find.lists().Favourites(), func(v store.Favourite) bool {
		return teletext.Place{Page: v.Page, Subpage: v.Subpage} == places[row]
	})
}

func (t *tabs) history(visited []store.Visited, query string) list {
	l := list{message: say.Text("history.empty")}
	if query != "" {
		l.message = say.Text("history.noMatch", "Words", query)
	}
	c, day := t.find.parts.Tuner.Calendar(t.find.host.Now()).Here(), ""
	for _, v := range visited {
		if !pageMatches(query, v.Page, v.Name) {
			continue
		}
		if d := c.DayName(v.At); d != day {
			day = d
			l.addRow(lists.Row{Title: words.FirstUpper(d), Heading: true, Open: true}, teletext.Place{})
		}
		l.addRow(lists.Row{
			Page: teletext.Address(v.Page, v.Subpage), Title: t.name(v.Page, v.Name), Aside: c.Clock(v.At),
		}, teletext.Place{Page: v.Page, Subpage: v.Subpage})
	}
	return l
}

// name returns a page's current name, or the noted one if it is not known.
func (t *tabs) name(page int, noted string) string {
	if name := t.find.parts.Nav.Directory().Name(page); name != "" {
		return name
	}
	return noted
}

// pageMatches reports whether a page's name contains a query, or its number begins with it.
func pageMatches(query string, page int, name string) bool {
	return query == "" || strings.HasPrefix(strconv.Itoa(page), query) ||
		strings.Contains(strings.ToLower(name), strings.ToLower(query))
}

func (t *tabs) age(at time.Time) string { return words.AgeWords(t.find.host.Now().Sub(at)) }

func (t *tabs) fold(row int) {
	places := t.rows[Pages]
	if t.find.panel.Tab() != Pages || row < 0 || row >= len(places) {
		return
	}
	hundred := places[row].Page / 100
	t.folded[hundred] = !t.folded[hundred]
	t.fillTab()
}

// openRow opens the page of a row, with the words of the query marked.
func (t *tabs) openRow(row int) {
	tab := t.find.panel.Tab()
	if row < 0 || row >= len(t.rows[tab]) || t.rows[tab][row].Page == 0 {
		return
	}
	place := t.rows[tab][row]
	if place.Subpage == heading {
		t.fold(row)
		return
	}
	sought := ""
	if tab == Text {
		sought = t.searched
	}
	t.find.parts.Open(place, sought, t.exact)
	t.find.parts.Opened()
}
