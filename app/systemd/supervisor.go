package systemd

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// What the environment says of the supervisor (sd_notify(3), sd_watchdog_enabled(3)).
const (
	socketVariable       = "NOTIFY_SOCKET"
	watchdogVariable     = "WATCHDOG_USEC"
	watchdogOnlyVariable = "WATCHDOG_PID"
)

// patience is for how long the end of the program waits for a supervisor that takes no messages.
const patience = time.Second

var errSilent = errors.New("the program does not say whether it is well")

// A Supervisor is notified by sd_notify that the program is ready, what it does, that it is well, and that it ends.
// With a watchdog it restarts a program that was not well for too long. Its methods may be called from any goroutine
// and do not wait; those of a nil Supervisor, which stands for none, do nothing.
//
// The watchdog is for the process that systemd started. Where another program stands between the two, as a compositor
// does, its unit needs NotifyAccess=all, and the program must be started without WATCHDOG_PID, such as by
// env -u WATCHDOG_PID.
type Supervisor struct {
	socket  string
	period  time.Duration // between two feedings of the watchdog, 0 for no watchdog
	healthy func() error

	wake  chan struct{} // has an element when there is something to send
	ended chan struct{} // closed by Stop
	done  chan struct{} // closed when nothing is sent any more
	once  sync.Once     // for Stop

	mu    sync.Mutex
	ready bool
	text  string // of the program

	// These belong to the goroutine that sends.
	checks     chan error // has the answer of healthy
	checking   bool
	trouble    error // why the watchdog is not fed
	readySent  bool
	lastStatus string // the status that was sent last
}

// Supervise returns the supervisor that the environment names, nil where it names none, and takes the names out of the
// environment, for they are not for programs that this one starts. Once the program is ready, healthy is called from
// another goroutine at each half of the watchdog's time. Where it returns nil the watchdog is fed; the text of an error
// becomes the status. The error is about the watchdog's time that makes no sense: there is no watchdog then.
func Supervise(healthy func() error) (*Supervisor, error) {
	s := &Supervisor{
		socket: os.Getenv(socketVariable), healthy: healthy, checks: make(chan error, 1),
		wake: make(chan struct{}, 1), ended: make(chan struct{}), done: make(chan struct{}),
	}
	if s.socket == "" {
		return nil, nil
	}
	timeout, err := watchdogTimeout()
	for _, name := range []string{socketVariable, watchdogVariable, watchdogOnlyVariable} {
		_ = os.Unsetenv(name) // they are valid names
	}
	if err != nil {
		err = fmt.Errorf("the supervisor's watchdog is not fed: %w", err)
	}
	s.period = timeout / 2
	go s.work()
	return s, err
}

// watchdogTimeout is within what time the watchdog wants to be fed, 0 where there is none for this process.
func watchdogTimeout() (time.Duration, error) {
	given, only := os.Getenv(watchdogVariable), os.Getenv(watchdogOnlyVariable)
	if given == "" || only != "" && only != strconv.Itoa(os.Getpid()) {
		return 0, nil
	}
	microseconds, err := strconv.ParseInt(given, 10, 64)
	if err != nil || microseconds <= 0 {
		return 0, fmt.Errorf("%s is %q", watchdogVariable, given)
	}
	return time.Duration(microseconds) * time.Microsecond, nil
}

// Ready reports that the program has started. That is sent once.
func (s *Supervisor) Ready() {
	s.change(func() { s.ready = true })
}

// Status says in a line what the program does. Of several the last one is sent.
func (s *Supervisor) Status(text string) {
	s.change(func() { s.text = text })
}

func (s *Supervisor) change(f func()) {
	if s == nil {
		return
	}
	s.mu.Lock()
	f()
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default: // it is about to be sent
	}
}

// Stop reports that the program ends. It waits for a supervisor that takes no messages for no longer than a moment.
func (s *Supervisor) Stop() {
	if s == nil {
		return
	}
	s.once.Do(func() { close(s.ended) })
	enough := time.NewTimer(patience)
	defer enough.Stop()
	select {
	case <-s.done:
	case <-enough.C:
	}
}

// work sends until Stop.
func (s *Supervisor) work() {
	defer close(s.done)
	var tick <-chan time.Time
	for {
		select {
		case <-s.ended:
			s.sendState()
			s.send("STOPPING=1")
			return
		case <-s.wake:
		case <-tick:
			s.check()
		case s.trouble = <-s.checks:
			s.checking = false
			if s.trouble == nil {
				s.send("WATCHDOG=1")
			}
		}
		s.sendState()
		if s.readySent && tick == nil && s.period > 0 {
			ticker := time.NewTicker(s.period)
			defer ticker.Stop()
			tick = ticker.C
			s.check()
		}
	}
}

// check asks whether all is well. Where the question before is not answered yet, that is the trouble.
func (s *Supervisor) check() {
	if s.checking {
		s.trouble = errSilent
		return
	}
	s.checking = true
	go func() { s.checks <- s.healthy() }()
}

// sendState sends what has not been sent.
func (s *Supervisor) sendState() {
	s.mu.Lock()
	ready, status := s.ready, s.text
	s.mu.Unlock()
	if ready && !s.readySent {
		s.readySent = s.send("READY=1")
	}
	if s.trouble != nil {
		status = s.trouble.Error()
	}
	if status != s.lastStatus && s.send("STATUS="+oneLine(status)) {
		s.lastStatus = status
	}
}

// oneLine is a text without what would begin another message.
func oneLine(text string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(text, "?")), " ")
}

// send sends a message as a datagram, and reports whether it was sent, which it is not once the supervisor has ended.
func (s *Supervisor) send(message string) bool {
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: s.socket, Net: "unixgram"})
	if err != nil {
		return false
	}
	defer conn.Close()
	_, err = conn.Write([]byte(message))
	return err == nil
}
