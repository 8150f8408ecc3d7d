package seeds

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"testing/synctest"

	"sextant/app/store"
)

// A wire is a network within the process, whose connections wait in virtual time.
type wire struct {
	mu    sync.Mutex
	hosts map[string]*listener
}

// A listener is a host in the network. refuses reports whether it refuses connections at the moment.
type listener struct {
	conns   chan net.Conn
	closed  chan struct{}
	once    sync.Once
	refuses func() bool
	mu      sync.Mutex
	open    []net.Conn
}

var errClosed = errors.New("closed")

// listen adds a host, and replaces the one that had the name before.
func (w *wire) listen(name string, refuses func() bool) *listener {
	l := &listener{conns: make(chan net.Conn), closed: make(chan struct{}), refuses: refuses}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hosts[name] = l
	return l
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		l.mu.Lock()
		defer l.mu.Unlock()
		l.open = append(l.open[max(0, len(l.open)-256):], c)
		return c, nil
	case <-l.closed:
		return nil, errClosed
	}
}

func (l *listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

// cut ends all connections at once.
func (l *listener) cut() {
	_ = l.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.open {
		_ = c.Close()
	}
}

func (l *listener) Addr() net.Addr { return place("10.0.0.1") }

// A place is an address in the network.
type place string

func (p place) Network() string { return "tcp" }
func (p place) String() string  { return string(p) + ":40000" }

// A conn is one end of a connection, with the address of the other.
type conn struct {
	net.Conn
	from place
}

func (c *conn) RemoteAddr() net.Addr { return c.from }

// A life is a program on a machine, from its start to its end or until it is killed. After that it no longer reaches
// the network or the disk, whatever it does.
type life struct {
	machine *machine
	address place // the machine's where it is empty
	mu      sync.Mutex
	dead    bool
	conns   []*line
}

// A line is a program's end of a connection.
type line struct {
	net.Conn
	there  net.Conn
	isDead atomic.Bool // nothing comes, and nothing arrives, but the program has not noticed
	once   sync.Once
	closed chan struct{}
}

func (l *line) Read(p []byte) (int, error) {
	n, err := l.Conn.Read(p)
	if l.isDead.Load() {
		<-l.closed
		return 0, net.ErrClosed
	}
	return n, err
}

func (l *line) Write(p []byte) (int, error) {
	n, err := l.Conn.Write(p)
	if l.isDead.Load() {
		return len(p), nil
	}
	return n, err
}

func (l *line) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Conn.Close()
}

// lose ends all connections. silent: the program does not notice.
func (l *life) lose(silent bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.conns {
		c.isDead.Store(silent)
		_ = c.there.Close()
	}
}

var errDead = fmt.Errorf("the program was killed: %w", store.ErrFull) // so that it is retried

func (l *life) dial(ctx context.Context, _, address string) (net.Conn, error) {
	name, _, _ := net.SplitHostPort(address)
	n := l.machine.world.wire
	n.mu.Lock()
	to := n.hosts[name]
	n.mu.Unlock()
	if to == nil || to.refuses() {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	}
	if l.isDead() {
		return nil, errDead
	}
	here, there := net.Pipe()
	end := &line{Conn: here, there: there, closed: make(chan struct{})}
	select {
	case to.conns <- &conn{there, cmp.Or(l.address, l.machine.address)}:
		return end, l.keep(end)
	case <-to.closed:
	case <-ctx.Done():
	}
	return nil, &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
}

// keep makes a connection end with the program.
func (l *life) keep(c *line) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.dead {
		_ = c.Close()
		return errDead
	}
	l.conns = append(l.conns, c)
	if len(l.conns) > 64 { // the oldest is closed or idle
		_ = l.conns[0].Close()
		l.conns = l.conns[1:]
	}
	return nil
}

// kill ends the program at once.
func (l *life) kill() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dead = true
	for _, c := range l.conns {
		_ = c.Close()
	}
	l.conns = nil
}

func (l *life) isDead() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.dead
}

// use is the disk of the program's stores.
func (l *life) use(u store.Use) error {
	if l.isDead() {
		return errDead
	}
	err := l.machine.use(u)
	if l.isDead() { // meanwhile
		return errDead
	}
	return err
}

// inside calls do, with the program's connections for http.DefaultTransport, and waits until all goroutines are idle.
func (l *life) inside(do func()) {
	http.DefaultTransport = &http.Transport{DialContext: l.dial}
	do()
	synctest.Wait()
}
