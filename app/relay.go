package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/boot"
	"sextant/app/cli"
	"sextant/app/discover"
	"sextant/app/guard"
	"sextant/app/player"
	"sextant/app/relay"
	"sextant/app/relay/serve"
	"sextant/app/say"
	"sextant/app/station"
	"sextant/app/systemd"
	"sextant/app/words"
)

// relayMemory is the soft memory limit of a relay in bytes, above which garbage is collected more often. A relay's live
// data are less; its unit allows more.
const relayMemory = 200 << 20

// A relaying is the parts of a relay.
type relaying struct {
	options  cli.RelayOptions
	log      io.Writer
	door     *guard.Door
	station  *station.Station
	relay    *relay.Relay
	server   *serve.Server
	listener net.Listener
	systemd  *systemd.Supervisor
	absence  *absenceWatch
}

// runRelay runs a relay until ctx ends.
func runRelay(ctx context.Context, o cli.RelayOptions, log io.Writer) error {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(relayMemory)
	}
	r := &relaying{options: o, log: log}
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
		r.logLine(err.Error())
	}
	r.systemd.Ready()
	err = r.server.Run(ctx)
	r.systemd.Stop()
	return err
}

// probeWaits is how long the relay may take to answer itself, in less than half of the watchdog's time.
const probeWaits = 10 * time.Second

// healthy asks the relay as its clients do.
func (r *relaying) healthy() error {
	ctx, cancel := context.WithTimeout(context.Background(), probeWaits)
	defer cancel()
	return r.server.Probe(ctx)
}

// logLine writes a line to the log, without a time, which a supervisor adds.
func (r *relaying) logLine(line string) { fmt.Fprintf(r.log, "sextant relay: %s\n", line) }

// open makes the parts.
func (r *relaying) open() (err error) {
	kept, err := load(cli.Options{Profile: r.options.Profile})
	if err != nil {
		return err
	}
	door, keyless := guard.OpenDoor(kept.profile.Path(guard.KeysFile), r.options.ClientKey, now)
	for _, complaint := range []error{kept.complaint, keyless} {
		if complaint != nil {
			r.logLine(complaint.Error())
		}
	}
	if keyless != nil {
		return say.Error("relay.noRing")
	}
	r.door = door
	if err := r.openStation(kept); err != nil {
		return err
	}
	r.relay.KeepScreens(r.door.Kiosks())
	if r.absence, err = watchAbsence(r.options.Webhook, kept.profile, r.relay.Screens, r.complain); err == nil {
		err = r.openServer()
	}
	if err != nil {
		r.close()
	}
	return err
}

// openServer starts to listen.
func (r *relaying) openServer() (err error) {
	if r.listener, err = net.Listen("tcp", r.options.Listen); err != nil {
		return say.Wrap(words.Reason(err), "relay.notListening", "Address", r.options.Listen)
	}
	r.server, err = serve.New(serve.Config{
		Listener: r.listener, Handler: r.relay, CertFile: r.options.Cert,
		KeyFile: r.options.Key, TakesBody: relay.TakesBody, OnShutdown: r.relay.EndStreams, Log: r.logLine,
	})
	if err != nil {
		_ = r.listener.Close()
	}
	return err
}

// openStation opens the service and the relay in front of it.
func (r *relaying) openStation(kept loaded) error {
	key, late, complaint := kept.key(r.options.Overrides, true)
	if late != nil {
		complaint = say.Error("reason.keyLocked")
	}
	if complaint != nil {
		r.logLine(complaint.Error())
	}
	s := kept.settings.Service
	events := station.NoEvents()
	events.Answered = func(page int, d *api.Document, err error, s acquire.Standing) {
		r.relay.OnAnswer(page, d, err, s)
	}
	events.PagesStale = func([]int) { r.relay.Wake() }
	events.Trouble = func(err error) {
		if m := words.StoreTrouble(err); m.Sentence != "" {
			r.logLine(m.Sentence)
		}
	}
	libraries := &station.Libraries{Recognise: player.Recognise, EndsWell: player.EndsWell, Boot: boot.System()}
	access := r.options.Access(s, key)
	access.Late = late
	st, err := station.Open(s, access, kept.profile, now, events, libraries)
	if err != nil {
		return err
	}
	if late != nil {
		st.AwaitKey(access, func(string) {})
	}
	if m := words.StoreMessage(st.Outcome); m.Sentence != "" {
		r.logLine(m.Sentence)
	}
	r.station = st
	st.Store.SetUnattended(true)
	parts := relay.Parts{
		Pages: st.Pages, Budget: st.Budget, Store: st.Store, Library: st.Library, Client: st.Client,
		PublicURL: r.options.PublicURL, Limits: s.Limits(),
		Freshness: time.Duration(s.Freshness) * time.Second, Zone: st.Zone, Draw: r.options.Draw,
		Know: r.door.Know, Connections: func() serve.Counts { return r.server.Counts() }, Log: r.logLine, Now: now,
	}
	if !r.options.NoPages {
		parts.Door, parts.Title = r.door, st.Title()
	}
	r.relay = relay.New(parts)
	st.Attend(events)
	return nil
}

// greet logs where the relay listens and who has access.
func (r *relaying) greet() {
	scheme := "http"
	if r.options.Cert != "" {
		scheme = "https"
	}
	r.logLine(say.Text(
		"relay.listens", "Address", scheme+"://"+r.listener.Addr().String(), "Service", r.station.Title()))
	r.logAccess()
}

// logAccess logs a warning if the relay is open to all clients, or to none.
func (r *relaying) logAccess() {
	switch {
	case r.door.Open():
		r.logLine(say.Text("relay.open"))
	case r.door.Closed():
		r.logLine(say.Text("relay.nobody", "File", guard.KeysFile))
	}
}

// announce announces the relay on the network, unless it serves only this machine.
func (r *relaying) announce(ctx context.Context) {
	address, err := netip.ParseAddrPort(r.listener.Addr().String())
	if err != nil || address.Addr().IsLoopback() || r.options.Name == "" {
		return
	}
	go func() {
		if err := discover.Announce(ctx,
			discover.Announcement{
				Name: r.options.Name, Address: address, TLS: r.options.Cert != "", Keys: !r.door.Open(),
			}); err != nil {
			r.logLine(say.Text("relay.notFound", "Error", err))
		}
	}()
}

// obeyHangups reloads the keys and the certificate on each SIGHUP.
func (r *relaying) obeyHangups(ctx context.Context) {
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	defer signal.Stop(hangups)
	for {
		select {
		case <-hangups:
			r.reload()
			r.relay.Recheck()
		case <-ctx.Done():
			return
		}
	}
}

// reload reloads the keys and the certificate.
func (r *relaying) reload() {
	if err := errors.Join(r.door.Reload(), r.server.Reload(), r.reloadScreens()); err != nil {
		r.logLine(err.Error())
		return
	}
	r.logLine(say.Text("relay.reloaded"))
	if r.door.Closed() {
		r.logAccess()
	}
}

// close ends everything, and returns when all data are on the disk.
func (r *relaying) close() {
	r.absence.close()
	r.relay.Close()
	r.station.Retire()
	r.station.Release()
}
