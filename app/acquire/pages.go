package acquire

import (
	"context"
	"sync"
	"time"

	"sextant/app/service"
	"sextant/app/teletext"
)

// Freshness is how long a page from memory is shown without asking the service whether it changed.
const Freshness = time.Minute

// Bounds of the memory: pictures weigh a third of a megabyte each when decoded, documents little.
const (
	maxPages    = 100
	maxPictures = 16
)

// A Source is what pages come from; a service.Client is one.
type Source interface {
	Page(ctx context.Context, page int, format service.Format) (*teletext.Page, error)
	Picture(ctx context.Context, page, subpage int) (*service.Picture, error)
}

// An Answer is what is known of a subpage. Document and Picture are nil where they did not come,
// with the reason beside them, or where no picture was asked for.
type Answer struct {
	Page, Subpage int
	Document      *teletext.Page
	DocumentErr   error
	Picture       *service.Picture
	PictureErr    error
	// Fetched is when the document came from the service.
	Fetched time.Time
}

// Pages fetches subpages and keeps the latest of them in memory. It is safe for concurrent use.
type Pages struct {
	source Source
	format service.Format
	now    func() time.Time

	mu       sync.Mutex
	pages    map[int]*entry
	flights  map[flightKey]*flight
	pictures int
	clock    int // counts uses, to find what was not used for longest
}

// A flight is a Fetch under way, whose answer others may share.
type flight struct {
	done   chan struct{}
	answer Answer
}

type flightKey struct {
	page, subpage int
	picture       bool
}

type entry struct {
	document *teletext.Page
	fetched  time.Time
	used     int
	pictures map[int]*pictureEntry
}

type pictureEntry struct {
	picture *service.Picture
	used    int
}

// NewPages makes an empty memory in front of a source.
func NewPages(source Source, format service.Format, now func() time.Time) *Pages {
	return &Pages{source: source, format: format, now: now, pages: map[int]*entry{}, flights: map[flightKey]*flight{}}
}

// Recall answers from memory alone, if it has the document and, where a picture is wanted, that too.
// Subpage 0 is the page's first. fresh tells whether there is no need to ask the service yet.
func (p *Pages) Recall(page, subpage int, picture bool) (a Answer, fresh, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	e := p.pages[page]
	if e == nil {
		return Answer{}, false, false
	}
	subpage = firstIfZero(e.document, subpage)
	p.clock++
	e.used = p.clock
	a = Answer{Page: page, Subpage: subpage, Document: e.document, Fetched: e.fetched}
	if pic := e.pictures[subpage]; pic != nil {
		pic.used = p.clock
		a.Picture = pic.picture
	}
	if _, i := a.Document.Subpage(subpage); picture && a.Picture == nil || !picture && i < 0 {
		return Answer{}, false, false
	}
	return a, p.now().Sub(e.fetched) < Freshness, true
}

// Turn brings another subpage of a page whose document is known and fresh: only the picture is asked
// for, if it is wanted. Otherwise it is a Fetch.
func (p *Pages) Turn(ctx context.Context, page, subpage int, picture bool) Answer {
	p.mu.Lock()
	e := p.pages[page]
	fresh := e != nil && p.now().Sub(e.fetched) < Freshness
	p.mu.Unlock()
	if !fresh {
		return p.Fetch(ctx, page, subpage, picture)
	}
	a := Answer{Page: page, Subpage: subpage, Document: e.document, Fetched: e.fetched}
	if picture {
		p.fetchPicture(ctx, &a)
	}
	p.remember(&a, false)
	return a
}

// Fetch asks the service for the document and, if it is wanted, the picture, both at once. Subpage 0 asks for the first
// one known, which is number 1 on a page never seen; if the document then tells of another, that
// is asked for too. A Fetch of the same place while one is under way shares its answer.
func (p *Pages) Fetch(ctx context.Context, page, subpage int, picture bool) Answer {
	key := flightKey{page, subpage, picture}
	p.mu.Lock()
	if f := p.flights[key]; f != nil {
		p.mu.Unlock()
		select {
		case <-f.done:
		case <-ctx.Done():
		}
		if ctx.Err() == nil && service.KindOf(f.answer.DocumentErr) != service.Cancelled {
			return f.answer
		}
		return p.fetch(ctx, page, subpage, picture)
	}
	f := &flight{done: make(chan struct{})}
	p.flights[key] = f
	p.mu.Unlock()
	f.answer = p.fetch(ctx, page, subpage, picture)
	p.mu.Lock()
	delete(p.flights, key)
	p.mu.Unlock()
	close(f.done)
	return f.answer
}

func (p *Pages) fetch(ctx context.Context, page, subpage int, picture bool) Answer {
	a := Answer{Page: page, Subpage: p.guess(page, subpage)}
	var both sync.WaitGroup
	both.Go(func() {
		a.Document, a.DocumentErr = p.source.Page(ctx, page, p.format)
		a.Fetched = p.now()
	})
	if picture {
		p.fetchPicture(ctx, &a)
	}
	both.Wait()
	if first, missing := p.missed(&a, subpage); missing && ctx.Err() == nil {
		a.Subpage = first
		if picture {
			p.fetchPicture(ctx, &a)
		}
	}
	p.remember(&a, true)
	return a
}

func (p *Pages) fetchPicture(ctx context.Context, a *Answer) {
	a.Picture, a.PictureErr = p.source.Picture(ctx, a.Page, a.Subpage)
}

// missed tells whether the guessed subpage is not on the page, and which one comes first instead. A
// subpage that was asked for by number but is gone gives the first one too.
func (p *Pages) missed(a *Answer, asked int) (first int, missing bool) {
	if a.Document == nil || len(a.Document.Subpages) == 0 {
		return 0, false
	}
	first = a.Document.Subpages[0].Number
	if _, i := a.Document.Subpage(a.Subpage); i >= 0 && (asked != 0 || a.Subpage == first) {
		return 0, false
	}
	return first, true
}

func (p *Pages) guess(page, subpage int) int {
	if subpage != 0 {
		return subpage
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if e := p.pages[page]; e != nil {
		return firstIfZero(e.document, 0)
	}
	return 1
}

func firstIfZero(doc *teletext.Page, subpage int) int {
	if subpage == 0 && doc != nil && len(doc.Subpages) > 0 {
		return doc.Subpages[0].Number
	}
	return subpage
}

// remember keeps what came. A document with another time of change makes the pictures of the older
// one worthless.
func (p *Pages) remember(a *Answer, asked bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	e := p.pages[a.Page]
	if e == nil {
		if a.Document == nil {
			return
		}
		e = &entry{pictures: map[int]*pictureEntry{}}
		p.pages[a.Page] = e
	}
	p.clock++
	e.used = p.clock
	if asked && a.Document != nil {
		if e.document != nil && !e.document.Modified.Equal(a.Document.Modified) {
			p.pictures -= len(e.pictures)
			clear(e.pictures)
		}
		e.document, e.fetched = a.Document, a.Fetched
	}
	if a.Picture != nil {
		if e.pictures[a.Subpage] == nil {
			p.pictures++
		}
		e.pictures[a.Subpage] = &pictureEntry{a.Picture, p.clock}
	}
	p.forget()
}

// forget drops what was not used for longest until the memory is within its bounds.
func (p *Pages) forget() {
	for p.pictures > maxPictures {
		var oldest *entry
		subpage := 0
		for _, e := range p.pages {
			for n, pic := range e.pictures {
				if oldest == nil || pic.used < oldest.pictures[subpage].used {
					oldest, subpage = e, n
				}
			}
		}
		delete(oldest.pictures, subpage)
		p.pictures--
	}
	for len(p.pages) > maxPages {
		oldest := 0
		for n, e := range p.pages {
			if oldest == 0 || e.used < p.pages[oldest].used {
				oldest = n
			}
		}
		p.pictures -= len(p.pages[oldest].pictures)
		delete(p.pages, oldest)
	}
}
