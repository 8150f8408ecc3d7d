package desktop

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/introspect"

	"sextant/app/backoff"
	"sextant/app/bus"
	"sextant/assets"
)

// The names of MPRIS, the Media Player Remote Interfacing Specification, version 2.2.
const (
	mprisName   = "org.mpris.MediaPlayer2.sextant"
	mprisPath   = "/org/mpris/MediaPlayer2"
	mprisRoot   = "org.mpris.MediaPlayer2"
	mprisPlayer = "org.mpris.MediaPlayer2.Player"

	propertiesInterface = "org.freedesktop.DBus.Properties"
	noTrack             = dbus.ObjectPath("/org/mpris/MediaPlayer2/TrackList/NoTrack")
)

// The first and the greatest backoff after the bus has failed.
const (
	busSoonest = time.Second
	busLatest  = time.Minute
)

// A Remote lets the desktop see and control playback. It appears there when something is first played. Its methods may
// be called on any goroutine, and do not wait for the desktop.
type Remote struct {
	actions RemoteActions
	now     func() time.Time
	life    context.Context // until Close
	end     context.CancelFunc
	wake    chan struct{} // has an element when there is a state to show
	done    chan struct{} // closed when run has ended

	mu     sync.Mutex
	next   RemoteState // to be shown
	shown  RemoteState
	since  time.Time // when shown was published
	resend bool      // the desktop has requested a change, so next is shown even if it is the same

	// These belong to the goroutine of run.
	bus      *bus.Conn
	props    *properties
	failures int              // consecutive ones of the bus
	again    <-chan time.Time // the timer of the backoff after a failure, nil if there is none
}

// NewRemote makes a remote, which does not appear yet.
func NewRemote(a RemoteActions, now func() time.Time) *Remote {
	r := &Remote{actions: a, now: now, wake: make(chan struct{}, 1), done: make(chan struct{})}
	r.life, r.end = context.WithCancel(context.Background())
	go r.run()
	return r
}

// Show publishes the state of playback, asynchronously. Of several in quick succession only the last one is published.
func (r *Remote) Show(s RemoteState) {
	r.mu.Lock()
	r.next = s
	r.mu.Unlock()
	select {
	case r.wake <- struct{}{}:
	default: // run is awake already
	}
}

// Close removes playback from the desktop.
func (r *Remote) Close() {
	r.end()
	<-r.done
}

// run publishes states until Close.
func (r *Remote) run() {
	defer close(r.done)
	for {
		select {
		case <-r.life.Done():
			return
		case <-r.wake:
			r.publish()
		case <-r.again:
			r.again = nil
			r.publish()
		}
	}
}

// publish publishes the next state.
func (r *Remote) publish() {
	if s, _ := r.states(); r.bus == nil && (!s.Loaded || r.again != nil || !r.appear()) {
		return
	}
	r.mu.Lock()
	s, before, resend := r.next, r.shown, r.resend
	r.shown, r.since, r.resend = s, r.now(), false
	r.mu.Unlock()
	values := playerProperties(s)
	announced := maps.Clone(values)
	delete(announced, "Position")
	if !resend && !before.differs(s) {
		announced = nil
	}
	if r.props.setValues(mprisPlayer, values, announced) != nil {
		_ = r.bus.Close()
		r.bus, r.props = nil, nil
		r.sleep()
		return
	}
	if s.Loaded && s.Seeks != before.Seeks {
		_ = r.bus.Emit(mprisPath, mprisPlayer+".Seeked", s.At.Microseconds()) // setValues notices a lost bus
	}
}

// states returns the next state and the published one.
func (r *Remote) states() (next, shown RemoteState) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.next, r.shown
}

// positionLocked returns the position in what is shown, by the time since and the speed.
func (r *Remote) positionLocked() time.Duration {
	if !r.shown.Playing {
		return r.shown.At
	}
	return r.shown.At + time.Duration(float64(r.now().Sub(r.since))*r.shown.Speed)
}

// differs reports whether more than the position differs.
func (s RemoteState) differs(o RemoteState) bool {
	s.At, s.Seeks, s.Exact = o.At, o.Seeks, o.Exact
	return s != o
}

// appear connects to the desktop, and reports whether that succeeded.
func (r *Remote) appear() bool {
	conn, err := bus.DialToServe(r.life, sessionAddress(), r.export)
	if err == nil {
		r.props.bus = conn
		if err = r.acquireName(conn); err != nil {
			_ = conn.Close()
		}
	}
	if err != nil {
		r.sleep()
		return false
	}
	r.failures, r.bus = 0, conn
	return true
}

// sleep starts a backoff, after which the state is published again.
func (r *Remote) sleep() {
	r.failures++
	r.again = time.After(backoff.After(r.failures, busSoonest, busLatest))
}

func (r *Remote) export(conn *dbus.Conn) error {
	r.props = &properties{path: mprisPath, take: r.writable(), values: map[string]map[string]dbus.Variant{
		mprisRoot: rootProperties(), mprisPlayer: playerProperties(RemoteState{}),
	}}
	root, player := mprisRootMethods{r.actions}, mprisPlayerMethods{r}
	node := &introspect.Node{Name: mprisPath, Interfaces: []introspect.Interface{
		introspect.IntrospectData,
		{
			Name: propertiesInterface, Methods: introspect.Methods(r.props),
			Signals: []introspect.Signal{{Name: "PropertiesChanged", Args: []introspect.Arg{
				{Name: "interface_name", Type: "s"},
				{Name: "changed_properties", Type: "a{sv}"},
				{Name: "invalidated_properties", Type: "as"},
			}}},
		},
		{
			Name: mprisRoot, Methods: introspect.Methods(root),
			Properties: r.props.described(mprisRoot, func(string) string { return "const" }),
		},
		{
			Name: mprisPlayer, Methods: playerMethods(player), Properties: r.props.described(mprisPlayer, emits),
			Signals: []introspect.Signal{{Name: "Seeked", Args: []introspect.Arg{{Name: "Position", Type: "x"}}}},
		},
	}}
	if err := conn.ExportWithMap(player, map[string]string{"SeekBy": "Seek"}, mprisPath, mprisPlayer); err != nil {
		return err
	}
	for _, e := range []struct {
		object any
		name   string
	}{
		{root, mprisRoot},
		{r.props, propertiesInterface},
		{introspect.NewIntrospectable(node), "org.freedesktop.DBus.Introspectable"},
	} {
		if err := conn.Export(e.object, mprisPath, e.name); err != nil {
			return err
		}
	}
	return nil
}

// acquireName acquires the program's name on the bus, or that of a further instance if another one has it.
func (r *Remote) acquireName(conn *bus.Conn) error {
	ctx, cancel := context.WithTimeout(r.life, busAnswers)
	defer cancel()
	for _, name := range []string{mprisName, fmt.Sprint(mprisName, ".instance", os.Getpid())} {
		var reply uint32
		if err := conn.BusObject().CallWithContext(ctx, busInterface+".RequestName",
			0, name, uint32(dbus.NameFlagDoNotQueue)).Store(&reply); err != nil {
			return err
		}
		if reply := dbus.RequestNameReply(reply); reply == dbus.RequestNameReplyPrimaryOwner ||
			reply == dbus.RequestNameReplyAlreadyOwner {
			return nil
		}
	}
	return errNameTaken
}

var errNameTaken = errors.New("other programs have the names")

// playerMethods returns the introspection data of the methods by their D-Bus names.
func playerMethods(p mprisPlayerMethods) []introspect.Method {
	methods := introspect.Methods(p)
	for i := range methods {
		if methods[i].Name == "SeekBy" {
			methods[i].Name = "Seek"
		}
	}
	return methods
}

// emits reports whether a change of one of the player's properties is signalled: all but the position's.
func emits(name string) string { return strconv.FormatBool(name != "Position") }

func rootProperties() map[string]dbus.Variant {
	return variants(map[string]any{
		"CanQuit": true, "CanRaise": true, "HasTrackList": false, "Identity": "Sextant", "DesktopEntry": assets.ID,
		"SupportedUriSchemes": []string{}, "SupportedMimeTypes": []string{},
	})
}

func variants(values map[string]any) map[string]dbus.Variant {
	v := map[string]dbus.Variant{}
	for name, value := range values {
		v[name] = dbus.MakeVariant(value)
	}
	return v
}

func playerProperties(s RemoteState) map[string]dbus.Variant {
	status := "Stopped"
	switch {
	case s.Playing:
		status = "Playing"
	case s.Loaded:
		status = "Paused"
	}
	track := map[string]dbus.Variant{"mpris:trackid": dbus.MakeVariant(noTrack)}
	if s.Loaded {
		track["mpris:trackid"] = dbus.MakeVariant(trackOf(s.ID))
		track["xesam:title"] = dbus.MakeVariant(bus.Clean(s.Title))
		if s.Artist != "" {
			track["xesam:artist"] = dbus.MakeVariant([]string{bus.Clean(s.Artist)})
		}
		if s.Album != "" {
			track["xesam:album"] = dbus.MakeVariant(bus.Clean(s.Album))
		}
		if s.Length > 0 {
			track["mpris:length"] = dbus.MakeVariant(s.Length.Microseconds())
		}
	}
	return variants(map[string]any{
		"PlaybackStatus": status, "Metadata": track, "Volume": s.Volume,
		"Rate": s.Speed, "MinimumRate": slowestRate, "MaximumRate": fastestRate,
		"CanGoNext": s.Next, "CanGoPrevious": s.Previous, "CanPlay": s.Loaded ||
			s.Queued, "CanPause": s.Loaded, "CanSeek": s.Seekable, "CanControl": true,
		"Position": s.At.Microseconds(),
	})
}

// writable returns the handlers of the properties that the desktop may set.
func (r *Remote) writable() map[string]func(v dbus.Variant) *dbus.Error {
	take := func(valid func(float64) bool, set func(float64)) func(dbus.Variant) *dbus.Error {
		return func(value dbus.Variant) *dbus.Error {
			v, ok := value.Value().(float64)
			if !ok || math.IsNaN(v) || !valid(v) {
				return errInvalid
			}
			r.mu.Lock()
			r.resend = true
			r.mu.Unlock()
			set(v)
			return nil
		}
	}
	return map[string]func(v dbus.Variant) *dbus.Error{
		"Volume": take(func(float64) bool { return true }, r.actions.Volume),
		"Rate":   take(func(v float64) bool { return v == 0 || v >= slowestRate && v <= fastestRate }, r.setRate),
	}
}

// setRate sets the speed; 0 means a pause.
func (r *Remote) setRate(v float64) {
	if v == 0 {
		r.actions.Pause()
	} else {
		r.actions.Speed(v)
	}
}

// The limits of the rate.
const slowestRate, fastestRate = 0.5, 3.0

// trackOf returns an item's track ID for the desktop.
func trackOf(id string) dbus.ObjectPath {
	sum := sha256.Sum256([]byte(id))
	return dbus.ObjectPath("/sextant/track/" + hex.EncodeToString(sum[:8]))
}

// mprisRootMethods are the methods of the interface org.mpris.MediaPlayer2.
type mprisRootMethods struct{ actions RemoteActions }

// Raise brings the window to the front.
func (m mprisRootMethods) Raise() *dbus.Error { m.actions.Raise(); return nil }

// Quit ends the program.
func (m mprisRootMethods) Quit() *dbus.Error { m.actions.Quit(); return nil }

// mprisPlayerMethods are the methods of the interface org.mpris.MediaPlayer2.Player.
type mprisPlayerMethods struct{ remote *Remote }

// Play resumes playback.
func (m mprisPlayerMethods) Play() *dbus.Error { m.remote.actions.Play(); return nil }

// Pause pauses playback.
func (m mprisPlayerMethods) Pause() *dbus.Error { m.remote.actions.Pause(); return nil }

// PlayPause pauses or resumes playback.
func (m mprisPlayerMethods) PlayPause() *dbus.Error { m.remote.actions.Toggle(); return nil }

// Stop stops playback.
func (m mprisPlayerMethods) Stop() *dbus.Error { m.remote.actions.Stop(); return nil }

// Next plays the next recording.
func (m mprisPlayerMethods) Next() *dbus.Error { m.remote.actions.Next(); return nil }

// Previous plays the recording before.
func (m mprisPlayerMethods) Previous() *dbus.Error { m.remote.actions.Previous(); return nil }

// OpenUri does nothing: SupportedUriSchemes is empty.
func (m mprisPlayerMethods) OpenUri(string) *dbus.Error { return nil }

// SeekBy is the method Seek, which moves by microseconds; beyond the end, if that is known, it is like Next. go vet
// reserves that name for io.Seeker's.
func (m mprisPlayerMethods) SeekBy(offset int64) *dbus.Error {
	r, by := m.remote, microseconds(offset)
	r.mu.Lock()
	seekable, beyond := r.shown.Seekable, r.shown.Exact && r.positionLocked()+by > r.shown.Length
	r.mu.Unlock()
	switch {
	case !seekable:
	case beyond:
		r.actions.Next()
	default:
		r.actions.SeekBy(by)
	}
	return nil
}

// SetPosition seeks to a place of a track, if that is still the current one and has the place.
func (m mprisPlayerMethods) SetPosition(track dbus.ObjectPath, position int64) *dbus.Error {
	_, shown := m.remote.states()
	to := microseconds(position)
	has := shown.Length == 0 || to <= shown.Length
	if shown.Loaded && shown.Seekable && trackOf(shown.ID) == track && to >= 0 && has {
		m.remote.actions.SeekTo(shown.ID, to)
	}
	return nil
}

// farthest is beyond both ends of every recording, and small enough to be added to positions.
const farthest = 1000 * time.Hour

// microseconds converts a number of the desktop's, at most farthest in either direction.
func microseconds(n int64) time.Duration {
	most := farthest.Microseconds()
	return time.Duration(min(max(n, -most), most)) * time.Microsecond
}
