package demo

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"sextant/app/api"
	"sextant/app/render"
	"sextant/app/teletext"
)

// Document returns a page document, which is made on the first request.
func (s *Service) Document(_ *http.Request, page int, format string) (api.Answer, error) {
	e := s.pages.entries[page]
	if e == nil {
		return api.Answer{}, api.ErrNone
	}
	source, err := e.source()
	if err != nil {
		return api.Answer{}, err
	}
	source, since := s.at(source, s.options.Now())
	return answer(e.since(since).documents.get(format, func() (*api.Body, error) {
		return encode(s.compose(e, source, since), format, since)
	}))
}

func answer(b *api.Body, err error) (api.Answer, error) {
	return api.Answer{Body: b}, err
}

// encode encodes a page document in a format.
func encode(p *teletext.Page, format string, modified time.Time) (*api.Body, error) {
	encode, contentType := p.EncodeJSON, api.TypeJSON
	if format == "xml" {
		encode, contentType = p.EncodeXML, api.TypeXML
	}
	body, err := encode()
	if err != nil {
		return nil, fmt.Errorf("encoding page %d: %w", p.Number, err)
	}
	return api.NewBody(contentType, modified, body), nil
}

// Picture returns the picture of a subpage.
func (s *Service) Picture(_ *http.Request, page, subpage int) (api.Answer, error) {
	e := s.pages.entries[page]
	if e == nil {
		return api.Answer{}, api.ErrNone
	}
	source, err := e.source()
	if err != nil {
		return api.Answer{}, err
	}
	source, since := s.at(source, s.options.Now())
	for _, sub := range source.subpages {
		if sub.Number == subpage {
			return answer(e.since(since).pictures.get(subpage, func() (*api.Body, error) {
				body, err := render.EncodePicture(sub.Grid()[:])
				return api.NewBody(api.TypePNG, since, body), err
			}))
		}
	}
	return api.Answer{}, api.ErrNone
}

// dated returns the time of a change: its age before the last noon. So it stays the same over restarts on one day, and
// the order of changes too.
func dated(now time.Time, age time.Duration, zone *time.Location) time.Time {
	now = now.In(zone)
	noon := time.Date(now.Year(), now.Month(), now.Day(), 12, 0, 0, 0, zone)
	if noon.After(now) {
		noon = noon.AddDate(0, 0, -1)
	}
	return noon.Add(-age).Truncate(time.Second)
}

// pageOf returns the complete page document: the source with its place in the chain, its time, and all three content
// types.
func (s *Service) pageOf(e *entry) (*teletext.Page, error) {
	source, err := e.source()
	if err != nil {
		return nil, err
	}
	source, since := s.at(source, s.options.Now())
	return s.compose(e, source, since), nil
}

// Past returns the earlier versions of all pages, the oldest of each page first. It parses all sources, which takes a
// while.
func (s *Service) Past() (past []Version, err error) {
	for _, number := range s.pages.numbers {
		e := s.pages.entries[number]
		source, err := e.source()
		if err != nil {
			return nil, err
		}
		if source.isLive() {
			past = append(past, s.pastOf(e, source)...)
			continue
		}
		for _, was := range slices.Backward(source.earlier) {
			at := dated(s.started, source.age, s.options.Zone).Add(-was.age)
			past = append(past, Version{s.compose(e, source.with(was.lines), at), at})
		}
	}
	return past, nil
}

// A Version is a version of a page, and its time.
type Version struct {
	Page *teletext.Page
	At   time.Time
}

// compose is pageOf for a source and a time.
func (s *Service) compose(e *entry, source *page, m time.Time) *teletext.Page {
	m = m.In(s.options.Zone)
	p := &teletext.Page{
		Network:      network,
		Number:       e.number,
		Name:         source.name,
		Modified:     time.Date(m.Year(), m.Month(), m.Day(), m.Hour(), m.Minute(), m.Second(), 0, time.UTC),
		SubpageCount: len(source.subpages),
		Prev:         e.prev,
		Next:         e.next,
		TOPType:      "Block",
	}
	if len(source.subpages) > 1 {
		p.Animated = "yes"
	}
	for _, sub := range source.subpages {
		grid := sub.Grid()
		sub.Text, sub.Structured = grid.TextLines(), grid.Structured(s.pages.hasPage)
		p.Subpages = append(p.Subpages, sub)
	}
	return p
}

// Name returns the name of a page, "" if there is none.
func (s *Service) Name(page int) string {
	e := s.pages.entries[page]
	if e == nil {
		return ""
	}
	source, err := e.source()
	if err != nil {
		return ""
	}
	return source.name
}
