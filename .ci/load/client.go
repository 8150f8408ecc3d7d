package main

import (
	"bytes"
	"net"
	"net/netip"
	"runtime"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// A tally has the counts and times of answers.
type tally struct {
	took          []time.Duration
	asked         int // the number of requests, including those not in took
	wrong, errors int
}

func (t *tally) add(o tally) {
	t.took = append(t.took, o.took...)
	t.asked += o.asked
	t.wrong += o.wrong
	t.errors += o.errors
}

// at returns a quantile of the answers' times.
func (t *tally) at(part float64) time.Duration {
	if len(t.took) == 0 {
		return 0
	}
	slices.Sort(t.took)
	return t.took[int(part*float64(len(t.took)-1))].Round(10 * time.Microsecond)
}

// load sends requests to a server for a time. Without a rate each client sends the next request after the answer
// (closed loop), and times count from the request. With a rate the requests are due at equal intervals, independent of
// earlier answers (open loop), and times count from when they were due, so that waiting for a free client is included.
func load(address string, pages []page, clients int, long time.Duration, rate float64) (tally, error) {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return tally{}, err
	}
	count := runtime.GOMAXPROCS(0)
	loops := make([]*loop, count)
	for i := range loops {
		loops[i] = &loop{
			pages: pages, to: unix.SockaddrInet4{Port: int(to.Port()), Addr: to.Addr().As4()},
			buffer: make([]byte, 256<<10),
		}
		defer loops[i].close()
		if err := loops[i].open(clients/count, i*len(pages)/count); err != nil {
			return tally{}, err
		}
	}
	warm := together(loops, warmth)
	if rate > 0 {
		for _, l := range loops {
			l.every = time.Duration(float64(time.Second) / (rate / float64(count)))
		}
	}
	sum := together(loops, long)
	sum.asked += warm.asked
	sum.wrong += warm.wrong
	sum.errors += warm.errors
	return sum, nil
}

// warmth is the time before requests count, in which all connections are made.
const warmth = time.Second

// together runs loops in parallel for a time, and returns the sum of their tallies.
func together(loops []*loop, long time.Duration) (sum tally) {
	ended := make(chan tally)
	start := time.Now()
	for _, l := range loops {
		go func() {
			l.tally = tally{}
			ended <- l.run(start, start.Add(long))
		}()
	}
	for range loops {
		sum.add(<-ended)
	}
	return sum
}

// A client is a connection that requests one page after the other.
type client struct {
	fd    int
	page  int
	since time.Time // the time from which its pending answer counts
	part  []byte    // of an answer that is not complete
}

// A loop has the clients of one core. They have no goroutines, to take as little time from the server as possible.
type loop struct {
	pages  []page
	to     unix.SockaddrInet4
	every  time.Duration // the interval of requests, 0 for no limit
	buffer []byte

	epoll   int
	clients map[int32]*client
	free    []*client // the one that has been free the longest first
	waiting int       // the number of clients that wait for an answer
	next    time.Time // when the next request is due
	tally
}

// open connects clients.
func (l *loop) open(count, first int) (err error) {
	l.clients = map[int32]*client{}
	if l.epoll, err = unix.EpollCreate1(unix.EPOLL_CLOEXEC); err != nil {
		return err
	}
	for i := range count {
		c := &client{page: (first + i) % len(l.pages)}
		if err := l.connect(c); err != nil {
			return err
		}
		l.free = append(l.free, c)
	}
	return nil
}

func (l *loop) connect(c *client) (err error) {
	if c.fd, err = unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0); err != nil {
		return err
	}
	l.clients[int32(c.fd)] = c
	if err := unix.Connect(c.fd, &l.to); err != nil {
		return &net.OpError{Op: "connecting", Err: err}
	}
	_ = unix.SetsockoptInt(c.fd, unix.IPPROTO_TCP, unix.TCP_NODELAY, 1) // cannot fail for TCP
	if err := unix.SetNonblock(c.fd, true); err != nil {
		return err
	}
	return unix.EpollCtl(l.epoll, unix.EPOLL_CTL_ADD, c.fd, &unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(c.fd)})
}

func (l *loop) close() {
	for fd := range l.clients {
		_ = unix.Close(int(fd))
	}
	_ = unix.Close(l.epoll)
}

// patience is the timeout of pending answers and due requests at the end.
const patience = 10 * time.Second

// run sends requests from start until the time until.
func (l *loop) run(start, until time.Time) tally {
	l.next = start
	events := make([]unix.EpollEvent, 256)
	for now := start; now.Before(until.Add(patience)); now = time.Now() {
		l.ask(now, until)
		if l.waiting == 0 && !now.Before(until) {
			break
		}
		n, err := unix.EpollWait(l.epoll, events, l.pause(now, until))
		if err != nil && err != unix.EINTR {
			l.errors++
			break
		}
		for _, e := range events[:max(0, n)] {
			l.read(l.clients[e.Fd], until)
		}
	}
	l.errors += l.waiting
	return l.tally
}

// ask sends the requests that are due, as long as clients are free.
func (l *loop) ask(now, until time.Time) {
	for len(l.free) > 0 {
		since := now
		if l.every > 0 {
			since = l.next
			if since.After(now) {
				return
			}
			l.next = since.Add(l.every)
		}
		if !since.Before(until) {
			return
		}
		c := l.free[0]
		l.free = l.free[1:]
		c.since = since
		l.waiting++
		l.asked++
		if _, err := unix.Write(c.fd, l.pages[c.page].request); err != nil {
			l.fail(c)
		}
	}
}

// pause returns the time until the next request is due, in milliseconds.
func (l *loop) pause(now, until time.Time) int {
	if l.every == 0 || len(l.free) == 0 || !l.next.Before(until) {
		return 100
	}
	return max(0, int((l.next.Sub(now)+time.Millisecond-1)/time.Millisecond))
}

// read reads the data for a client.
func (l *loop) read(c *client, until time.Time) {
	n, err := unix.Read(c.fd, l.buffer)
	if err == unix.EAGAIN || err == unix.EINTR {
		return
	}
	if n <= 0 || err != nil || c.since.IsZero() {
		l.fail(c)
		return
	}
	data := l.buffer[:n]
	if len(c.part) > 0 {
		c.part = append(c.part, data...)
		data = c.part
	}
	body, whole, ok := parse(data)
	switch {
	case !ok:
		l.fail(c)
	case !whole:
		if len(c.part) == 0 {
			c.part = append(c.part, data...)
		}
	default:
		l.took(c, body, until)
	}
}

// took checks and counts an answer, and frees its client.
func (l *loop) took(c *client, body []byte, until time.Time) {
	if now := time.Now(); l.every > 0 || now.Before(until) {
		l.tally.took = append(l.tally.took, now.Sub(c.since))
	}
	if !bytes.Equal(body, l.pages[c.page].wanted) {
		l.wrong++
	}
	c.page = (c.page + 1) % len(l.pages)
	c.part = c.part[:0]
	l.release(c)
}

// release frees a client.
func (l *loop) release(c *client) {
	c.since = time.Time{}
	l.waiting--
	l.free = append(l.free, c)
}

// fail counts an error, and reconnects the client.
func (l *loop) fail(c *client) {
	l.errors++
	delete(l.clients, int32(c.fd))
	_ = unix.Close(c.fd)
	c.part = c.part[:0]
	if l.connect(c) == nil && !c.since.IsZero() {
		l.release(c)
	}
}

// parse returns the body of an answer, and whether it is complete. ok is false for an answer without status 200 and a
// length.
func parse(data []byte) (body []byte, whole, ok bool) {
	head, body, found := bytes.Cut(data, []byte("\r\n\r\n"))
	if !found {
		return nil, false, len(data) < 16<<10
	}
	_, length, _ := bytes.Cut(head, []byte("\r\nContent-Length: "))
	length, _, _ = bytes.Cut(length, []byte("\r\n"))
	n, err := strconv.Atoi(string(length))
	if err != nil || !bytes.HasPrefix(head, []byte("HTTP/1.1 200 ")) || len(body) > n {
		return nil, false, false
	}
	return body, len(body) == n, true
}
