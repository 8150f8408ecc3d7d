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
	// startPatience is how long the other one may take to say something, and showPatience how long to show a page,
	// which may only be coming up.
	startPatience = 2 * time.Second
	showPatience  = 15 * time.Second
	// longestMessage bounds what is said.
	longestMessage = 1024
)

// ErrRuns is the error of Listen where a program listens already.
var ErrRuns = errors.New("there is one already")

// An Instance is the program that runs, to which a second start hands its page. The two meet where only the user can
// reach: see dialInstance and listenInstance of the systems. What they say to each other proves that they know the
// listener's secret, which is empty where nobody else can listen there.
type Instance struct {
	listener net.Listener
	secret   string
	lock     *os.File // is held as long as the program runs, and stays, for it has nothing
	service  string
	show     func(Target) bool
}

// proofOf is the HMAC of a text, which only those can make who know the secret (RFC 2104).
func proofOf(secret, text string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(text)) // which never fails
	return fmt.Sprintf("%x", mac.Sum(nil))
}

// shown is the answer of a program that showed what was asked for.
func shown(secret string) string { return "shown " + proofOf(secret, "shown") }

// HandOver asks a program that runs with the same profile's folder, and for the same service, to show or play a
// target, or to come to the front where that is none. It reports whether there is one that does so. service says which
// service it is, and only a program with the profile receives it. runs says that there is one, which may only be about
// to listen.
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

// ListenForStarts makes this the program that others hand their targets to, which show is called with, on any
// goroutine. It reports whether the target is shown, which may take a while. One that is zero asks to come to the
// front. The error wraps ErrRuns where there is one already.
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

// lockFile opens a file and takes it for this program until it is closed.
func lockFile(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err == nil && !files.Lock(f) {
		_ = f.Close()
		err = ErrRuns
	}
	return f, err
}

// Close ends listening. Who waits for an answer gets it all the same.
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
			time.Sleep(100 * time.Millisecond) // too many open files, which passes
		default:
			go i.answer(c)
		}
	}
}

// answer does what another start asks for, unless that is about another service.
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

// parse reads what another start says.
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
