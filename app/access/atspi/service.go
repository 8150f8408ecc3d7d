package atspi

import (
	"context"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/godbus/dbus/v5"

	"sextant/app/access"
	"sextant/app/backoff"
)

// Options are the parameters of Start.
type Options struct {
	Name, Version string       // of the program
	Run           func(func()) // posts a function to the UI goroutine
	// Wanted is called, on any goroutine, when a reader starts, which then waits for a tree, and when the last one
	// ends.
	Wanted func(wanted bool)
	// Keys is called, on any goroutine, when a reader wants to be asked about keys (Key), or no longer does.
	Keys func(wanted bool)
}

// A Service exports the program's windows to screen readers while any are running. Its methods may be called on any
// goroutine; Show does not block.
type Service struct {
	options Options
	life    context.Context // until Close
	end     context.CancelFunc
	wake    chan struct{} // has an element when there is a tree to show
	done    chan struct{} // closed when the service has ended
	joined  atomic.Pointer[link]

	mu   sync.Mutex
	next *access.Tree // to be shown, nil for none
}

// The first and the greatest backoff after a bus has failed.
const (
	soonest = time.Second
	latest  = time.Minute
)

// Start starts a service, which waits for screen readers.
func Start(o Options) *Service {
	s := &Service{options: o, wake: make(chan struct{}, 1), done: make(chan struct{})}
	s.life, s.end = context.WithCancel(context.Background())
	if address := sessionAddress(); runtime.GOOS == "linux" && address != "" {
		go s.work(address)
	} else {
		close(s.done)
	}
	return s
}

// Show publishes a tree, asynchronously. Of several in quick succession only the last one is published.
func (s *Service) Show(t *access.Tree) {
	s.mu.Lock()
	s.next = t
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default: // the goroutine is awake already
	}
}

// Close disconnects from readers.
func (s *Service) Close() {
	s.end()
	<-s.done
}

// takeTree takes the tree to be shown, nil if there is no new one.
func (s *Service) takeTree() (t *access.Tree) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, s.next = s.next, nil
	return t
}

// work connects to the session bus, again with backoff after a failure, until Close.
func (s *Service) work(address string) {
	defer close(s.done)
	for failures := 1; ; failures++ {
		if session, err := dial(s.life, address); err == nil {
			s.serveReaders(session)
			session.hangUp()
			failures = 1
		}
		select {
		case <-s.life.Done():
			return
		case <-time.After(backoff.After(failures, soonest, latest)):
		}
	}
}

// serveReaders publishes trees while a reader is running, until the session bus disconnects.
func (s *Service) serveReaders(session *line) {
	if session.addMatches(s.life, owners(launcher)...) != nil || session.addMatches(s.life, statusChanged()...) != nil {
		return
	}
	p := &presence{Service: s, session: session}
	defer p.leave()
	for ok, look, wanted := true, true, false; ok; look, ok = p.wait() {
		if look {
			wanted = s.isWanted(session)
		}
		p.settle(wanted)
	}
}

// A presence is a service on a session bus, with a link while a reader is running.
type presence struct {
	*Service
	session *line
	link    *link
	again   <-chan time.Time // the timer of the backoff for the accessibility bus, nil if there is none
	// failures counts failures of the bus since a tree was published there.
	failures int
}

// settle joins the accessibility bus if wanted, and otherwise leaves it.
func (p *presence) settle(wanted bool) {
	if !wanted {
		p.leave()
		p.again, p.failures = nil, 0
		return
	}
	if p.link != nil || p.again != nil {
		return
	}
	var err error
	if p.link, err = p.connect(p.session); err != nil {
		p.sleep()
		return
	}
	p.joined.Store(p.link)
	p.options.Wanted(true)
	p.link.askForKeys(p.life)
}

// sleep starts a backoff, which grows until a tree has been published.
func (p *presence) sleep() {
	p.failures++
	p.again = time.After(backoff.After(p.failures, soonest, latest))
}

// leave leaves the accessibility bus.
func (p *presence) leave() {
	if p.link != nil {
		p.joined.Store(nil)
		p.link.hangUp()
		p.link.keyListeners = nil
		p.link.updateKeysWanted()
		p.link = nil
		_ = p.takeTree()
		p.options.Wanted(false)
	}
}

// wait waits for the next event and handles it. It reports whether to check for readers again, and whether the session
// continues.
func (p *presence) wait() (look, ok bool) {
	var heard <-chan *dbus.Signal
	var shows <-chan struct{}
	if p.link != nil {
		heard, shows = p.link.signals, p.wake
	}
	select {
	case <-p.life.Done():
		return false, false
	case _, ok = <-p.session.signals:
		return true, ok
	case <-p.again:
		p.again = nil
		return true, true
	case <-shows:
		if t := p.takeTree(); t != nil {
			p.link.showTree(t)
			p.failures = 0
		}
	case signal, ok := <-heard:
		if ok {
			p.link.hear(p.life, signal)
		} else {
			p.leave()
			p.sleep()
		}
	}
	return false, true
}

// The launcher of the accessibility bus, which reports whether a reader is running.
const (
	launcher     = "org.a11y.Bus"
	launcherPath = "/org/a11y/bus"
	status       = "org.a11y.Status"
)

func statusChanged() []dbus.MatchOption {
	return []dbus.MatchOption{
		dbus.WithMatchSender(launcher), dbus.WithMatchObjectPath(launcherPath), dbus.WithMatchInterface(properties),
		dbus.WithMatchMember("PropertiesChanged"), dbus.WithMatchArg(0, status),
	}
}

// isWanted asks the launcher whether a reader, or another assistive program, is running. It does not start the
// launcher.
func (s *Service) isWanted(session *line) bool {
	for _, name := range []string{"ScreenReaderEnabled", "IsEnabled"} {
		var is dbus.Variant
		if session.callMethod(s.life, dbus.FlagNoAutoStart, launcher, launcherPath,
			properties+".Get", status, name).Store(&is) == nil && is.Value() == true {
			return true
		}
	}
	return false
}

// connect connects to the accessibility bus.
func (s *Service) connect(session *line) (*link, error) {
	address := os.Getenv("AT_SPI_BUS_ADDRESS")
	if address == "" {
		if err := session.callMethod(s.life, dbus.FlagNoAutoStart, launcher,
			launcherPath, launcher+".GetAddress").Store(&address); err != nil {
			return nil, err
		}
	}
	return newLink(s.life, address, s.options)
}
