package app

import (
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
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"sextant/app/discover"
	"sextant/app/relay"
	"sextant/app/relay/command"
	"sextant/app/relay/guard"
	"sextant/app/relay/keys"
	"sextant/app/relay/serve"
	"sextant/app/service"
	"sextant/app/station"
	"sextant/app/supervise"
	"sextant/app/words"
)

// relayHelp is what "sextant relay --help" says of the options.
const relayHelp = `  --listen ADDR          where it listens (:8080)
  --client-key ID:KEY    credentials that clients may have besides those of "key add"
                         (SEXTANT_CLIENT_KEY)
  --tls-cert FILE        certificate and key for https, as PEM; both are read again on SIGHUP
  --tls-key FILE
  --public-url URL       address under which clients reach it, where a proxy stands before it
  --draw                 draw pictures that the service does not give; they are marked
  --name NAME            the name under which clients in the network find it (that of the machine);
                         an empty one for not to be found
  --profile DIR          where settings and all other files are kept
  --base-url URL         address of the teletext service   (SEXTANT_BASE_URL)
  --media-base-url URL   address of the media service      (SEXTANT_MEDIA_BASE_URL)
  --app-id ID            credentials for the service       (SEXTANT_APP_ID)
  --app-key KEY          ... best kept in the environment  (SEXTANT_APP_KEY)
`

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
				fmt.Fprintf(stderr, "sextant relay: %v\nTry sextant relay --help.\n", err)
				return exitUsage
			}
			if env("GOMEMLIMIT") == "" {
				debug.SetMemoryLimit(relayMemory)
			}
			if err := runRelay(ctx, o, stderr); err != nil {
				fmt.Fprintf(stderr, "sextant relay: %v\n", err)
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
		return o, err
	}
	o.publicURL = strings.TrimRight(o.publicURL, "/")
	id, key, ok := strings.Cut(o.clientKey, ":")
	switch {
	case set.NArg() > 0:
		err = fmt.Errorf("what is %q for?", set.Arg(0))
	case (o.cert == "") != (o.key == ""):
		err = errors.New("--tls-cert and --tls-key belong together")
	case o.publicURL != "" && !isBase(o.publicURL):
		err = errors.New("--public-url is to be an address such as https://text.example, without a query")
	case o.clientKey != "" && (!ok || id == "" || key == ""):
		err = errors.New("--client-key is to be an id and a key with a colon between them")
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
	systemd  *supervise.Supervisor
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
	if r.systemd, err = supervise.Begin(r.healthy); err != nil {
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
		return errors.New("without its keys it lets nobody in")
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
		return fmt.Errorf("it cannot listen at %s: %w", r.options.listen, words.Reason(err))
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
	events.Answered = func(page int, d *service.Document, err error) { r.relay.Answered(page, d, err) }
	events.Told = func(pages []int) { r.relay.Told(pages) }
	events.Trouble = func(err error) {
		if m := station.TroubleMessage(err); m.Sentence != "" {
			r.tell(m.Sentence)
		}
	}
	st, err := station.Open(s, r.options.Access(s, key), kept.profile, now, events, station.Libraries{})
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
		Know: r.know, Refused: r.refused, Connections: func() serve.Counts { return r.server.Counts() }, Tell: r.tell, Now: now,
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

const nobody = "its last key was taken away, and nobody may ask; \"sextant relay key add NAME\" makes another one, and where the file " + keys.File + " is removed it lets everybody in from its next start on"

// know tells whose credentials these are.
func (r *relaying) know(id, key string) (name string, kiosk, ok bool) {
	if r.isOpen() {
		return "", false, true
	}
	given, wanted := sha256.Sum256([]byte(id+":"+key)), sha256.Sum256([]byte(r.options.clientKey))
	if r.options.clientKey != "" && subtle.ConstantTimeCompare(given[:], wanted[:]) == 1 {
		return "", false, true
	}
	c, ok := r.ring.Check(id, key)
	return c.Name, c.Kiosk, ok
}

func (r *relaying) refused(ctx context.Context, host string) (end bool) {
	_, end = r.guard.Refuse(ctx, host)
	return end
}

// greet tells where it listens and who may ask.
func (r *relaying) greet() {
	scheme := "http"
	if r.options.cert != "" {
		scheme = "https"
	}
	r.tell(fmt.Sprintf("it listens at %s://%s and asks %s", scheme, r.listener.Addr(), r.station.Title()))
	if r.isOpen() {
		r.tell("everybody who reaches it may ask; \"sextant relay key add NAME\" makes a key, from which on only keys may")
	}
	if r.isClosed() {
		r.tell(nobody)
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
			r.tell(fmt.Sprintf("it cannot be found by its name: %v", err))
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
	r.tell("keys and certificate were read again")
	if r.isClosed() {
		r.tell(nobody)
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
