package playlist

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"aead.dev/minisign"

	"sextant/app/say"
)

// Options are how a source is followed.
type Options struct {
	Key     string           // the minisign public key whose signature a playlist must have; "" for any playlist
	Keep    string           // the folder for the last good one; "" where none is kept
	Now     func() time.Time // the clock
	Changed func(State)      // called with a new state, from any goroutine, one at a time; it may be nil
}

// A State is how things stand with a source.
type State struct {
	Playlist *Playlist // the last good one, or else that of Default; never nil
	// Trouble is why that is not what the source has now; nil where all is well. It is a *Mistakes where the source has
	// a playlist with mistakes. Unkept is why the playlist could not be kept for a start without the source.
	Trouble, Unkept error
	// Seen is when the source last had this playlist, zero for that of Default.
	Seen time.Time
}

var errNotYet = say.Error("playlist.notYet")

// InShort says in a few words on the screen why another playlist is shown than the one that was given, empty where
// that is not so, or where there is an earlier one of the same source.
func (s State) InShort() string {
	var mistakes *Mistakes
	switch {
	case s.Trouble == nil || s.Trouble == errNotYet || !s.Seen.IsZero():
		return ""
	case errors.As(s.Trouble, &mistakes):
		return say.Text("playlist.wrongLine", "Line", mistakes.List[0].Line)
	}
	return say.Text("playlist.wrong")
}

// A Source is where a playlist comes from: a file or an address. It is looked after until Close. Its methods may be
// called from any goroutine.
type Source struct {
	options Options
	key     *minisign.PublicKey // nil for none
	copy    copyFile
	origin  origin
	cancel  context.CancelFunc

	mu        sync.Mutex // guards what follows
	state     State
	notifying bool // changes are announced

	// These belong to the goroutine that looks.
	good     *content // the last good one, nil for none
	kept     bool     // a copy is on the disk
	failures int      // looks in a row
}

// A content is what a source has.
type content struct {
	Data, Signature []byte // the signature where there is a key
	ETag, Modified  string // by which a server knows it again
	Seen            time.Time
}

// An origin is a place that has a playlist.
type origin interface {
	// fetch gets what is there. It is nil where that is nothing new since the last look, and good itself where it is
	// known to be just that.
	fetch(ctx context.Context, good *content) (*content, error)
	// wait is how long after a look the next one is due, when so many in a row have failed.
	wait(failures int) time.Duration
}

// firstPatience is how long Follow waits for the file; it may be on a machine that does not answer.
const firstPatience = 3 * time.Second

// Follow looks after a file, or an address that begins with http:// or https://. A file is read before it returns,
// an address asked soon after. It fails where the address or the key is none.
func Follow(where string, o Options) (*Source, error) {
	key, err := parseKey(o.Key)
	if err != nil {
		return nil, err
	}
	from, err := originOf(where, key != nil)
	if err != nil {
		return nil, err
	}
	s := &Source{options: o, key: key, origin: from, copy: copyFileOf(o.Keep, where)}
	s.state = State{Playlist: Default(), Trouble: errNotYet}
	s.loadCopy()
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	looked := make(chan struct{})
	go s.run(ctx, looked)
	if _, isFile := from.(*file); isFile {
		patience := time.NewTimer(firstPatience)
		defer patience.Stop()
		select {
		case <-looked:
		case <-patience.C:
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.notifying = true
	return s, nil
}

// originOf parses a file or an address as it was written.
func originOf(where string, signed bool) (origin, error) {
	if scheme, _, ok := strings.Cut(where, "://"); ok {
		return newAddress(where, strings.ToLower(scheme), signed)
	}
	if where == "" {
		return nil, say.Error("playlist.noName")
	}
	return &file{path: where, signed: signed}, nil
}

// Read reads a playlist once, as Follow does.
func Read(ctx context.Context, where, key string) (*Playlist, error) {
	public, err := parseKey(key)
	if err != nil {
		return nil, err
	}
	from, err := originOf(where, public != nil)
	if err != nil {
		return nil, err
	}
	got, err := from.fetch(ctx, nil)
	if err != nil {
		return nil, err
	}
	if got == nil {
		return nil, say.Error("playlist.beingWritten")
	}
	return got.parse(public)
}

// State is how things stand.
func (s *Source) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
}

// Current is the last good playlist.
func (s *Source) Current() *Playlist { return s.State().Playlist }

// Close stops looking for changes. It does not wait for a call of Changed that is running.
func (s *Source) Close() { s.cancel() }

// run looks until ctx ends, and closes looked when it has done so once.
func (s *Source) run(ctx context.Context, looked chan<- struct{}) {
	s.poll(ctx)
	close(looked)
	for {
		next := time.NewTimer(s.origin.wait(s.failures))
		select {
		case <-ctx.Done():
			next.Stop()
			return
		case <-next.C:
		}
		s.poll(ctx)
	}
}

// poll looks once.
func (s *Source) poll(ctx context.Context) {
	got, err := s.origin.fetch(ctx, s.good)
	switch {
	case ctx.Err() != nil:
	case err != nil:
		s.failures++
		s.setState(nil, err, nil)
	default:
		s.failures = 0
		if got != nil {
			s.accept(got)
		}
	}
}

// accept takes over what the source has now, if that is a good playlist.
func (s *Source) accept(got *content) {
	p, err := got.parse(s.key)
	if err != nil {
		s.setState(nil, err, nil)
		return
	}
	isNew := s.good == nil || !got.equals(s.good)
	got.Seen = s.options.Now()
	s.good = got
	if isNew || !s.kept {
		if err = s.copy.save(got); err != nil {
			err = say.Wrap(err, "playlist.notKept")
		}
		s.kept = err == nil
	}
	s.setState(p, nil, err)
}

// loadCopy begins with the playlist that was kept, if there is one that is still good.
func (s *Source) loadCopy() {
	c, err := s.copy.get()
	if err != nil || c == nil {
		return
	}
	if p, err := c.parse(s.key); err == nil {
		s.good, s.kept = c, true
		s.state = State{Playlist: p, Seen: c.Seen}
	}
}

// setState makes a playlist the current one, unless it is nil, and notifies of what is new.
func (s *Source) setState(p *Playlist, trouble, unkept error) {
	s.mu.Lock()
	before := s.state
	s.state.Trouble = trouble
	if p != nil {
		s.state.Seen, s.state.Unkept = s.good.Seen, unkept
		if p.Digest() != before.Playlist.Digest() {
			s.state.Playlist = p
		}
	}
	now := s.state
	same := now.Playlist == before.Playlist && sameTrouble(now.Trouble, before.Trouble) &&
		sameTrouble(now.Unkept, before.Unkept)
	notify := s.notifying && s.options.Changed != nil && !same
	s.mu.Unlock()
	if notify {
		s.options.Changed(now)
	}
}

func sameTrouble(a, b error) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Error() == b.Error()
}
