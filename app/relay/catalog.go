package relay

import (
	"crypto/sha256"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"sextant/app/endpoint"
	"sextant/app/service"
	"sextant/app/store"
	"sextant/app/teletext"
)

// The pages that there can be.
const (
	firstPage = 100
	lastPage  = 899
)

// documentsMost is how many bytes of documents are held in memory. What was not asked for longest is read from the store again.
const documentsMost = 48 << 20

// A document is a page as the service gave it. It does not change; bodies are made when first somebody asks for them.
type document struct {
	number   int
	raw      *endpoint.Body // in the format in which it came
	format   string
	digest   [sha256.Size]byte
	subpages []subpage
	modified time.Time
	// confirmed is when the service gave it, or said that it is unchanged, and headers say so.
	confirmed time.Time
	headers   http.Header

	other *otherForm // shared by all that have the same raw
	used  *atomic.Int64
}

// A subpage is one of a document by what it says.
type subpage struct {
	number int
	digest [sha256.Size]byte
}

// An otherForm is a document in the format in which it did not come.
type otherForm struct {
	once sync.Once
	body *endpoint.Body
	err  error
}

// newDocument takes over what came.
func newDocument(p *teletext.Page, raw []byte, format string, zone *time.Location, confirmed time.Time) *document {
	d := &document{
		number: p.Number, format: format, digest: p.Digest(), confirmed: confirmed, headers: headersOf(confirmed), modified: p.ModifiedIn(zone),
		other: &otherForm{}, used: &atomic.Int64{},
	}
	d.raw = endpoint.NewBody(typeOf(format), d.modified, raw)
	for i := range p.Subpages {
		d.subpages = append(d.subpages, subpage{p.Subpages[i].Number, p.Subpages[i].Digest()})
	}
	return d
}

func typeOf(format string) string {
	if format == string(service.XML) {
		return endpoint.XML
	}
	return endpoint.JSON
}

// page decodes the document.
func (d *document) page() (*teletext.Page, error) {
	p, err := service.DecodePage(d.raw.Data(), service.Format(d.format))
	if err == nil {
		p.Number = d.number // it may lack its number
	}
	return p, err
}

// body gives the document in a format.
func (d *document) body(format string) (*endpoint.Body, error) {
	if format == d.format {
		return d.raw, nil
	}
	d.other.once.Do(func() {
		p, err := d.page()
		var data []byte
		if err == nil {
			encode := p.EncodeJSON
			if format == string(service.XML) {
				encode = p.EncodeXML
			}
			data, err = encode()
		}
		if d.other.err = err; err == nil {
			d.other.body = endpoint.NewBody(typeOf(format), d.modified, data)
		}
	})
	return d.other.body, d.other.err
}

// confirmedAt is the same document, confirmed at a time.
func (d *document) confirmedAt(t time.Time) *document {
	same := *d
	same.confirmed, same.headers = t, headersOf(t)
	return &same
}

// headersOf are those of a document that was confirmed at a time. The date is that time, as it is of every answer from a cache (RFC
// 9110, section 6.6.1): by it even that can find its age which a cache without a sense of age has kept.
func headersOf(confirmed time.Time) http.Header {
	return http.Header{"Link": monitor, "Date": {confirmed.UTC().Format(http.TimeFormat)}}
}

// subpageDigest finds what a subpage says.
func (d *document) subpageDigest(number int) (digest [sha256.Size]byte, ok bool) {
	for _, s := range d.subpages {
		if s.number == number {
			return s.digest, true
		}
	}
	return digest, false
}

// size is about how many bytes of memory the document takes, with what it is packed to.
func (d *document) size() int64 { return int64(len(d.raw.Data()))*5/4 + 1<<10 }

// A catalog has what is known of each page, in memory or in the store. It is safe for concurrent use.
type catalog struct {
	store *store.Store
	zone  *time.Location
	slots [lastPage - firstPage + 1]slot

	held  atomic.Int64 // bytes
	clock atomic.Int64 // counts uses
	room  sync.Mutex   // held while room is made
}

// A slot is what is known of a page.
type slot struct {
	document atomic.Pointer[document]
	asking   atomic.Int32 // requests for it that wait for the service

	mu      sync.Mutex
	looked  bool      // the store has nothing else
	missing time.Time // when the service last said that there is no such page
	rest    time.Time // it failed, and is not asked for before by itself
	tried   int       // times in a row that it failed
}

// open begins with what the store knows of pages that there are not.
func (c *catalog) open(s *store.Store, zone *time.Location) {
	c.store, c.zone = s, zone
	listings, _ := s.Directory() // what cannot be read is learned again
	for _, l := range listings {
		if slot := c.slot(l.Page); slot != nil {
			slot.missing = l.MissingSince
		}
	}
}

// slot finds that of a page, nil for none that there can be.
func (c *catalog) slot(page int) *slot {
	if page < firstPage || page > lastPage {
		return nil
	}
	return &c.slots[page-firstPage]
}

// get gives what is known of a page, nil for nothing. The store is read where memory has nothing.
func (c *catalog) get(page int) *document {
	s := c.slot(page)
	if s == nil {
		return nil
	}
	d := s.document.Load()
	if d == nil {
		if d = c.read(s, page); d == nil {
			return nil
		}
	}
	d.used.Store(c.clock.Add(1))
	return d
}

// read takes a page from the store.
func (c *catalog) read(s *slot, page int) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.document.Load(); d != nil || s.looked {
		return d
	}
	stored, err := c.store.Page(page)
	if err != nil || stored == nil {
		s.looked = err == nil
		return nil // what cannot be read is asked for again
	}
	d := newDocument(stored.Document, stored.Raw, stored.Form, c.zone, confirmed(stored.Last, service.Served(stored.Served)))
	c.set(s, d)
	return d
}

// set puts a document in its slot. It needs the slot's lock.
func (c *catalog) set(s *slot, d *document) {
	d.used.Store(c.clock.Add(1))
	grown := d.size()
	if old := s.document.Swap(d); old != nil {
		grown -= old.size()
	}
	s.looked = false
	if c.held.Add(grown) > documentsMost {
		go c.makeRoom()
	}
}

// makeRoom drops documents that the store has too, those first that were not asked for longest.
func (c *catalog) makeRoom() {
	c.room.Lock()
	defer c.room.Unlock()
	for c.held.Load() > documentsMost {
		var oldest *slot
		var least *document
		for i := range c.slots {
			d := c.slots[i].document.Load()
			if d != nil && (least == nil || d.used.Load() < least.used.Load()) {
				oldest, least = &c.slots[i], d
			}
		}
		if least == nil {
			return
		}
		oldest.mu.Lock()
		if oldest.document.CompareAndSwap(least, nil) {
			c.held.Add(-least.size())
		}
		oldest.mu.Unlock()
	}
}
