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

// Options are what a service needs.
type Options struct {
	Name, Version string       // of the program
	Run           func(func()) // has something done on the UI goroutine later, and does not wait for that
	// is called when a reader has come, who then waits for a tree, or has gone; on any goroutine
	Wanted func(wanted bool)
	// is called when a reader wants to be asked about keys (Key), or not any more; on any goroutine
	Keys func(wanted bool)
}

// A Service shows the program's windows to screen readers for as long as there are any. Its methods may be called from
// any goroutine, and Show waits for nobody.
type Service struct {
	options Options
	life    context.Context // until Close
	end     context.CancelFunc
	wake    chan struct{} // has an element when there is a tree to show
	done    chan struct{} // closed when nothing is shown any more
	joined  atomic.Pointer[link]

	mu   sync.Mutex
	next *access.Tree // to be shown, nil for none
}

// How long it takes until a bus that has failed is tried again: this long at first, and then longer from time to time.
const (
	soonest = time.Second
	latest  = time.Minute
)

// Start begins to wait for screen readers.
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

// Show lets readers see a tree, in a moment. Of several only the last one is seen.
func (s *Service) Show(t *access.Tree) {
	s.mu.Lock()
	s.next = t
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default: // it is about to be shown
	}
}

// Close takes everything away from readers.
func (s *Service) Close() {
	s.end()
	<-s.done
}

// takeTree is the tree that is to be shown, nil for none since the last one.
func (s *Service) takeTree() (t *access.Tree) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, s.next = s.next, nil
	return t
}

// work follows one connection to the session bus after another, until Close.
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

// serveReaders shows what there is whenever a reader is there, until the session bus goes.
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

// A presence is a service on one session bus: with a link while a reader is there.
type presence struct {
	*Service
	session *line
	link    *link
	again   <-chan time.Time // when the bus of accessibility is to be tried again, nil while it is not
	// failures counts those to use the bus since something was shown there.
	failures int
}

// settle joins the bus of accessibility if that is wanted, or leaves it.
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

// sleep lets the bus of accessibility alone, for longer each time until something was shown there.
func (p *presence) sleep() {
	p.failures++
	p.again = time.After(backoff.After(p.failures, soonest, latest))
}

// leave leaves the bus of accessibility. The next reader gets what there is then.
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

// wait waits for what happens next and acts on it. It reports whether to look for readers again, and whether the
// session goes on.
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

// The launcher of the bus of accessibility, which reports whether a reader is there.
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

// isWanted asks whether there is a reader, or another program that wants to see what a reader sees. Nothing is started
// for that.
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

// connect goes to the bus of accessibility.
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
