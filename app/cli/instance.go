package cli

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"time"

	"sextant/app/files"
)

const (
	// startPatience is the timeout for an answer of the running program, and showPatience that for it to show a page,
	// as it may still be starting.
	startPatience = 2 * time.Second
	showPatience  = 15 * time.Second
	// longestMessage limits a message, in bytes.
	longestMessage = 1024
)

// ErrRuns is the error of ListenForStarts if a program listens already.
var ErrRuns = errors.New("there is one already")

// An Instance is the running program, to which a second start hands over its page. They connect in a place that only
// the user can access: see dialInstance and listenInstance of each system. Their messages prove that they know the
// listener's secret, which is empty if no other user can listen there.
type Instance struct {
	listener net.Listener
	secret   string
	lock     *os.File // locked while the program runs; the empty file stays
	service  string
	show     func(Target) bool
}

// proofOf returns the HMAC of a text by the secret (RFC 2104).
func proofOf(secret, text string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(text)) // never fails
	return fmt.Sprintf("%x", mac.Sum(nil))
}

// shown returns the answer of a program that has shown the target.
func shown(secret string) string { return "shown " + proofOf(secret, "shown") }

// HandOver asks a program that runs with the same profile's folder and the same service to show or play a target, or to
// come to the front if the target is zero. It reports whether one did so. service identifies the service; only a
// program with the profile receives it. runs means that a program runs for sure, which may not listen yet.
func HandOver(dir, service string, wanted Target, runs bool) bool {
	c, secret, err := dialInstance(dir)
	for end := time.Now().Add(startPatience); err != nil && runs &&
		time.Now().Before(end); c, secret, err = dialInstance(dir) {
		time.Sleep(10 * time.Millisecond)
	}
	if err != nil {
		return false
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(showPatience))
	if _, err := fmt.Fprintf(c, "sextant %s %s\n", proofOf(secret, service), wanted); err != nil {
		return false
	}
	answer, err := bufio.NewReader(io.LimitReader(c, longestMessage)).ReadString('\n')
	return err == nil && answer == shown(secret)+"\n"
}

// ListenForStarts accepts targets of further starts. show is called with them, on any goroutine; it may block, and
// reports whether the target was shown. A zero target asks to come to the front. The error wraps ErrRuns if another
// program listens already.
func ListenForStarts(dir, service string, show func(Target) bool) (*Instance, error) {
	p, err := instancePath(dir)
	var lock *os.File
	if err == nil {
		lock, err = lockFile(p + ".lock")
	}
	var l net.Listener
	var secret string
	if err == nil {
		if l, secret, err = listenInstance(dir); err != nil {
			_ = lock.Close()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("listening for further starts: %w", err)
	}
	i := &Instance{l, secret, lock, service, show}
	go i.serve()
	return i, nil
}

// lockFile opens a file and locks it until it is closed.
func lockFile(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err == nil && !files.Lock(f) {
		_ = f.Close()
		err = ErrRuns
	}
	return f, err
}

// Close stops listening. Pending requests are answered first.
func (i *Instance) Close() {
	_ = i.listener.Close()
	_ = i.lock.Close()
}

func (i *Instance) serve() {
	for {
		c, err := i.listener.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			time.Sleep(100 * time.Millisecond) // too many open files, a temporary error
		default:
			go i.answer(c)
		}
	}
}

// answer handles the request of another start, unless it is about another service.
func (i *Instance) answer(c net.Conn) {
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(startPatience))
	line, err := bufio.NewReader(io.LimitReader(c, longestMessage)).ReadString('\n')
	if err != nil {
		return
	}
	service, wanted, err := parse(line)
	if err != nil || !hmac.Equal([]byte(service), []byte(proofOf(i.secret, i.service))) {
		fmt.Fprintln(c, "no")
		return
	}
	said := "no"
	if i.show(wanted) {
		said = shown(i.secret)
	}
	_ = c.SetDeadline(time.Now().Add(startPatience))
	fmt.Fprintln(c, said)
}

// parse parses the message of another start.
func parse(line string) (service string, wanted Target, err error) {
	words := strings.Fields(line)
	if len(words) != 3 || words[0] != "sextant" {
		return "", wanted, errors.New("this is no word of a start")
	}
	if words[2] != "-" {
		wanted, err = ParseTarget(words[2])
	}
	return words[1], wanted, err
}
