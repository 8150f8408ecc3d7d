package site

import (
	"bytes"
	_ "embed" // for the pages
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"
	"time"

	"sextant/app/api"
	"sextant/app/say"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/words"
)

//go:embed site.html
var pagesText string

var pages = template.Must(template.New("").Parse(pagesText))

// A view is what a page of the site shows.
type view struct {
	in                      *say.Tongue
	Title, Service, Why, To string
	Here                    string // which of the site's own pages it is
	HasKey                  bool   // there is something to log out of
	Kiosk                   bool

	Page       int
	Subpages   []subpageView
	Prev, Next int // pages, 0 for none
	Keys       []keyView
	Concealed  bool
	Reveal     bool

	Query   string
	Hits    []hitView
	More    bool
	Listing []store.Listing
	Items   []itemView
	Screens []screenView
}

// Say says a text in the reader's language, whose tag is Language.
func (v view) Say(key string, pairs ...any) string { return v.in.Text(key, pairs...) }

func (v view) Language() string { return v.in.Tag() }

// tongueOf returns the language that a reader's browser prefers.
func tongueOf(r *http.Request) *say.Tongue { return say.For(r.Header.Get("Accept-Language")) }

// A subpageView is a subpage as it is shown.
type subpageView struct {
	Number, Of     int
	Earlier, Later int // numbers of the neighbours, 0 for none
	Grid           template.HTML
	Label          string
}

// A keyView is a colour key.
type keyView struct {
	Class, Label string
	Page         int
}

// writeView writes a page of the site.
func (s *Site) writeView(w http.ResponseWriter, r *http.Request, status int, name string, v view) {
	v.in = tongueOf(r)
	w.Header().Add("Vary", "Accept-Language")
	v.Service, v.HasKey = s.parts.Title, !s.parts.Door.Open() && name != "login"
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name, v); err != nil {
		panic(err) // the page itself is wrong
	}
	if status == http.StatusOK {
		s.send(w, r, api.TypeHTML, b.Bytes())
		return
	}
	w.Header().Set("Content-Type", api.TypeHTML)
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // the client has gone
}

// dial leads to the page of the keypad.
func (s *Site) dial(w http.ResponseWriter, r *http.Request) {
	page, _, ok := teletext.ParseAddress(strings.TrimSpace(r.URL.Query().Get("page")))
	if !ok {
		s.sorry(w, r, http.StatusNotFound, tongueOf(r).Text("site.noNumber"))
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, "/"+strconv.Itoa(page), http.StatusSeeOther)
}

// document asks for a page as one of the relay's clients.
func (s *Site) document(r *http.Request, c Client, page int) (*teletext.Page, time.Duration, error) {
	answer, err := s.parts.Source(r, c).Document(r, page, string(api.JSON))
	if err != nil {
		return nil, 0, err
	}
	doc, err := api.DecodePage(answer.Body.Data(), api.JSON)
	if err != nil {
		return nil, 0, err
	}
	doc.Number = page // it may lack its number
	return doc, answer.Freshness.Lifetime, nil
}

// page shows all subpages of a page, or one.
func (s *Site) page(w http.ResponseWriter, r *http.Request, c Client, page, subpage int) {
	doc, lifetime, err := s.document(r, c, page)
	if err != nil {
		s.lacking(w, r, err, tongueOf(r).Text("site.noPage", "Page", page))
		return
	}
	in := tongueOf(r)
	v := view{Page: page, Title: strings.TrimSpace(fmt.Sprint(page, " ", strings.TrimSpace(doc.Name)))}
	v.Reveal = r.URL.Query().Has("reveal")
	v.Prev, v.Next = s.neighbours(page)
	for i := range doc.Subpages {
		sub := &doc.Subpages[i]
		if sub.Empty() || subpage != 0 && sub.Number != subpage {
			continue
		}
		grid := sub.Grid()
		v.Concealed = v.Concealed || grid.Concealed()
		links := doc.Links(i, grid, unknown{sub.MarkedLinks() > 0})
		shown := subpageView{
			Number: sub.Number, Of: len(doc.Subpages),
			Label: in.Text("site.subpage", "Subpage", sub.Number, "Of", len(doc.Subpages)),
			Grid:  template.HTML(gridHTML(grid, links, v.Reveal)), // it escapes all text
		}
		if i > 0 {
			shown.Earlier = doc.Subpages[i-1].Number
		}
		if i+1 < len(doc.Subpages) {
			shown.Later = doc.Subpages[i+1].Number
		}
		if len(v.Keys) == 0 {
			v.Keys = keysOf(grid)
		}
		v.Subpages = append(v.Subpages, shown)
	}
	if len(v.Subpages) == 0 {
		s.sorry(w, r, http.StatusNotFound, in.Text("site.noSubpage", "Page", page))
		return
	}
	s.fresh(w, min(lifetime, time.Minute))
	s.writeView(w, r, http.StatusOK, "page", v)
}

// keysOf are the colour keys that lead somewhere.
func keysOf(g *teletext.Grid) (all []keyView) {
	for i, k := range g.ColourKeys() {
		if teletext.ValidPage(k.Page) {
			all = append(all, keyView{
				[...]string{"red", "green", "yellow", "blue"}[i], strings.TrimSpace(k.Label),
				k.Page,
			})
		}
	}
	return all
}

// neighbours are the pages before and behind one that are known.
func (s *Site) neighbours(page int) (prev, next int) {
	for _, l := range s.listing() {
		switch {
		case l.Page < page:
			prev = l.Page
		case l.Page > page && next == 0:
			next = l.Page
		}
	}
	return prev, next
}

// listing are the pages that there are.
func (s *Site) listing() (all []store.Listing) {
	known, err := s.parts.Store.Directory()
	if err != nil {
		return nil
	}
	for _, l := range known {
		if !l.Fetched.IsZero() && l.MissingSince.IsZero() {
			all = append(all, l)
		}
	}
	return all
}

// index shows the pages that are known.
func (s *Site) index(w http.ResponseWriter, r *http.Request) {
	s.fresh(w, time.Minute)
	s.writeView(w, r, http.StatusOK, "index", view{Here: "index", Title: s.parts.Title, Listing: s.listing()})
}

// mostHits and mostQuery bound what is found, and the bytes of what is looked for.
const (
	mostHits  = 100
	mostQuery = 200
)

// A hitView is a subpage that was found.
type hitView struct {
	Page, Subpage      int
	Name               string
	Before, Hit, After string // the line, with the first word that was looked for in it
}

// search finds pages by their words.
func (s *Site) search(w http.ResponseWriter, r *http.Request) {
	query := strings.TrimSpace(r.URL.Query().Get("q"))
	query = strings.ToValidUTF8(query[:min(len(query), mostQuery)], "")
	v := view{Here: "search", Title: tongueOf(r).Text("site.search"), Query: query}
	if query != "" {
		hits, more, err := s.parts.Store.Search(r.Context(), query, false, mostHits)
		if err != nil {
			s.sorry(w, r, http.StatusServiceUnavailable, tongueOf(r).Text("site.noSearch"))
			return
		}
		v.More = more
		for _, h := range hits {
			hit := hitView{Page: h.Page, Subpage: h.Subpage, Name: strings.TrimSpace(h.Name), Before: h.Line}
			if len(h.Marks) > 0 {
				m := h.Marks[0]
				hit.Before, hit.Hit, hit.After = h.Line[:m.From], h.Line[m.From:m.Before], h.Line[m.Before:]
			}
			v.Hits = append(v.Hits, hit)
		}
	}
	s.fresh(w, time.Minute)
	s.writeView(w, r, http.StatusOK, "search", v)
}

// when says when something was.
func (s *Site) when(in *say.Tongue, t time.Time) string {
	return words.Calendar{Zone: s.parts.Zone, Now: s.parts.Now(), Tongue: in}.At(t)
}
