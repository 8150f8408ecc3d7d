package site

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode"

	"sextant/app/api"
	"sextant/app/printable"
	"sextant/app/teletext"
)

// mostEntries is how many versions a feed has.
const mostEntries = 20

// unwrittenWait is when a reader may ask again for a feed whose page has been loaded, but is not stored.
const unwrittenWait = 10 * time.Second

// The elements of a feed (RFC 4287).
type (
	atomFeed struct {
		XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		ID      string      `xml:"id"`
		Title   string      `xml:"title"`
		Updated string      `xml:"updated"`
		Author  atomAuthor  `xml:"author"`
		Links   []atomLink  `xml:"link"`
		Entries []atomEntry `xml:"entry"`
	}
	atomAuthor struct {
		Name string `xml:"name"`
	}
	atomLink struct {
		Rel  string `xml:"rel,attr"`
		Type string `xml:"type,attr"`
		Href string `xml:"href,attr"`
	}
	atomEntry struct {
		ID      string   `xml:"id"`
		Title   string   `xml:"title"`
		Updated string   `xml:"updated"`
		Link    atomLink `xml:"link"`
		Content string   `xml:"content"` // of the type text
	}
)

// feed gives the versions of a page that are kept, the newest first, each with what it says that the one before did
// not.
func (s *Site) feed(w http.ResponseWriter, r *http.Request, c Client, page int) {
	if s.parts.Subscribe != nil {
		s.parts.Subscribe(r, c, page)
	}
	_, _, lacks := s.document(r, c, page)
	versions, err := s.changes(r.Context(), page)
	if err != nil || len(versions) == 0 {
		if lacks == nil { // it is not written yet, or cannot be read
			lacks = &api.Refusal{Status: http.StatusServiceUnavailable, RetryAfter: unwrittenWait}
		}
		s.lacking(w, r, lacks, tongueOf(r).Text("site.noVersions", "Page", page))
		return
	}
	base := s.base(r)
	f := atomFeed{
		ID: feedID(page, 0), Title: fmt.Sprint(page), Author: atomAuthor{clean(s.parts.Title)},
		Links: []atomLink{
			{"self", "application/atom+xml", fmt.Sprintf("%s/%d.atom", base, page)},
			{"alternate", "text/html", fmt.Sprintf("%s/%d", base, page)},
		},
	}
	var before *teletext.Page
	for i, v := range versions {
		stored, ok, err := s.parts.Store.Version(v.ID)
		if err != nil || !ok {
			continue
		}
		doc := stored.Document
		if name := clean(strings.TrimSpace(doc.Name)); name != "" {
			f.Title = fmt.Sprint(page, " ", name)
		}
		if i > 0 || len(versions) <= mostEntries { // else it is only there to be compared with
			f.Entries = append(f.Entries, atomEntry{
				ID: feedID(page, v.ID), Title: entryTitle(doc, before, f.Title), Updated: stamp(v.First),
				Link: f.Links[1], Content: newText(doc, before),
			})
		}
		before = doc
	}
	for i, j := 0, len(f.Entries)-1; i < j; i, j = i+1, j-1 {
		f.Entries[i], f.Entries[j] = f.Entries[j], f.Entries[i]
	}
	f.Updated = stamp(versions[len(versions)-1].First)
	body, err := xml.MarshalIndent(f, "", " ")
	if err != nil {
		s.sorry(w, r, http.StatusServiceUnavailable, tongueOf(r).Text("site.away"))
		return
	}
	s.fresh(w, time.Minute)
	s.send(w, r, api.TypeAtom, append([]byte(xml.Header), body...))
}

// base is the address of the site as the reader knows it.
func (s *Site) base(r *http.Request) string {
	switch {
	case s.parts.PublicURL != "":
		return s.parts.PublicURL
	case isSecure(r):
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// isSecure reports whether a request came by https, also to a proxy.
func isSecure(r *http.Request) bool {
	return r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https"
}

// feedID is an address that stays the same wherever the relay is (RFC 4151), of a page or of a version.
func feedID(page int, version int64) string {
	id := fmt.Sprintf("tag:sextant.invalid,2026:page/%d", page)
	if version != 0 {
		id += fmt.Sprintf("/%d", version)
	}
	return id
}

// stamp is a time as in RFC 3339.
func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// A row is a line of a page that says something, and the same without a clock.
type row struct{ text, timeless string }

// rowsOf are the rows of a page.
func rowsOf(doc *teletext.Page) (rows []row) {
	for i := range doc.Subpages {
		text := doc.Subpages[i].Grid().Text(teletext.WholeRows(), teletext.TextForm{})
		for n, line := range strings.Split(text, "\n") {
			if line = strings.TrimSpace(clean(line)); line != "" {
				rows = append(rows, row{line, doc.WithoutClock(i, n, line)})
			}
		}
	}
	return rows
}

// newRows are the lines of a page that an older version had not, also with another time on a clock.
func newRows(doc, before *teletext.Page) (lines []string) {
	had := map[string]bool{}
	if before != nil {
		for _, r := range rowsOf(before) {
			had[r.timeless] = true
		}
	}
	for _, r := range rowsOf(doc) {
		if !had[r.timeless] {
			lines = append(lines, r.text)
		}
	}
	return lines
}

// newText is what is new in a version, or where only something went all of it.
func newText(doc, before *teletext.Page) string {
	lines := newRows(doc, before)
	if len(lines) == 0 {
		for _, r := range rowsOf(doc) {
			lines = append(lines, r.text)
		}
	}
	return strings.Join(lines, "\n")
}

// entryTitle is the first new line that has words, or else the page's name, which it is of the first version too.
func entryTitle(doc, before *teletext.Page, name string) string {
	if before == nil {
		return name
	}
	for _, line := range newRows(doc, before) {
		if teletext.HasWords(line) {
			return line
		}
	}
	return name
}

// clean is a text without what XML cannot have.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || printable.IsControl(r) && r != '\n' && r != '\t' {
			return ' '
		}
		return r
	}, s)
}
