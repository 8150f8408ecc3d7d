package app

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

	"sextant/app/acquire"
	"sextant/app/demo"
	"sextant/app/service"
	"sextant/app/store"
)

// A station is the service that Sextant is tuned to, a configured one or the built-in demo, with all
// that is kept and done about it.
type station struct {
	client *service.Client
	zone   *time.Location
	isDemo bool
	demoAt string // where the demo listens
	stop   func() // ends the demo

	// These are missing where the service is only tried.
	store    *store.Store
	outcome  store.Outcome
	budget   *acquire.Budget
	pages    *acquire.Pages
	ahead    *acquire.Prefetcher
	collect  *acquire.Collector
	watcher  *acquire.Watcher
	unfollow context.CancelFunc
	edits    atomic.Int64  // of the lists, by this program
	look     chan struct{} // has an element when other programs are to be looked after at once
	edition  int           // of the store, when the lists were taken from it

	downloads *acquire.Downloads
}

// megabyte is the unit of limits in the settings, and of what is said of sizes.
const megabyte = 1_000_000

// events are what a station tells of, from any goroutine.
type events struct {
	changed    func(acquire.Change)
	collecting func(acquire.Collecting)
	sighting   func(acquire.Sighting)
	downloads  acquire.DownloadEvents
	trouble    func(error)
}

// libraries are those of recordings by their folders. One that is in use, because something plays on while
// Sextant tunes in anew, is never opened twice.
type libraries map[string]*acquire.Library

func (l libraries) open(dir string, limit int64, now func() time.Time) *acquire.Library {
	if l[dir] == nil {
		l[dir] = acquire.NewLibrary(dir, limit, now)
	}
	l[dir].SetLimit(limit)
	return l[dir]
}

// connect reaches a service without keeping anything of it. Nothing is asked of it yet.
func connect(s Settings, a access, now func() time.Time, gate service.Gate) (*station, error) {
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		return nil, fmt.Errorf("the time zone of the settings: %w", err)
	}
	st := &station{zone: zone, stop: func() {}, unfollow: func() {}, look: make(chan struct{}, 1)}
	var dial func(ctx context.Context, network, address string) (net.Conn, error)
	if a.baseURL == "" {
		if err := st.serveDemo(a, now); err != nil {
			return nil, err
		}
		a.baseURL, a.mediaBaseURL, dial = demoURL, cmp.Or(a.mediaBaseURL, demoURL), st.dial
	}
	st.client, err = service.New(service.Config{
		BaseURL: a.baseURL, MediaBaseURL: a.mediaBaseURL, AppID: a.appID, AppKey: a.appKey,
		MediaCredentials: s.MediaCredentials,
		Timeout:          time.Duration(s.Timeout) * time.Second,
		Stall:            time.Duration(s.Stall) * time.Second,
		MaxDocument:      int64(s.DocumentMB) * megabyte,
		MaxImage:         int64(s.PictureMB) * megabyte,
		UserAgent:        "Sextant/" + Version,
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

// tune connects to the service of the settings and opens what is kept of it.
func tune(s Settings, a access, p Profile, now func() time.Time, e events, shelves libraries) (*station, error) {
	kept, outcome := store.Open(p.path(storeName(a.baseURL)), store.Options{Now: now, Limit: int64(s.StoreMB) * megabyte, Trouble: e.trouble})
	earlier, _ := kept.Spent(now().Add(-24 * time.Hour)) // an unreadable record is begun anew
	budget := acquire.NewBudget(s.limits(), acquire.SpendsOf(earlier), now, kept)
	st, err := connect(s, a, now, budget)
	if err != nil {
		_ = kept.Close()
		return nil, err
	}
	st.store, st.outcome, st.budget = kept, outcome, budget
	st.watcher = acquire.NewWatcher(e.sighting)
	st.pages = acquire.NewPages(st.client, kept, budget, acquire.Config{
		Format: s.Format, Freshness: time.Duration(s.Freshness) * time.Second, Now: now,
		Changed: func(c acquire.Change) {
			st.watcher.Changed(c)
			if e.changed != nil {
				e.changed(c)
			}
		},
	})
	st.ahead = acquire.NewPrefetcher(st.pages)
	library := shelves.open(p.path(filepath.Join(recordingsFolder, serviceName(a.baseURL))), int64(s.RecordingsMB)*megabyte, now)
	st.downloads = acquire.NewDownloads(library, kept, func(r store.Recording) acquire.Opener { return acquire.OpenerOf(st.client, r) }, now, e.downloads)
	st.collect = acquire.NewCollector(st.pages, budget, kept, now, e.collecting)
	return st, nil
}

// begin does what is done in the background as long as the program runs.
func (st *station) begin(watches []store.Watch, now func() time.Time, lists func(keptLists)) {
	st.watcher.Set(watches)
	st.watcher.Begin(st.pages)
	st.collect.Resume()
	st.downloads.Begin()
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
func (st *station) serveDemo(a access, now func() time.Time) error {
	handler, err := demo.New(demo.Options{AppID: a.appID, AppKey: a.appKey, Now: now, Zone: st.zone})
	if err != nil {
		return fmt.Errorf("starting the demo service: %w", err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("starting the demo service: %w", err)
	}
	st.isDemo, st.demoAt = true, listener.Addr().String()
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
func (st *station) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if host, _, err := net.SplitHostPort(address); err == nil && host == demoHost {
		address = st.demoAt
	}
	return new(net.Dialer).DialContext(ctx, network, address)
}

// outside is an address as other programs can reach it.
func (st *station) outside(address *url.URL) *url.URL {
	u := *address
	if st.isDemo && u.Host == demoHost {
		u.Host = st.demoAt
	}
	return &u
}

// close ends everything that is done about the service, and keeps what is to be kept.
func (st *station) close() {
	if st.store != nil {
		st.unfollow()
		st.ahead.Close()
		st.collect.Close()
		st.watcher.Close()
		st.downloads.Close()
	}
	st.client.Close()
	st.stop()
	if st.store != nil {
		_ = st.store.Close() // told of while it ran
	}
}
