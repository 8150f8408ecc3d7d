package kiosk

import (
	"bytes"
	"context"
	"fmt"
	"hash/maphash"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/browse"
	"sextant/app/budget"
	"sextant/app/kept"
	"sextant/app/screen/frame"
	"sextant/app/screen/playlist"
	"sextant/app/service"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

// A rig is a Director with a real client, a real HTTP service over pipes, a real store and a fake screen.
type rig struct {
	*Director
	newest  atomic.Pointer[Director] // the same, for other goroutines
	t       *testing.T
	service *fakeService
	client  *service.Client
	screen  *fakeScreen
	voice   *fakeVoice
	power   *fakePower
	budget  *budget.Budget
	limits  budget.Limits
	slow    atomic.Int64 // how long each read of the store takes, in nanoseconds
	store   *store.Store
	file    string // of the store
	pages   *acquire.Pages
	// follower is idle until a test starts it.
	follower *acquire.Follower
	lists    *kept.Lists
	offset   atomic.Int64 // of the computer's clock, in nanoseconds
	slept    atomic.Int64 // how long the computer has slept, in nanoseconds; offset has this, too
	left     atomic.Bool
	status   string
	shown    map[string]int // places -> number of times shown
	notes    []string
	done     chan struct{}
}

// pinned parses a playlist.
func pinned(t testing.TB, text string) *playlist.Playlist {
	t.Helper()
	return testkit.Must(playlist.Parse([]byte(text)))(t)
}

func newRig(t *testing.T, text string) *rig {
	t.Helper()
	r := &rig{
		t: t, shown: map[string]int{}, service: newFakeService(),
		screen: &fakeScreen{t: t, delay: 16 * time.Millisecond}, voice: &fakeVoice{takes: 2 * time.Second},
		power: &fakePower{}, limits: budget.DefaultLimits,
	}
	r.file = t.TempDir() + "/pages.sqlite"
	r.store, _ = store.Open(r.file, store.Options{Now: r.now, Disk: func(u store.Use) error {
		if u == store.Reading {
			time.Sleep(time.Duration(r.slow.Load()))
		}
		return nil
	}})
	r.open(text)
	return r
}

func (r *rig) now() time.Time { return time.Now().UTC().Round(0).Add(time.Duration(r.offset.Load())) }

// open makes a Director on the rig's store.
func (r *rig) open(text string) {
	r.budget = budget.New(r.limits, nil, budget.Clock{Now: r.now, Boot: testkit.Boot()}, nil)
	r.budget.SetUnattended(true)
	var err error
	r.client, err = service.New(service.Config{
		BaseURL: "http://service.example", MediaBaseURL: "http://service.example",
		Now: r.now, Gate: r.budget, Dial: r.service.listener.Dial,
	})
	if err != nil {
		r.t.Fatal(err)
	}
	r.pages = acquire.NewPages(r.client, r.store, r.budget, acquire.Config{
		Format: api.JSON, MaxAge: time.Minute, Now: r.now, OnChanged: func(c acquire.Change) { r.OnPageChanged(c) },
		OnMonitor: func(m string) { r.follower.SetMonitor(m) },
	})
	r.follower = acquire.NewFollower(r.pages, r.client, r.store, func(pages []int) { r.OnPagesStale(pages) })
	r.lists = kept.Read(r.store)
	start := time.Now()
	r.voice.post = func(f func()) { r.Post(f) }
	r.Director = New(Parts{
		Voice: r.voice, Power: r.power,
		Pages: r.pages, Budget: r.budget, Store: r.store, Lists: r.lists, Directory: browse.NewDirectory(),
		Title: "Test", HowToLeave: howToLeave, PlaceFile: r.file + ".place",
		Screen: r.screen, Playlist: pinned(r.t, text),
		Leave: func() { r.left.Store(true) }, Ready: func() {}, Status: func(line string) {
			r.status = line
			on, _, _ := strings.Cut(line, " of ")
			r.shown[on]++
		},
		Note: func(event string) { r.notes = append(r.notes[max(0, len(r.notes)-200):], event) },
		Now:  r.now, Elapsed: func() time.Duration { return time.Since(start) }, After: after,
		Boot: func() time.Duration { return time.Since(start) + time.Duration(r.slept.Load()) },
	})
	r.newest.Store(r.Director)
	r.screen.drawn = r.OnDrawn
	r.Resize(image.Pt(160, 96))
	r.done = make(chan struct{})
	go func() {
		defer close(r.done)
		r.Run()
	}()
}

// after calls f with a real timer.
func after(wait time.Duration, f func()) (stop func() bool) { return time.AfterFunc(wait, f).Stop }

func (r *rig) close() {
	r.follower.Close()
	r.End()
	<-r.done
	r.service.close()
	time.Sleep(time.Minute) // until the service has noticed
	r.client.Close()
	_ = r.store.Close()
}

// restart ends the Director and makes another one, which shows something a moment later.
func (r *rig) restart(text string) {
	r.follower.Close()
	r.End()
	<-r.done
	r.client.Close()
	r.open(text)
	time.Sleep(10 * time.Second)
}

// on returns the places on the screen, as in "100/1 200/2".
func (r *rig) on() string {
	synctest.Wait()
	s, err := r.State(context.Background())
	if err != nil {
		r.t.Fatal(err)
	}
	var all []string
	for _, p := range s.Places {
		all = append(all, p.String())
	}
	return strings.Join(all, " ")
}

// ask returns a value that belongs to the Director's goroutine.
func ask[T any](r *rig, value func() T) T {
	answer := make(chan T, 1)
	r.Post(func() { answer <- value() })
	return <-answer
}

// A fakeScreen draws frames after a delay. It counts frames that are empty, and frames that were drawn into while they
// might be visible.
type fakeScreen struct {
	t     *testing.T
	delay time.Duration
	drawn func(id int)

	mu      sync.Mutex
	frames  int
	empty   int
	patches int
	spoilt  int
	last    *image.RGBA
	seen    []seen // the frame on the screen, and those to come
	blocked bool
	asleep  bool
}

// A seen frame may be on the screen. sum is the hash of its pixels.
type seen struct {
	id     int
	pixels *image.RGBA
	sum    uint64
}

var seed = maphash.MakeSeed()

func sumOf(p *image.RGBA) uint64 {
	if p == nil {
		return 0
	}
	return maphash.Bytes(seed, p.Pix)
}

// lookLocked counts the frames whose pixels have changed.
func (s *fakeScreen) lookLocked() {
	for i, f := range s.seen {
		if sum := sumOf(f.pixels); sum != f.sum {
			s.spoilt++
			s.seen[i].sum = sum
		}
	}
}

// draws reports that a frame is on the screen.
func (s *fakeScreen) draws(id int) {
	s.mu.Lock()
	s.lookLocked()
	s.seen = slices.DeleteFunc(s.seen, func(f seen) bool { return f.id < id })
	s.mu.Unlock()
	s.drawn(id)
}

// stuck makes the screen draw nothing, or draw the last frame again.
func (s *fakeScreen) stuck(blocked bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.blocked = blocked; !blocked && len(s.seen) > 0 {
		last := s.seen[len(s.seen)-1].id
		time.AfterFunc(s.delay, func() { s.draws(last) })
	}
}

func (s *fakeScreen) Show(f *Frame) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.frames++
	if testkit.IsBlank(f.Pixels) && !s.asleep {
		s.empty++
	}
	s.lookLocked()
	s.seen = append(s.seen, seen{f.ID, f.Pixels, sumOf(f.Pixels)})
	if s.last = f.Pixels; !s.blocked {
		time.AfterFunc(s.delay, func() { s.draws(f.ID) })
	}
}

func (s *fakeScreen) Patch(p frame.Patch) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lookLocked()
	s.patches++
	draw.Draw(s.last, p.At, p.Pixels, image.Point{}, draw.Src)
	s.seen[len(s.seen)-1].sum = sumOf(s.last)
}

func (s *fakeScreen) SetAsleep(asleep bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asleep = asleep
}

// isBlack reports whether nothing is on the screen.
func (s *fakeScreen) isBlack() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last == nil || testkit.IsBlank(s.last)
}

// given returns the size of the last frame, and the number of redrawn lines.
func (s *fakeScreen) given() (size image.Point, patches int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last.Rect.Size(), s.patches
}

// A fakeService serves pages over pipes, in virtual time, as the specification says, and counts requests by the hour.
type fakeService struct {
	http.Server
	listener *testkit.Pipes

	mu       sync.Mutex
	pages    map[int]*fakePage
	fail     func(page int) *failure // nil for success
	requests []time.Time
	exceeded int
	asked    map[int]int // page -> number of requests for its document
	urgent   []string    // the last requests and their priority
	pictures int         // number of requests
	unseen   *failure    // of pictures, nil for success
	notices  chan string // of changes, nil if none are announced
	age      string      // of documents, in seconds
}

// A fakePage has another text with each version.
type fakePage struct {
	subpages, version int
	text              string
	bare              bool // its subpages have no content
}

// A failure is an answer of the service instead of a page.
type failure struct {
	status int
	body   string
	header map[string]string
	cut    bool // the connection breaks
	hang   bool // no answer comes
}

func newFakeService() *fakeService {
	s := &fakeService{listener: testkit.NewPipes(), pages: map[int]*fakePage{}, asked: map[int]int{}}
	s.Handler = http.HandlerFunc(s.answer)
	go func() { _ = s.Serve(s.listener) }()
	return s
}

func (s *fakeService) close() { _ = s.Server.Close() }

// read returns one of the service's counters.
func (s *fakeService) read(counter *int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return *counter
}

// askedFor returns the number of requests for a document.
func (s *fakeService) askedFor(page int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[page]
}

// fails makes the service fail from now on; nil for success.
func (s *fakeService) fails(how func(page int) *failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail = how
}

// failsPictures makes requests for pictures fail from now on; nil for success.
func (s *fakeService) failsPictures(how *failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unseen = how
}

// remove removes a page from the service.
func (s *fakeService) remove(page int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.pages, page)
}

func (s *fakeService) set(page, subpages int, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := &fakePage{subpages: subpages, text: text} // constant from now on
	if before := s.pages[page]; before != nil {
		p.version = before.version + 1
	}
	s.pages[page] = p
}

func (s *fakeService) answer(w http.ResponseWriter, r *http.Request) {
	dir, file := path.Split(r.URL.Path)
	if file == "changes" {
		s.answerChanges(w, r)
		return
	}
	name, isDocument := strings.CutSuffix(file, ".json")
	if !isDocument {
		name = path.Base(dir)
	}
	page, _ := strconv.Atoi(name)
	s.mu.Lock()
	s.countLocked()
	s.urgent = append(s.urgent[max(0, len(s.urgent)-9):], r.URL.Path+" "+r.Header.Get("Priority"))
	if isDocument {
		s.asked[page]++
	} else {
		s.pictures++
	}
	s.mu.Unlock()
	time.Sleep(60 * time.Millisecond)
	s.mu.Lock()
	p, fail, unseen := s.pages[page], s.fail, s.unseen // a test may have set them meanwhile
	s.mu.Unlock()
	if unseen != nil && !isDocument {
		unseen.answer(w, r)
		return
	}
	if fail != nil {
		if f := fail(page); f != nil {
			f.answer(w, r)
			return
		}
	}
	switch {
	case p == nil:
		http.NotFound(w, r)
	case isDocument:
		s.answerDocument(w, r, page, p)
	default:
		_, _ = w.Write(pictureOf(page, p.version))
	}
}

func (s *fakeService) answerDocument(w http.ResponseWriter, r *http.Request, page int, p *fakePage) {
	etag := fmt.Sprintf(`"%d-%d"`, page, p.version)
	w.Header().Set("ETag", etag)
	s.mu.Lock()
	age, announces := s.age, s.notices != nil
	s.mu.Unlock()
	if age != "" {
		w.Header().Set("Age", age)
	}
	if announces {
		w.Header().Set("Link", `<../../relay/changes>; rel="monitor-group"`)
	}
	if r.Header.Get("If-None-Match") == etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(s.document(page, p))
}

// pictureOf returns a PNG with two colours for a version of a page.
func pictureOf(page, version int) []byte {
	p := image.NewPaletted(image.Rect(0, 0, 72, 46), color.Palette{
		color.RGBA{A: 255}, color.RGBA{R: 255, G: 255, A: 255},
	})
	for i := range p.Pix {
		p.Pix[i] = byte(i / 7 % 2)
	}
	for i := range 32 {
		p.Pix[i] = byte((page<<16 + version) >> i & 1)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, p); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func (f *failure) answer(w http.ResponseWriter, r *http.Request) {
	switch {
	case f.hang:
		<-r.Context().Done()
		return
	case f.cut:
		panic(http.ErrAbortHandler)
	}
	for k, v := range f.header {
		w.Header().Set(k, v)
	}
	w.WriteHeader(f.status)
	_, _ = io.WriteString(w, f.body)
}

// countLocked counts a request, and those above the limit of an hour.
func (s *fakeService) countLocked() {
	now := time.Now()
	s.requests = append(s.requests, now)
	for len(s.requests) > 0 && now.Sub(s.requests[0]) >= time.Hour {
		s.requests = s.requests[1:]
	}
	if len(s.requests) > budget.DefaultLimits.PerHour {
		s.exceeded++
	}
}

func (s *fakeService) document(page int, p *fakePage) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	doc := &teletext.Page{Number: page, Name: "Test", Modified: time.Unix(int64(p.version), 0)}
	for next := page + 1; next <= teletext.LastPage && doc.Next == 0; next++ {
		if s.pages[next] != nil {
			doc.Next = next
		}
	}
	for n := range p.subpages {
		if p.bare {
			doc.Subpages = append(doc.Subpages, teletext.Subpage{Number: n + 1, Dwell: 10 * time.Second})
			continue
		}
		text := teletext.Lines{fmt.Sprintf("Page %d/%d", page, n+1), p.text, fmt.Sprint("Version ", p.version)}
		doc.Subpages = append(doc.Subpages, teletext.Subpage{Number: n + 1, Dwell: 10 * time.Second, Text: &text})
	}
	doc.SubpageCount = p.subpages
	raw, err := doc.EncodeJSON()
	if err != nil {
		panic(err)
	}
	return raw
}
