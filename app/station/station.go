// Package station has the service that Sextant is tuned to, with its store and background work, and switches to another
// one.
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
	"sextant/app/boot"
	"sextant/app/browse"
	"sextant/app/budget"
	"sextant/app/kept"
	"sextant/app/settings"
	"sextant/app/sound/recordings"
	"sextant/app/store"
	"sextant/app/teletext"
)

// A Station is a service with its store and background work. The background work runs until it is retired; the rest
// stays open while it is held.
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

	gate     *keyGate
	now      func() time.Time
	watcher  *acquire.Watcher
	follower *acquire.Follower
	// scheduler fetches ahead for windows, and keeps watched and collected pages fresh, until stop.
	scheduler *acquire.Scheduler
	stop      context.CancelFunc
	work      sync.WaitGroup
	unfollow  context.CancelFunc
	look      chan struct{} // has an element when watchStore is to look at once
	holds     atomic.Int32
}

// Events are called by a station, from any goroutine. All are required, but for Answered.
type Events struct {
	PageChanged func(acquire.Change) // a page came, for any caller
	PagesStale  func(pages []int)    // the service says that they have changed
	Collecting  func(acquire.Collecting)
	Sighting    func(acquire.Sighting)
	Downloads   recordings.DownloadEvents
	Trouble     func(error)  // pages cannot be stored, or can again where it is nil
	Looked      func(func()) // at what other programs did; the function is to be called on the UI goroutine
	// Answered is OnAnswer of acquire.Config.
	Answered func(page int, d *api.Document, err error, s acquire.Standing)
}

// NoEvents returns Events that do nothing.
func NoEvents() Events {
	return Events{
		PageChanged: func(acquire.Change) {}, PagesStale: func([]int) {},
		Collecting: func(acquire.Collecting) {}, Sighting: func(acquire.Sighting) {},
		Downloads: recordings.DownloadEvents{Changed: func() {}, Ended: func(store.Recording, error) {}},
		Trouble:   func(error) {}, Looked: func(func()) {},
	}
}

// Libraries has the libraries of recordings by their folders. One that is in use, since a recording plays on while
// another service is tuned in, is not opened twice.
type Libraries struct {
	// Recognise checks that a file is a recording. Nil accepts any.
	Recognise recordings.Recogniser
	// EndsWell checks that a file is not cut off. Nil accepts any.
	EndsWell recordings.EndChecker
	// Disk is that of store.Options: nil outside of tests.
	Disk func(store.Use) error
	// Boot is a clock that cannot be set. Without one the wall clock is believed.
	Boot boot.Clock

	byFolder map[string]*recordings.Library
}

func (l *Libraries) openLibrary(dir string, limit int64, now func() time.Time) *recordings.Library {
	if l.byFolder[dir] == nil {
		if l.byFolder == nil {
			l.byFolder = map[string]*recordings.Library{}
		}
		l.byFolder[dir] = recordings.NewLibrary(dir, limit, now)
		l.byFolder[dir].Recognise, l.byFolder[dir].EndsWell = l.Recognise, l.EndsWell
	}
	l.byFolder[dir].SetLimit(limit)
	return l.byFolder[dir]
}

// know takes over the credentials.
func (st *Station) know(a Access) {
	st.Budget.SetAccount(a.account())
	accepted, _ := st.Store.State(acceptedKey) // an unreadable one is learned again
	st.Client.SetAccepted(accepted == a.account(), func() { st.Store.SetState(acceptedKey, a.account()) })
}

// AwaitKey reads the late key of the credentials with which the station was opened, and then sends requests with it.
// known is called with it on another goroutine.
func (st *Station) AwaitKey(a Access, known func(key string)) {
	a.Late.begin(func(key string) {
		a.AppKey = key
		st.Client.SetKey(key)
		st.know(a)
		st.gate.open.Store(true)
		known(key)
	})
}

// acceptedKey is the state under which the store has the account that the service has accepted last.
const acceptedKey = "accepted"

// recordingsFolder is the folder of recordings in the profile.
const recordingsFolder = "recordings"

// Open connects to a service and opens its store, which waits for the disk. The caller holds the station. There is no
// background work before Begin.
func Open(s settings.Service, a Access, p settings.Profile, now func() time.Time, e Events, libraries *Libraries) (
	*Station, error,
) {
	db, outcome := store.Open(p.Path(storeName(a.BaseURL)), store.Options{
		Now: now, Limit: int64(s.StoreMB) * megabyte, Trouble: e.Trouble, Disk: libraries.Disk,
	})
	budget := budget.New(s.Limits(), nil, budget.Clock{Now: now, Boot: libraries.Boot}, db)
	earlier, _ := db.Spent(budget.Moment(24 * time.Hour)) // an unreadable record starts from nothing
	budget.Merge(earlier)
	gate := &keyGate{Gate: budget, late: a.Late}
	gate.open.Store(a.Late == nil)
	c, err := Connect(s, a, now, gate)
	if err != nil {
		_ = db.Close()
		return nil, err
	}
	st := &Station{
		Connection: c, gate: gate, Store: db, Outcome: outcome, Budget: budget,
		now: now, watcher: acquire.NewWatcher(db, s.Limits().PerHour, now, e.Sighting),
		unfollow: func() {}, stop: func() {}, look: make(chan struct{}, 1),
		Lists: kept.Read(db), Positions: kept.ReadPositions(db), Directory: readDirectory(db),
	}
	st.know(a)
	st.holds.Store(1)
	st.Pages = acquire.NewPages(c.Client, db, budget, acquire.Config{
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
	st.follower = acquire.NewFollower(st.Pages, c.Client, db, func(changed []int) {
		st.scheduler.WakeBehind()
		e.PagesStale(changed)
	})
	st.Library = libraries.openLibrary(p.Path(filepath.Join(recordingsFolder, serviceName(a.BaseURL))),
		int64(s.RecordingsMB)*megabyte, now)
	st.Downloads = recordings.NewDownloads(st.Library, db,
		func(r store.Recording) recordings.Opener { return recordings.OpenerOf(c.Client, r) }, now, e.Downloads)
	st.Collect = acquire.NewCollector(st.Pages, budget, db, now, e.Collecting)
	st.scheduler = acquire.NewReaderScheduler(st.Pages, budget, st.watcher, st.Collect)
	return st, nil
}

// readDirectory reads the known pages. Those that cannot be read are learned again. A missing page that came before is
// not marked as missing: otherwise a public screen with it in its list would not ask for it any more.
func readDirectory(db *store.Store) *browse.Directory {
	d := browse.NewDirectory()
	listings, _ := db.Directory()
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

// reconsider lets the directory forget missing pages that may be there again: a change of them was announced, or they
// have not been asked for since the first backoff of a missing page. It must be called on the UI goroutine.
func (st *Station) reconsider() {
	st.Directory.Reconsider(func(page int) bool {
		s := st.Pages.Standing(page, 0)
		return s.Missing && (s.Wait > 0 || st.now().Sub(s.At).Abs() < acquire.MissingFor)
	})
}

// lookForLines lets the watcher look for followed lines on a page after an answer for it.
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

// WatchedEvery returns the interval at which a watched page is asked for, 0 for one that is not watched, and whether a
// larger quota would shorten it.
func (st *Station) WatchedEvery(page int) (every time.Duration, slower bool) {
	return st.watcher.Every(page)
}

// watchLists keeps the watcher up to date with the list of watches.
func (st *Station) watchLists() {
	st.watcher.Set(st.Lists.Watches())
	st.Lists.Changed.On(func(l kept.List) {
		if l == kept.Watches {
			st.watcher.Set(st.Lists.Watches())
		}
	})
}

// Begin starts the background work, until the station is retired. Watching starts here, too: a program that does not
// notify the user must not record the text of a watched line, since the programs with a profile notify once.
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

// Attend starts only the background work that a public screen needs, until the station is retired: looking for changes
// by other programs with the profile, and listening to change notices.
func (st *Station) Attend(e Events) {
	st.follower.Begin()
	st.watchStore(e.Looked)
}

// Plan fetches the pages of a list ahead, and replaces the list of the last call.
func (st *Station) Plan(list []acquire.Want) { st.scheduler.FetchAhead(list) }

// Expect fetches what the user is about to open, and replaces the list of the last call.
func (st *Station) Expect(list []acquire.Want) { st.scheduler.Expect(list) }

// Hold keeps the station open until a further call of Release. The caller must hold the station, or know that another
// holder does meanwhile.
func (st *Station) Hold() { st.holds.Add(1) }

// Release ends a hold. The last one closes the store and the connection, which waits for the disk.
func (st *Station) Release() {
	if st.holds.Add(-1) > 0 {
		return
	}
	st.Connection.Close()
	_ = st.Store.Close() // reported while it ran
}

// Retire ends the background work, and waits for it. A recording that is being read still arrives.
func (st *Station) Retire() {
	st.unfollow()
	st.follower.Close()
	st.stop()
	st.work.Wait()
	st.Downloads.Close()
}

// storeName returns the name of a service's store. Each service has its own file.
func storeName(baseURL string) string {
	return filepath.Join("pages", serviceName(baseURL)+".sqlite")
}

// serviceName returns the name of a service's files, which has nothing secret.
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

// WarmUp asks for the first page before the window is up, which takes longer. It returns at once.
func (s *Station) WarmUp(place teletext.Place, pictures bool) {
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
