package acquire

import (
	"context"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/store"
	"sextant/app/teletext"
)

// DefaultFreshness is how long a known page is shown without asking the service whether it changed.
const DefaultFreshness = time.Minute

// Bounds of the memory: a decoded picture takes a third of a megabyte, a document a tenth. The store returns an evicted
// one within a frame. There is room for the picture on screen, for those that are fetched ahead from it, and for eight
// that were seen before.
const (
	maxPages    = 40
	maxPictures = picturesAhead + 9
)

// A Source is what pages come from; a service.Client is one.
type Source interface {
	// Page returns a page document, or one that is Unchanged where the known one is current.
	Page(ctx context.Context, page int, format api.Format, known api.Validators) (*api.Document, error)
	// Picture does the same for the picture of a subpage.
	Picture(ctx context.Context, page, subpage int, known api.Validators) (*api.Picture, error)
}

// A Want is a request for a subpage. Subpage 0 is the page's first one.
type Want struct {
	Page, Subpage int
	// Picture: with the service's picture of it.
	Picture bool
	Class   budget.Class
	// Reload: the service is asked however fresh the known document and picture are. Kept: the known document will do,
	// however old.
	Reload, Kept bool
}

// An Answer is what is known of a subpage. Document is nil with DocumentErr. Picture is nil with PictureErr, or where
// none was asked for or known.
type Answer struct {
	State
	Subpage     int
	DocumentErr error
	Picture     *api.Picture
	PictureErr  error
	// Retry is the least time until it makes sense to ask again for what did not come, 0 where it never does.
	Retry time.Duration
}

// Place is the subpage that was asked for.
func (a *Answer) Place() teletext.Place { return teletext.Place{Page: a.Page, Subpage: a.Subpage} }

// A Change is the new state of a page whose content has changed, or that was missing and is there again, perhaps as it
// was. Old is its document before, nil where it was not known.
type Change struct {
	State
	Old *teletext.Page
}

// Pages answers for subpages: from memory, from the store, and from the service. It is safe for
// concurrent use.
type Pages struct {
	// Guesses has the pages that were fetched ahead.
	Guesses *Guesses

	source Source
	store  *store.Store
	budget *budget.Budget
	config Config

	documents *group[requestKey, *State]
	images    *group[requestKey, *api.Picture]

	mu         sync.Mutex
	pages      *simplelru.LRU[int, *entry]
	pictures   pictureMemory // of subpages of those pages
	attempts   attempts
	following  following
	facts      map[int]pageFact // of all pages that are known
	named      map[int]bool     // pages that a document names as its neighbours
	onDoubt    func()           // called with the lock when answers are in doubt
	rates      rates
	conditions conditions
}

// A requestKey identifies a request; a page's document has the subpage 0. One with no-cache does not share the answer
// of one without.
type requestKey struct {
	teletext.Place
	noCache bool
}

// Config configures Pages.
type Config struct {
	Format api.Format
	MaxAge time.Duration
	Now    func() time.Time
	// OnChanged is called with changes, from any goroutine. It may be nil.
	OnChanged func(Change)
	// OnAnswer is called with each answer for a document before the callers of Fetch get it, and with the page's
	// Standing after it, from any goroutine. It may be nil.
	OnAnswer func(page int, d *api.Document, err error, s Standing)
	// OnMonitor is called with the address of the stream of changes to which a document links, likewise.
	OnMonitor func(monitor string)
}

// A pageFact is when a page was asked for last, and when the origin confirmed what came then.
type pageFact struct{ asked, fetched time.Time }

// learn records that a page came or was confirmed. before is the known one until then, nil for none.
func (p *Pages) learn(page int, before, k *State) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if before != nil {
		p.rates.learn(page, k.Fetched.Sub(before.Fetched), before.Digest != k.Digest)
		p.conditions.learn(before, k)
	}
	p.facts[page] = pageFact{k.Asked, k.Fetched}
	p.named[k.Document.Next], p.named[k.Document.Prev] = true, true
}

// behind returns wishes for pages in memory that were on screen and have changed since.
func (p *Pages) behind() (wishes []Wish) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, page := range p.pages.Keys() {
		if e, _ := p.pages.Peek(page); e.seen && p.following.isOutdated(page) {
			wishes = append(wishes, Wish{Page: page, Class: budget.Prefetch, IfChanged: true})
		}
	}
	return wishes
}

// stale returns wishes for all pages of the service, to be asked for from an age on.
func (p *Pages) stale(age time.Duration) (wishes []Wish) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for page := range p.facts {
		if !p.standingLocked(teletext.Place{Page: page}).Missing {
			wishes = append(wishes, Wish{Page: page, Class: budget.Collect, Weight: 1, MaxAge: age})
		}
	}
	return wishes
}

// keepRates stores how often pages change, and how often guesses were right.
func (p *Pages) keepRates() {
	p.mu.Lock()
	rates := p.rates.encode()
	p.mu.Unlock()
	p.store.SetState(ratesKey, rates)
	if odds, changed := p.Guesses.state(); changed {
		p.store.SetState(oddsKey, odds)
	}
}

type entry struct {
	State
	seen     bool             // it was fetched to be shown, not ahead or for a collection
	replaced map[int][32]byte // the hash of the picture that each subpage had before it changed
}

// clockSlack is how far in the future a time may be before the clock counts as set back.
const clockSlack = 2 * time.Second

// NewPages makes an empty memory in front of a store and a source.
func NewPages(source Source, s *store.Store, b *budget.Budget, c Config) *Pages {
	if c.OnChanged == nil {
		c.OnChanged = func(Change) {}
	}
	if c.OnAnswer == nil {
		c.OnAnswer = func(int, *api.Document, error, Standing) {}
	}
	if c.OnMonitor == nil {
		c.OnMonitor = func(string) {}
	}
	p := &Pages{
		Guesses: newGuesses(c.Now), source: source, store: s, budget: b, config: c,
		facts: map[int]pageFact{}, named: map[int]bool{}, rates: rates{},
		conditions: conditions{changed: map[int]time.Time{}},
		onDoubt:    func() {},
		attempts:   attempts{failed: map[teletext.Place]*failure{}, loaded: map[int]bool{}},
		documents:  newGroup[requestKey, *State](b), images: newGroup[requestKey, *api.Picture](b),
	}
	p.pictures.LRU, _ = simplelru.NewLRU[teletext.Place, *pictureEntry](maxPictures, nil) // an error is a size of 0
	p.pages, _ = simplelru.NewLRU(maxPages, func(page int, _ *entry) {
		p.pictures.dropOf(page, func(int, *pictureEntry) bool { return true })
	})
	return p
}

// Recall answers from memory alone, if it knows the page. Its picture may be missing even where it is
// wanted. fresh reports whether there is no need to ask the service yet.
func (p *Pages) Recall(w Want) (a Answer, fresh, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	e, ok := p.pages.Get(w.Page)
	if !ok {
		return Answer{}, false, false
	}
	e.useLocked(w.Class)
	a = e.answerFor(w)
	s, _ := e.Document.Subpage(a.Subpage)
	if s == nil {
		return Answer{}, false, false
	}
	if pic, ok := p.pictures.Get(a.Place()); ok {
		a.Picture = pic.picture
	}
	return a, p.isFreshLocked(&e.State), true
}

func (s *State) answerFor(w Want) Answer {
	return Answer{State: *s, Subpage: firstIfZero(s.Document, w.Subpage)}
}

// useLocked records a use of a page: it is on screen unless it is fetched ahead or collected.
func (e *entry) useLocked(c budget.Class) { e.seen = e.seen || c <= budget.Refresh }

// Stored answers from memory or the store, without the service.
func (p *Pages) Stored(w Want) (a Answer, fresh, ok bool) {
	k := p.knownPage(w.Page)
	if k == nil {
		return Answer{}, false, false
	}
	a = k.answerFor(w)
	if s, _ := k.Document.Subpage(a.Subpage); s == nil {
		return Answer{}, false, false
	}
	if w.Picture {
		a.Picture = p.knownPicture(&a)
	}
	p.remember(w.Class, k, &a)
	return a, p.isFresh(k), true
}

// AnswerOf answers with a state that the caller has, and with the picture from memory or the store where that is
// wanted.
func (p *Pages) AnswerOf(s State, w Want) Answer {
	a := s.answerFor(w)
	if w.Picture {
		a.Picture = p.knownPicture(&a)
	}
	return a
}

// Peek answers from memory or the store, without a picture, and the page does not count as used.
func (p *Pages) Peek(w Want) (a Answer, ok bool) {
	k := p.knownPage(w.Page)
	if k == nil {
		return Answer{}, false
	}
	a = k.answerFor(w)
	s, _ := k.Document.Subpage(a.Subpage)
	return a, s != nil
}

// knownPage returns the known page from memory or the store, nil for none.
func (p *Pages) knownPage(page int) *State {
	p.mu.Lock()
	if e, ok := p.pages.Peek(page); ok {
		defer p.mu.Unlock()
		k := e.State
		return &k
	}
	p.mu.Unlock()
	s, err := p.store.Page(page)
	if err != nil || s == nil {
		return nil // an unreadable one is asked for again
	}
	k := &State{
		Page: page, Document: s.Document, Digest: s.Document.Digest(), Validators: s.Validators, full: s.First,
	}
	k.askedAt(s.Last)
	if s.Replaced { // otherwise it may be as old as its page
		k.changed = s.First
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, known := p.facts[page]; !known { // another program with the profile asked for it
		p.facts[page] = pageFact{k.Asked, k.Fetched}
	}
	return k
}

func digestOf(a *Answer) ([32]byte, bool) {
	if a.Document == nil {
		return [32]byte{}, false
	}
	s, _ := a.Document.Subpage(a.Subpage)
	if s == nil {
		return [32]byte{}, false
	}
	return s.Digest(), true
}

func firstIfZero(doc *teletext.Page, subpage int) int {
	if subpage == 0 && doc != nil && len(doc.Subpages) > 0 {
		return doc.Subpages[0].Number
	}
	return subpage
}

// remember puts an answer into memory. One that was only collected is left to the store.
func (p *Pages) remember(c budget.Class, k *State, a *Answer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	e, ok := p.pages.Get(a.Page)
	if !ok {
		if c == budget.Collect {
			return
		}
		e = &entry{}
		p.pages.Add(a.Page, e)
	}
	e.useLocked(c)
	isFuture := e.Asked.After(p.config.Now().Add(clockSlack)) // the clock was set back since
	if isFuture || !k.Asked.Before(e.Asked) {
		older := e.Document
		e.State = *k
		p.pictures.dropOf(a.Page, func(subpage int, pic *pictureEntry) bool {
			s, _ := e.Document.Subpage(subpage)
			isOther := s == nil || s.Digest() != pic.digest // it shows something else
			if isOther && !looksLike(s, older, subpage) {
				e.replace(subpage, pic.picture)
			}
			return isOther
		})
	}
	if digest, ok := digestOf(a); ok && a.Picture != nil {
		place := a.Place()
		if pic, known := p.pictures.Get(place); !known || pic.picture != a.Picture || pic.digest != digest {
			p.pictures.Add(place, &pictureEntry{a.Picture, digest, p.config.Now()})
		}
	}
}

// Document returns a page from memory, nil where it is not there. The page does not count as used.
func (p *Pages) Document(page int) *teletext.Page {
	p.mu.Lock()
	defer p.mu.Unlock()
	e, ok := p.pages.Peek(page)
	if !ok {
		return nil
	}
	return e.Document
}
