package station

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"sextant/app/about"
	"sextant/app/acquire"
	"sextant/app/demo"
	"sextant/app/service"
	"sextant/app/settings"
	"sextant/app/store"
)

// A station is the service that Sextant is tuned to, a configured one or the built-in demo, with all
// that is kept and done about it.
type Station struct {
	Client *service.Client
	Zone   *time.Location
	IsDemo bool
	demoAt string // where the demo listens
	stop   func() // ends the demo

	// These are missing where the service is only tried.
	Store    *store.Store
	Outcome  store.Outcome
	Budget   *acquire.Budget
	Pages    *acquire.Pages
	Ahead    *acquire.Prefetcher
	Collect  *acquire.Collector
	Watcher  *acquire.Watcher
	unfollow context.CancelFunc
	Edits    atomic.Int64  // of the lists, by this program
	look     chan struct{} // has an element when other programs are to be looked after at once
	Edition  int           // of the store, when the lists were taken from it

	Downloads *acquire.Downloads
}

// recordingsFolder keeps recordings, in the profile.
const recordingsFolder = "recordings"

// megabyte is the unit of limits in the settings, and of what is said of sizes.
const megabyte = 1_000_000

// Events are what a station tells of, from any goroutine.
type Events struct {
	Changed    func(acquire.Change)
	Collecting func(acquire.Collecting)
	Sighting   func(acquire.Sighting)
	Downloads  acquire.DownloadEvents
	Trouble    func(error)
}

// Libraries are those of recordings by their folders. One that is in use, because something plays on while
// Sextant tunes in anew, is never opened twice.
type Libraries map[string]*acquire.Library

func (l Libraries) open(dir string, limit int64, now func() time.Time) *acquire.Library {
	if l[dir] == nil {
		l[dir] = acquire.NewLibrary(dir, limit, now)
	}
	l[dir].SetLimit(limit)
	return l[dir]
}

// Connect reaches a service without keeping anything of it. Nothing is asked of it yet.
func Connect(s settings.Settings, a Access, now func() time.Time, gate service.Gate) (*Station, error) {
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		return nil, fmt.Errorf("the time zone of the settings: %w", err)
	}
	st := &Station{Zone: zone, stop: func() {}, unfollow: func() {}, look: make(chan struct{}, 1)}
	var dial func(ctx context.Context, network, address string) (net.Conn, error)
	if a.BaseURL == "" {
		if err := st.serveDemo(a, now); err != nil {
			return nil, err
		}
		a.BaseURL, a.MediaBaseURL, dial = demoURL, cmp.Or(a.MediaBaseURL, demoURL), st.dial
	}
	st.Client, err = service.New(service.Config{
		BaseURL: a.BaseURL, MediaBaseURL: a.MediaBaseURL, AppID: a.AppID, AppKey: a.AppKey,
		MediaCredentials: s.MediaCredentials,
		Timeout:          time.Duration(s.Timeout) * time.Second,
		Stall:            time.Duration(s.Stall) * time.Second,
		MaxDocument:      int64(s.DocumentMB) * megabyte,
		MaxImage:         int64(s.PictureMB) * megabyte,
		UserAgent:        "Sextant/" + about.Version,
		Now:              now,
		Gate:             gate,
		Dial:             dial,
	})
	if err != nil {
		st.stop()
		return nil, err
	}
	return st, nil
}

// Open connects to the service of the settings and opens what is kept of it.
func Open(s settings.Settings, a Access, p settings.Profile, now func() time.Time, e Events, shelves Libraries) (*Station, error) {
	kept, outcome := store.Open(p.Path(storeName(a.BaseURL)), store.Options{Now: now, Limit: int64(s.StoreMB) * megabyte, Trouble: e.Trouble})
	earlier, _ := kept.Spent(now().Add(-24 * time.Hour)) // an unreadable record is begun anew
	budget := acquire.NewBudget(s.Limits(), acquire.SpendsOf(earlier), now, kept)
	st, err := Connect(s, a, now, budget)
	if err != nil {
		_ = kept.Close()
		return nil, err
	}
	st.Store, st.Outcome, st.Budget = kept, outcome, budget
	st.Watcher = acquire.NewWatcher(e.Sighting)
	st.Pages = acquire.NewPages(st.Client, kept, budget, acquire.Config{
		Format: s.Format, Freshness: time.Duration(s.Freshness) * time.Second, Now: now,
		Changed: func(c acquire.Change) {
			st.Watcher.Changed(c)
			if e.Changed != nil {
				e.Changed(c)
			}
		},
	})
	st.Ahead = acquire.NewPrefetcher(st.Pages)
	library := shelves.open(p.Path(filepath.Join(recordingsFolder, serviceName(a.BaseURL))), int64(s.RecordingsMB)*megabyte, now)
	st.Downloads = acquire.NewDownloads(library, kept, func(r store.Recording) acquire.Opener { return acquire.OpenerOf(st.Client, r) }, now, e.Downloads)
	st.Collect = acquire.NewCollector(st.Pages, budget, kept, now, e.Collecting)
	return st, nil
}

// Begin does what is done in the background as long as the program runs.
func (st *Station) Begin(watches []store.Watch, now func() time.Time, lists func(KeptLists)) {
	st.Watcher.Set(watches)
	st.Watcher.Begin(st.Pages)
	st.Collect.Resume()
	st.Downloads.Begin()
	st.follow(now, lists)
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

// demoURL is the built-in service's address, the same at each start: recordings are kept under their
// addresses. No such name can ever be found in the network (RFC 6761, section 6.4).
const demoURL = "http://" + demoHost

const demoHost = "demo.sextant.invalid"

// serveDemo starts the built-in service on a loopback port of the system's choosing.
func (st *Station) serveDemo(a Access, now func() time.Time) error {
	handler, err := demo.New(demo.Options{AppID: a.AppID, AppKey: a.AppKey, Now: now, Zone: st.Zone})
	if err != nil {
		return fmt.Errorf("starting the demo service: %w", err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("starting the demo service: %w", err)
	}
	st.IsDemo, st.demoAt = true, listener.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = handler.Serve(ctx, listener) // requests then fail and say that there is no connection
	}()
	st.stop = func() {
		cancel()
		<-done
	}
	return nil
}

// dial connects to where the demo listens, and to anything else by its name.
func (st *Station) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if host, _, err := net.SplitHostPort(address); err == nil && host == demoHost {
		address = st.demoAt
	}
	return new(net.Dialer).DialContext(ctx, network, address)
}

// Outside is an address as other programs can reach it.
func (st *Station) Outside(address *url.URL) *url.URL {
	u := *address
	if st.IsDemo && u.Host == demoHost {
		u.Host = st.demoAt
	}
	return &u
}

// Close ends everything that is done about the service, and keeps what is to be kept.
func (st *Station) Close() {
	if st.Store != nil {
		st.unfollow()
		st.Ahead.Close()
		st.Collect.Close()
		st.Watcher.Close()
		st.Downloads.Close()
	}
	st.Client.Close()
	st.stop()
	if st.Store != nil {
		_ = st.Store.Close() // told of while it ran
	}
}
