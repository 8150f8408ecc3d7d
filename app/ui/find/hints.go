package find

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/budget"
	"sextant/app/station"
	"sextant/app/store"
	"sextant/app/teletext"
)

// indexPages are the pages that name most others at the services known.
func indexPages() []int { return []int{browse.Home, 199} }

// indexLasts bounds the request for an index page.
const indexLasts = 30 * time.Second

// readIndexes requests the index pages that were never loaded and may exist, until end is called.
func readIndexes(st *station.Station) (end func()) {
	ctx, end := context.WithTimeout(context.Background(), indexLasts)
	for _, page := range indexPages() {
		if st.Directory.Existence(page) == teletext.Absent {
			continue
		}
		go func() {
			want := acquire.Want{Page: page, Class: budget.Prefetch}
			if _, _, known := st.Pages.Stored(want); !known {
				_ = st.Pages.Fetch(ctx, want) // whatever the answer, st publishes it
			}
		}()
	}
	return end
}

// withHints adds pages that were never loaded, but are in the chain of pages or named by an index page, to the
// listings, with a zero time of fetching.
func withHints(kept *store.Store, guide *browse.Directory, listings []store.Listing) ([]store.Listing, error) {
	names := map[int]string{}
	for _, page := range indexPages() {
		v, err := kept.Page(page)
		if err != nil {
			return nil, err
		}
		if v != nil {
			readNames(v.Document, guide, names)
		}
	}
	for _, page := range guide.Between(teletext.FirstPage, teletext.LastPage+1) {
		if _, named := names[page]; !named {
			names[page] = ""
		}
	}
	for _, l := range listings {
		delete(names, l.Page)
	}
	all := slices.Clone(listings)
	for page, name := range names {
		all = append(all, store.Listing{Page: page, Name: name})
	}
	slices.SortFunc(all, func(a, b store.Listing) int { return cmp.Compare(a.Page, b.Page) })
	return all, nil
}

// readNames adds the names that an index page has for others; the first one of a page counts.
func readNames(index *teletext.Page, guide teletext.Guide, names map[int]string) {
	for i := range index.Subpages {
		grid := index.Subpages[i].Grid()
		links := index.Links(i, grid, guide)
		for at, entry := range teletext.Entries(grid, links) {
			if name := nameIn(grid, links[at], entry); name != "" && names[entry.Page] == "" {
				names[entry.Page] = name
			}
		}
	}
}

// nameIn returns the text beside the number of an index's entry, empty if that has no letter.
func nameIn(g *teletext.Grid, link, entry teletext.Link) string {
	var name strings.Builder
	for col := entry.From; col < entry.Before; col++ {
		c := g[entry.Row][col]
		isNumber := col >= link.From && col < link.Before
		if isNumber || c.Attr&(teletext.Mosaic|teletext.Conceal) != 0 {
			c.Rune = ' '
		}
		name.WriteRune(c.Rune)
	}
	isFiller := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }
	text := strings.TrimFunc(strings.Join(strings.Fields(name.String()), " "), isFiller)
	if !strings.ContainsFunc(text, unicode.IsLetter) {
		return ""
	}
	return text
}
