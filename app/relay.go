package app

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/discover"
	"sextant/app/guard"
	"sextant/app/player"
	"sextant/app/relay"
	"sextant/app/relay/command"
	"sextant/app/relay/keys"
	"sextant/app/relay/serve"
	"sextant/app/say"
	"sextant/app/station"
	"sextant/app/systemd"
	"sextant/app/usage"
	"sextant/app/words"
)

// relayHelp is what "sextant relay --help" says of the options.
func relayHelp() []usage.Line {
	return slices.Concat([]usage.Line{
		{Word: "--listen ADDR", Words: say.Text("option.relay.listen")},
		{Word: "--client-key ID:KEY", Words: say.Text("option.relay.clientKey")},
		{Word: "--tls-cert FILE", Words: say.Text("option.relay.cert")},
		{Word: "--tls-key FILE", Words: say.Text("option.relay.key")},
		{Word: "--public-url URL", Words: say.Text("option.relay.publicURL")},
		{Word: "--draw", Words: say.Text("option.relay.draw")},
		{Word: "--name NAME", Words: say.Text("option.relay.name")},
		{Word: "--profile DIR", Words: say.Text("option.profile")},
	}, station.Usage())
}

// relayMemory is how large the heap may become before garbage is collected more often than usual, in bytes. What a relay holds on
// to is less; its unit allows more.
const relayMemory = 200 << 20

// relayOptions are what a relay is asked for.
type relayOptions struct {
	station.Overrides
	profile, listen, clientKey, cert, key, name, publicURL string
	draw                                                   bool
}

// relayCommand is the command "sextant relay".
func relayCommand(env func(string) string) *command.Relay {
	return &command.Relay{
		Help:     relayHelp,
		Options:  []string{"listen", "tls-cert", "tls-key", "public-url", "name", "base-url", "media-base-url"},
		Switches: []string{"draw"},
		Run: func(ctx context.Context, args []string, stdout, stderr io.Writer) int {
			o, err := parseRelay(args, env)
			if err != nil {
				fmt.Fprintf(stderr, "sextant relay: %s\n%s\n", usage.Short(err.Error()), say.Text("usage.try", "Command", "sextant relay --help"))
				return exitUsage
			}
			if env("GOMEMLIMIT") == "" {
				debug.SetMemoryLimit(relayMemory)
			}
			if err := runRelay(ctx, o, stderr); err != nil {
				fmt.Fprintf(stderr, "sextant relay: %s\n", usage.Short(err.Error()))
				return exitError
			}
			return exitDone
		},
	}
}

// parseRelay reads the command line.
func parseRelay(args []string, env func(string) string) (o relayOptions, err error) {
	set := flag.NewFlagSet("relay", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	host, _ := os.Hostname() // without one it is not found by its name
	o.Flags(set, env)
	set.StringVar(&o.profile, "profile", "", "")
	set.StringVar(&o.listen, "listen", ":8080", "")
	set.StringVar(&o.clientKey, "client-key", env("SEXTANT_CLIENT_KEY"), "")
	set.StringVar(&o.cert, "tls-cert", "", "")
	set.StringVar(&o.key, "tls-key", "", "")
	set.StringVar(&o.name, "name", host, "")
	set.StringVar(&o.publicURL, "public-url", "", "")
	set.BoolVar(&o.draw, "draw", false, "")
	if err := set.Parse(args); err != nil {
		return o, usage.Wrong(err)
	}
	o.publicURL = strings.TrimRight(o.publicURL, "/")
	id, key, ok := strings.Cut(o.clientKey, ":")
	switch {
	case set.NArg() > 0:
		err = say.Error("usage.whatFor", "Text", strconv.Quote(set.Arg(0)))
	case (o.cert == "") != (o.key == ""):
		err = say.Error("usage.relay.tls")
	case o.publicURL != "" && !isBase(o.publicURL):
		err = say.Error("usage.relay.publicURL")
	case o.clientKey != "" && (!ok || id == "" || key == ""):
		err = say.Error("usage.relay.clientKey")
	default:
		err = cmp.Or(o.Check(), usage.Listen("--listen", o.listen))
	}
	return o, err
}

// isBase tells whether paths can be put behind an address.
func isBase(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil && u.RawQuery == "" && u.Fragment == ""
}

// A relaying is the parts of a relay.
type relaying struct {
	options  relayOptions
	log      io.Writer
	ring     *keys.Ring
	keyed    atomic.Bool // there were keys at some time: the file of them is there
	guard    *guard.Guard
	station  *station.Station
	relay    *relay.Relay
	server   *serve.Server
	listener net.Listener
	systemd  *systemd.Supervisor
}

// runRelay runs a relay until ctx ends.
func runRelay(ctx context.Context, o relayOptions, log io.Writer) error {
	r := &relaying{options: o, log: log, guard: guard.New(now)}
	if err := r.open(); err != nil {
		return err
	}
	defer r.close()
	r.greet()
	r.relay.Begin()
	announced, cancel := context.WithCancel(ctx)
	defer cancel()
	r.announce(announced)
	go r.obeyHangups(announced)
	var err error
	if r.systemd, err = systemd.Supervise(r.healthy); err != nil {
		r.tell(err.Error())
	}
	r.systemd.Ready()
	err = r.server.Run(ctx)
	r.systemd.Stop()
	return err
}

// tell writes a line to the log, which has times of its own where a supervisor reads it.
func (r *relaying) tell(line string) { fmt.Fprintf(r.log, "sextant relay: %s\n", line) }

// open makes the parts.
func (r *relaying) open() (err error) {
	kept, err := load(Options{Profile: r.options.profile})
	if err != nil {
		return err
	}
	for _, complaint := range []error{kept.complaint, r.openKeys(kept)} {
		if complaint != nil {
			r.tell(complaint.Error())
		}
	}
	if r.ring == nil {
		return say.Error("relay.noRing")
	}
	if err := r.openStation(kept); err != nil {
		return err
	}
	if err := r.openServer(); err != nil {
		r.close()
		return err
	}
	return nil
}

// openServer begins to listen.
func (r *relaying) openServer() (err error) {
	if r.listener, err = net.Listen("tcp", r.options.listen); err != nil {
		return say.Wrap(words.Reason(err), "relay.notListening", "Address", r.options.listen)
	}
	r.server, err = serve.New(serve.Config{
		Listener: r.listener, Handler: r.relay, CertFile: r.options.cert, KeyFile: r.options.key, OnShutdown: r.relay.EndStreams, Log: r.tell,
	})
	return err
}

// openKeys reads the clients' keys.
func (r *relaying) openKeys(kept loaded) (err error) {
	file := kept.profile.Path(keys.File)
	if r.ring, err = keys.Open(file); err != nil {
		r.ring = nil
		return err
	}
	_, missing := os.Stat(file)
	r.keyed.Store(missing == nil)
	return nil
}

// openStation opens the service and the relay in front of it.
func (r *relaying) openStation(kept loaded) error {
	key, complaint := kept.key(Options{Overrides: r.options.Overrides})
	if complaint != nil {
		r.tell(complaint.Error())
	}
	s := kept.settings.Service
	events := station.Silence()
	events.Answered = func(page int, d *api.Document, err error, s acquire.Standing) { r.relay.Answered(page, d, err, s) }
	events.Told = func([]int) { r.relay.Wake() }
	events.Trouble = func(err error) {
		if m := station.TroubleMessage(err); m.Sentence != "" {
			r.tell(m.Sentence)
		}
	}
	libraries := &station.Libraries{Recognise: player.Recognise}
	st, err := station.Open(s, r.options.Access(s, key), kept.profile, now, events, libraries)
	if err != nil {
		return err
	}
	if m := station.StoreMessage(st.Outcome); m.Sentence != "" {
		r.tell(m.Sentence)
	}
	r.station = st
	r.relay = relay.New(relay.Parts{
		Pages: st.Pages, Budget: st.Budget, Store: st.Store, Library: st.Library, Client: st.Client,
		PublicURL: r.options.publicURL, Limits: s.Limits(), Freshness: time.Duration(s.Freshness) * time.Second, Zone: st.Zone, Draw: r.options.draw,
		Know: r.know, Connections: func() serve.Counts { return r.server.Counts() }, Tell: r.tell, Now: now,
	})
	st.Attend(events)
	return nil
}

// isOpen tells whether everybody may ask: there never were any keys. Who takes the last one away means to let nobody in.
func (r *relaying) isOpen() bool {
	return r.options.clientKey == "" && r.ring.Empty() && !r.keyed.Load()
}

// isClosed tells whether nobody may ask.
func (r *relaying) isClosed() bool {
	return r.options.clientKey == "" && r.ring.Empty() && r.keyed.Load()
}

// tellNobody tells that the last key was taken away.
func (r *relaying) tellNobody() { r.tell(say.Text("relay.nobody", "File", keys.File)) }

// know returns whose credentials these are.
func (r *relaying) know(address, id, key string) (name string, kiosk, ok bool, retry time.Duration) {
	if r.isOpen() {
		return "", false, true, 0
	}
	own, _, _ := strings.Cut(r.options.clientKey, ":")
	if id == "" || id != own && !r.ring.Has(id) { // nothing to compare with
		return "", false, false, 0
	}
	ok, retry = r.guard.Check(address, id, key, func() (ok bool) {
		name, kiosk, ok = r.compare(id, key)
		return ok
	})
	return name, kiosk, ok, retry
}

// compare compares credentials with the client key of the command line and with those of the file.
func (r *relaying) compare(id, key string) (name string, kiosk, ok bool) {
	given, wanted := sha256.Sum256([]byte(id+":"+key)), sha256.Sum256([]byte(r.options.clientKey))
	if r.options.clientKey != "" && subtle.ConstantTimeCompare(given[:], wanted[:]) == 1 {
		return "", false, true
	}
	c, ok := r.ring.Check(id, key)
	return c.Name, c.Kiosk, ok
}

// greet tells where it listens and who may ask.
func (r *relaying) greet() {
	scheme := "http"
	if r.options.cert != "" {
		scheme = "https"
	}
	r.tell(say.Text("relay.listens", "Address", scheme+"://"+r.listener.Addr().String(), "Service", r.station.Title()))
	if r.isOpen() {
		r.tell(say.Text("relay.open"))
	}
	if r.isClosed() {
		r.tellNobody()
	}
}

// announce lets clients in the network find the relay, unless it is for this machine alone.
func (r *relaying) announce(ctx context.Context) {
	address, err := netip.ParseAddrPort(r.listener.Addr().String())
	if err != nil || address.Addr().IsLoopback() || r.options.name == "" {
		return
	}
	go func() {
		if err := discover.Announce(ctx, discover.Announcement{Name: r.options.name, Address: address, TLS: r.options.cert != "", Keys: !r.isOpen()}); err != nil {
			r.tell(say.Text("relay.notFound", "Error", err))
		}
	}()
}

// obeyHangups reads the keys and the certificate again whenever the process is told to.
func (r *relaying) obeyHangups(ctx context.Context) {
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGHUP)
	defer signal.Stop(told)
	for {
		select {
		case <-told:
			r.reload()
			r.relay.Recheck()
		case <-ctx.Done():
			return
		}
	}
}

// reload reads the keys and the certificate again.
func (r *relaying) reload() {
	err := r.ring.Reload()
	if errors.Is(err, fs.ErrNotExist) && r.isOpen() {
		err = nil // there never were any
	}
	err = errors.Join(err, r.server.Reload())
	if !r.ring.Empty() {
		r.keyed.Store(true)
	}
	if err != nil {
		r.tell(err.Error())
		return
	}
	r.tell(say.Text("relay.reloaded"))
	if r.isClosed() {
		r.tellNobody()
	}
}

// healthy asks the relay whether it answers.
func (r *relaying) healthy() error {
	q, err := http.NewRequest(http.MethodGet, "/healthz", nil)
	if err != nil {
		return err
	}
	r.relay.ServeHTTP(discard{}, q)
	return nil
}

// A discard is an answer that nobody reads.
type discard struct{}

func (discard) Header() http.Header         { return http.Header{} }
func (discard) Write(p []byte) (int, error) { return len(p), nil }
func (discard) WriteHeader(int)             {}

// close ends everything, and returns when what is to be kept is on the disk.
func (r *relaying) close() {
	r.relay.Close()
	r.station.Retire()
	r.station.Release()
}
