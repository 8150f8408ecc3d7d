package relay

import (
	"cmp"
	"crypto/sha256"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sextant/app/api"
	"sextant/app/store"
	"sextant/app/teletext"
)

// The pages that there can be.
const (
	firstPage = 100
	lastPage  = 899
)

// documentsMost bounds the documents in memory, in bytes. The least recently used are read from the store again.
const documentsMost = 48 << 20

// A document is a page as the service gave it. It is immutable; the body in the other format is made on first use.
type document struct {
	number   int
	raw      *api.Body // in format
	format   string
	digest   [sha256.Size]byte
	subpages []subpage
	modified time.Time
	// confirmed is when the service gave it, or said that it is unchanged, and headers say so.
	confirmed time.Time
	headers   http.Header

	other *otherForm // shared by all that have the same raw
	used  *atomic.Int64
	// stored: the store has it too.
	stored *atomic.Bool
}

// A subpage is one of a document, with the digest of its content.
type subpage struct {
	number int
	digest [sha256.Size]byte
}

// An otherForm is a document in the format in which it did not come.
type otherForm struct {
	once sync.Once
	body *api.Body
	size atomic.Int64 // bytes
	err  error
}

func typeOf(format string) string {
	if format == string(api.XML) {
		return api.TypeXML
	}
	return api.TypeJSON
}

func (d *document) decode() (*teletext.Page, error) {
	p, err := api.DecodePage(d.raw.Data(), api.Format(d.format))
	if err == nil {
		p.Number = d.number // it may lack its number
	}
	return p, err
}

// bodyIn returns the document in a format.
func (d *document) bodyIn(format string) (*api.Body, error) {
	if format == d.format {
		return d.raw, nil
	}
	d.other.once.Do(func() {
		p, err := d.decode()
		var data []byte
		if err == nil {
			encode := p.EncodeJSON
			if format == string(api.XML) {
				encode = p.EncodeXML
			}
			data, err = encode()
		}
		if d.other.err = err; err == nil {
			d.other.body = api.NewBody(typeOf(format), d.modified, data)
			d.other.size.Store(int64(len(data)))
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

// headersOf returns the headers of a document that was confirmed at a time. Date is that time, as for every answer from
// a cache (RFC 9110, section 6.6.1): a client behind a cache that sends no Age can find the age by it.
func headersOf(confirmed time.Time) http.Header {
	return http.Header{"Link": monitor, "Date": {confirmed.UTC().Format(http.TimeFormat)}}
}

// subpageDigest returns the digest of a subpage.
func (d *document) subpageDigest(number int) (digest [sha256.Size]byte, ok bool) {
	for _, s := range d.subpages {
		if s.number == number {
			return s.digest, true
		}
	}
	return digest, false
}

// hasMoreThan reports whether the document has a subpage that other lacks.
func (d *document) hasMoreThan(other *document) bool {
	return slices.ContainsFunc(d.subpages, func(s subpage) bool {
		_, there := other.subpageDigest(s.number)
		return !there
	})
}

// size estimates the memory that the document takes, in bytes, including its compressed bodies.
func (d *document) size() int64 { return (int64(len(d.raw.Data()))+d.other.size.Load())*5/4 + 1<<10 }

// A pageCache has the last document of each page, in memory or in the store. It is safe for concurrent use.
type pageCache struct {
	store *store.Store
	zone  *time.Location
	slots [lastPage - firstPage + 1]slot

	clock atomic.Int64 // counts uses
	room  sync.Mutex   // held by makeRoom
}

// A slot is that of one page.
type slot struct {
	document atomic.Pointer[document]

	mu      sync.Mutex
	looked  bool // the store was read and has nothing
	missing bool // acquire.Standing.Missing after the last answer
}

func (c *pageCache) init(s *store.Store, zone *time.Location) {
	c.store, c.zone = s, zone
}

// slot returns that of a page, nil for a number that no page has.
func (c *pageCache) slot(page int) *slot {
	if page < firstPage || page > lastPage {
		return nil
	}
	return &c.slots[page-firstPage]
}

// get returns the document of a page, from memory or the store, nil for none.
func (c *pageCache) get(page int) *document {
	s := c.slot(page)
	if s == nil {
		return nil
	}
	d := s.document.Load()
	if d == nil {
		if d = c.readStored(s, page); d == nil {
			return nil
		}
	}
	d.used.Store(c.clock.Add(1))
	return d
}

// readStored loads a page from the store into its slot.
func (c *pageCache) readStored(s *slot, page int) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.document.Load(); d != nil || s.looked {
		return d
	}
	d, err := c.fromStore(page)
	if d == nil {
		s.looked = err == nil
		return nil // an unreadable one is asked for again
	}
	c.setLocked(s, d)
	return d
}

// fromStore reads a page from the store, nil for none.
func (c *pageCache) fromStore(page int) (*document, error) {
	p, err := c.store.Page(page)
	if err != nil || p == nil {
		return nil, err
	}
	d := c.newDocument(p.Document, p.Raw, p.Form, confirmed(p.Last, p.Validators), nil)
	d.stored.Store(true)
	return d, nil
}

// beforeLocked returns the document that an answer replaces, nil for none or an unreadable one. The slot's lock is
// held.
func (c *pageCache) beforeLocked(s *slot, page int) *document {
	d := s.document.Load()
	if d == nil {
		d, _ = c.fromStore(page)
	}
	return d
}

// newDocument makes a document of an answer. One with the content of before is before,
// whatever its time of change; any other has a later Last-Modified than before (RFC 9110, section 8.8.2), but none
// after confirmed.
func (c *pageCache) newDocument(p *teletext.Page, raw []byte,
	format string, confirmed time.Time, before *document,
) *document {
	d := &document{
		number: p.Number, format: format, confirmed: confirmed, headers: headersOf(confirmed),
		other: &otherForm{}, used: &atomic.Int64{}, stored: &atomic.Bool{},
	}
	d.digest, d.modified = p.Digest(), p.ModifiedIn(c.zone)
	for i := range p.Subpages {
		d.subpages = append(d.subpages, subpage{p.Subpages[i].Number, p.Subpages[i].Digest()})
	}
	if before != nil && before.digest == d.digest {
		return before.confirmedAt(confirmed)
	}
	if d.modified.After(confirmed) || before != nil && !d.modified.After(before.modified) && !d.modified.IsZero() {
		d.modified = confirmed
	}
	d.raw = api.NewBody(typeOf(format), d.modified, raw)
	return d
}

// setLocked sets the document of a slot, whose lock is held.
func (c *pageCache) setLocked(s *slot, d *document) {
	d.used.Store(c.clock.Add(1))
	s.document.Store(d)
	s.looked = false
	c.makeRoom(documentsMost)
}

// bytesHeld estimates the memory of all documents, in bytes.
func (c *pageCache) bytesHeld() (bytes int64) {
	for i := range c.slots {
		if d := c.slots[i].document.Load(); d != nil {
			bytes += d.size()
		}
	}
	return bytes
}

// makeRoom evicts the least recently used documents that the store has too, until the others take at most so many
// bytes.
func (c *pageCache) makeRoom(most int64) {
	held := c.bytesHeld()
	if held <= most || !c.room.TryLock() { // another goroutine does
		return
	}
	defer c.room.Unlock()
	all := make([]*document, 0, len(c.slots))
	for i := range c.slots {
		if d := c.slots[i].document.Load(); d != nil {
			all = append(all, d)
		}
	}
	slices.SortFunc(all, func(a, b *document) int { return cmp.Compare(a.used.Load(), b.used.Load()) })
	for _, d := range all[:max(0, len(all)-1)] { // the last one is in use
		if held <= most {
			return
		}
		if c.isStored(d) && c.slot(d.number).document.CompareAndSwap(d, nil) {
			held -= d.size()
		}
	}
}

// isStored reports whether the store has a document.
func (c *pageCache) isStored(d *document) bool {
	if !d.stored.Load() {
		p, err := c.store.Page(d.number)
		d.stored.Store(err == nil && p != nil && p.Document.Digest() == d.digest)
	}
	return d.stored.Load()
}
