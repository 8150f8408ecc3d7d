// Package station has the service that Sextant is tuned to, with all that is kept and done about it, and tunes in
// to another one.
package station

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/browse"
	"sextant/app/budget"
	"sextant/app/kept"
	"sextant/app/recordings"
	"sextant/app/settings"
	"sextant/app/store"
)

// A Station is a service with all that is kept and done about it. What is done in the background goes on until it
// is retired; the rest stays open as long as somebody holds it.
type Station struct {
	*Connection
	Store     *store.Store
	Outcome   store.Outcome // of opening the store
	Budget    *budget.Budget
	Pages     *acquire.Pages
	Collect   *acquire.Collector
	Downloads *recordings.Downloads
	Library   *recordings.Library // of recordings
	// Lists, Positions and Directory belong to the UI goroutine.
	Lists     *kept.Lists
	Positions *kept.Positions
	Directory *browse.Directory

	now      func() time.Time
	watcher  *acquire.Watcher
	follower *acquire.Follower
	// scheduler fetches ahead for windows, and keeps watched and collected pages fresh, until stop.
	scheduler *acquire.Scheduler
	stop      context.CancelFunc
	work      sync.WaitGroup
	unfollow  context.CancelFunc
	look      chan struct{} // has an element when other programs are to be looked after at once
	holds     atomic.Int32
}

// Events are called by a station, from any goroutine. All of them must be there.
type Events struct {
	PageChanged func(acquire.Change) // a page came, for any caller
	PagesStale  func(pages []int)    // the service says that they have changed
	Collecting  func(acquire.Collecting)
	Sighting    func(acquire.Sighting)
	Downloads   recordings.DownloadEvents
	Trouble     func(error)  // pages cannot be stored, or can again where it is nil
	Looked      func(func()) // at what other programs did; the function is to be called on the UI goroutine
	// Answered is acquire.Config's. It alone may be nil.
	Answered func(page int, d *api.Document, err error, s acquire.Standing)
}

// Silence is Events that notify nobody.
func Silence() Events {
	return Events{
		PageChanged: func(acquire.Change) {}, PagesStale: func([]int) {},
		Collecting: func(acquire.Collecting) {}, Sighting: func(acquire.Sighting) {},
		Downloads: recordings.DownloadEvents{Changed: func() {}, Ended: func(store.Recording, error) {}},
		Trouble:   func(error) {}, Looked: func(func()) {},
	}
}

// Libraries are those of recordings by their folders. One that is in use, because something plays on while
// another service is tuned in, is never opened twice.
type Libraries struct {
	// Recognise says whether a file is a recording; nil takes all for one.
	Recognise recordings.Recogniser
	// Disk is that of the stores; nil is one that does as it should.
	Disk func(store.Use) error

	byFolder map[string]*recordings.Library
}

func (l *Libraries) openLibrary(dir string, limit int64, now func() time.Time) *recordings.Library {
	if l.byFolder[dir] == nil {
		if l.byFolder == nil {
			l.byFolder = map[string]*recordings.Library{}
		}
		l.byFolder[dir] = recordings.NewLibrary(dir, limit, now)
		l.byFolder[dir].Recognise = l.Recognise
	}
	l.byFolder[dir].SetLimit(limit)
	return l.byFolder[dir]
}

// recordingsFolder keeps recordings, in the profile.
const recordingsFolder = "recordings"

// Open connects to a service and opens its store, which takes a while. The caller holds the station.
// Nothing is done in the background before Begin.
func Open(s settings.Service, a Access, p settings.Profile, now func() time.Time, e Events, shelves *Libraries) (
	*Station, error,
) {
	pages, outcome := store.Open(p.Path(storeName(a.BaseURL)), store.Options{
		Now: now, Limit: int64(s.StoreMB) * megabyte, Trouble: e.Trouble, Disk: shelves.Disk,
	})
	earlier, _ := pages.Spent(now().Add(-24 * time.Hour)) // an unreadable record starts from nothing
	budget := budget.New(s.Limits(), budget.SpendsOf(earlier), now, pages)
	c, err := Connect(s, a, now, budget)
	if err != nil {
		_ = pages.Close()
		return nil, err
	}
	st := &Station{
		Connection: c, Store: pages, Outcome: outcome, Budget: budget,
		now: now, watcher: acquire.NewWatcher(pages, s.Limits().PerHour, now, e.Sighting),
		unfollow: func() {}, stop: func() {}, look: make(chan struct{}, 1),
		Lists: kept.Read(pages), Positions: kept.ReadPositions(pages), Directory: readDirectory(pages),
	}
	st.holds.Store(1)
	st.Pages = acquire.NewPages(c.Client, pages, budget, acquire.Config{
		Format: s.Format, MaxAge: time.Duration(s.Freshness) * time.Second, Now: now,
		OnChanged: func(c acquire.Change) {
			st.watcher.OnChanged(c)
			e.PageChanged(c)
		},
		OnAnswer: func(page int, d *api.Document, err error, standing acquire.Standing) {
			if e.Answered != nil {
				e.Answered(page, d, err, standing)
			}
			st.lookForLines(page, d, standing)
		},
		OnMonitor: func(monitor string) { st.follower.SetMonitor(monitor) },
	})
	st.follower = acquire.NewFollower(st.Pages, c.Client, pages, func(pages []int) {
		st.scheduler.WakeBehind()
		e.PagesStale(pages)
	})
	st.Library = shelves.openLibrary(p.Path(filepath.Join(recordingsFolder, serviceName(a.BaseURL))),
		int64(s.RecordingsMB)*megabyte, now)
	st.Downloads = recordings.NewDownloads(st.Library, pages,
		func(r store.Recording) recordings.Opener { return recordings.OpenerOf(c.Client, r) }, now, e.Downloads)
	st.Collect = acquire.NewCollector(st.Pages, budget, pages, now, e.Collecting)
	st.scheduler = acquire.NewReaderScheduler(st.Pages, budget, st.watcher, st.Collect)
	return st, nil
}

// readDirectory reads what is known of which pages there are. What is not known is learned again. A page that came
// before may come again: if it counted as one that there is not, a public screen with it in its list would not ask for
// it any more.
func readDirectory(pages *store.Store) *browse.Directory {
	d := browse.NewDirectory()
	listings, _ := pages.Directory()
	for _, l := range listings {
		switch {
		case l.MissingSince.IsZero():
			d.List(l.Page, l.Name, l.Prev, l.Next, l.MarksLinks)
		case l.Fetched.IsZero():
			d.Missing(l.Page)
		}
	}
	return d
}

// lookForLines has the watcher look for followed lines on a page after an answer for it.
func (st *Station) lookForLines(page int, d *api.Document, standing acquire.Standing) {
	switch {
	case standing.Missing:
		st.watcher.Look(page, nil)
	case d != nil && d.Unchanged:
		if doc := st.Pages.Document(page); doc != nil {
			st.watcher.Look(page, doc)
		}
	case d != nil:
		st.watcher.Look(page, d.Page)
	}
}

// WatchedEvery returns how often a watched page is looked at, 0 for one that is not, and whether that is less often
// than it would be with more requests an hour.
func (st *Station) WatchedEvery(page int) (every time.Duration, slower bool) {
	return st.watcher.Every(page)
}

// watchLists lets the watcher follow the list of watches.
func (st *Station) watchLists() {
	st.watcher.Set(st.Lists.Watches())
	st.Lists.Changed.On(func(l kept.List) {
		if l == kept.Watches {
			st.watcher.Set(st.Lists.Watches())
		}
	})
}

// Begin does what is done in the background until the station is retired. Only then is anything watched: who does not
// notify the user must not record what a watched line says, since programs with a profile notify once.
func (st *Station) Begin(e Events) {
	st.watchLists()
	ctx, stop := context.WithCancel(context.Background())
	st.stop = stop
	st.work.Go(func() { st.scheduler.Run(ctx) })
	st.follower.Begin()
	st.Collect.Resume()
	st.Downloads.Begin()
	st.watchStore(e.Looked)
}

// Attend does in the background, until the station is retired, only what a public screen needs: it looks what other
// programs with the profile did, and listens for changes.
func (st *Station) Attend(e Events) {
	st.follower.Begin()
	st.watchStore(e.Looked)
}

// Plan fetches ahead what a list wants, in place of what was planned before.
func (st *Station) Plan(list []acquire.Want) { st.scheduler.FetchAhead(list) }

// Expect fetches what the user is about to open, in place of what was expected before.
func (st *Station) Expect(list []acquire.Want) { st.scheduler.Expect(list) }

// Hold keeps the station open until Release is called for it once more. It may be called by a holder of the
// station or knows that somebody does.
func (st *Station) Hold() { st.holds.Add(1) }

// Release gives a hold back. The last one closes what is open, which takes a while.
func (st *Station) Release() {
	if st.holds.Add(-1) > 0 {
		return
	}
	st.Connection.Close()
	_ = st.Store.Close() // reported while it ran
}

// Retire ends what is done in the background, which takes a while. What somebody listens to still comes in.
func (st *Station) Retire() {
	st.unfollow()
	st.follower.Close()
	st.stop()
	st.work.Wait()
	st.Downloads.Close()
}

// storeName is the file that keeps a service's pages. Nothing of two services ever meets in one.
func storeName(baseURL string) string {
	return filepath.Join("pages", serviceName(baseURL)+".sqlite")
}

// serviceName is a name for a service's files, with nothing secret in it.
func serviceName(baseURL string) string {
	if baseURL == "" {
		return "demo"
	}
	base := strings.TrimRight(strings.TrimSpace(baseURL), "/")
	host := "service"
	if u, err := url.Parse(base); err == nil {
		host = regexp.MustCompile(`[^a-z0-9.-]+`).ReplaceAllString(strings.ToLower(u.Hostname()), "-")
	}
	sum := sha256.Sum256([]byte(base))
	return host + "-" + hex.EncodeToString(sum[:4])
}

// WarmUp asks for the first page ahead of the window, which takes longer to come up. It returns at once.
func (s *Station) WarmUp(place browse.Place, pictures bool) {
	w := acquire.Want{Page: place.Page, Subpage: place.Subpage, Picture: pictures}
	go func() {
		if _, fresh, ok := s.Pages.Stored(w); !ok || !fresh {
			s.Pages.Fetch(context.Background(), w)
		}
	}()
}

// ReportScreen sends the state of a public screen, or its picture, to the relay, if the service is one.
func (st *Station) ReportScreen(ctx context.Context, body []byte, isPicture bool) error {
	return st.Client.ReportScreen(ctx, st.follower.Monitor(), body, isPicture)
}
