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

// The environment variables of the supervisor (sd_notify(3), sd_watchdog_enabled(3)).
const (
	socketVariable       = "NOTIFY_SOCKET"
	watchdogVariable     = "WATCHDOG_USEC"
	watchdogOnlyVariable = "WATCHDOG_PID"
)

// patience is how long Stop waits for a supervisor that does not receive.
const patience = time.Second

var errSilent = errors.New("the program does not say whether it is well")

// A Supervisor is notified by sd_notify that the program is ready, of its status, that it is healthy, and that it ends.
// With a watchdog it restarts a program that was not healthy for too long. Its methods may be called on any goroutine
// and do not block; those of a nil Supervisor, which stands for none, do nothing.
//
// The watchdog is for the process that systemd started. If there is another process between the two, such as a
// compositor, its unit needs NotifyAccess=all, and the program must be started without WATCHDOG_PID, as by env -u
// WATCHDOG_PID.
type Supervisor struct {
	socket  string
	period  time.Duration // the interval of feeding the watchdog, 0 for no watchdog
	healthy func() error

	wake  chan struct{} // has an element when there is something to send
	ended chan struct{} // closed by Stop
	done  chan struct{} // closed when work has ended
	once  sync.Once     // for Stop

	mu    sync.Mutex
	ready bool
	text  string // the program's status

	// These belong to the goroutine of work.
	checks     chan error // receives the result of healthy
	checking   bool
	trouble    error // why the watchdog is not fed
	readySent  bool
	lastStatus string // the last status sent
}

// Supervise returns the supervisor of the environment, nil if there is none, and removes its variables from the
// environment, because they are not meant for child processes. Once the program is ready, healthy is called on another
// goroutine at each half of the watchdog's timeout. If it returns nil the watchdog is fed; the text of an error becomes
// the status. The error is about an invalid timeout of the watchdog; then there is no watchdog.
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
		_ = os.Unsetenv(name) // fails only for invalid names
	}
	if err != nil {
		err = fmt.Errorf("the supervisor's watchdog is not fed: %w", err)
	}
	s.period = timeout / 2
	go s.work()
	return s, err
}

// watchdogTimeout returns the timeout of the watchdog, 0 if there is none for this process.
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

// Ready reports that the program has started. It is sent once.
func (s *Supervisor) Ready() {
	s.change(func() { s.ready = true })
}

// Status sets the status, one line. Of several in quick succession the last one is sent.
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
	default: // work is awake already
	}
}

// Stop reports that the program ends. It waits for at most patience.
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

// check calls healthy. If the call before has not returned yet, that is the trouble.
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

// oneLine returns a text without line breaks, which would start another message.
func oneLine(text string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(text, "?")), " ")
}

// send sends a message as a datagram, and reports whether that succeeded. It fails once the supervisor has ended.
func (s *Supervisor) send(message string) bool {
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: s.socket, Net: "unixgram"})
	if err != nil {
		return false
	}
	defer conn.Close()
	_, err = conn.Write([]byte(message))
	return err == nil
}
