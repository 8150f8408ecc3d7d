package cli

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sextant/app/browse"
	"sextant/app/files"
)

const (
	// startPatience is how long the other one may take to say something, and showPatience how long to show a page,
	// which may only be coming up.
	startPatience = 2 * time.Second
	showPatience  = 15 * time.Second
	// longestMessage bounds what is said.
	longestMessage = 256
	// longestPath is what the path of a socket may have on every system.
	longestPath = 100
)

// ErrRuns is the error of Listen where a program listens already.
var ErrRuns = errors.New("there is one already")

// An Instance is the program that runs, to which a second start hands its page. The two meet at a socket in the
// profile, which only the user can reach.
type Instance struct {
	listener net.Listener
	lock     *os.File // is held as long as the program runs, and stays, for it has nothing
	service  string
	show     func(browse.Place) bool
}

// socketPath is the socket of a profile: in its folder, or where that path is too long in one of the user's own below
// that of temporary files. It fails where others could reach that.
func socketPath(dir string) (string, error) {
	if p := filepath.Join(dir, "instance.sock"); len(p) <= longestPath {
		return p, nil
	}
	own := filepath.Join(os.TempDir(), fmt.Sprintf("sextant-%d", os.Getuid()))
	if err := os.Mkdir(own, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	info, err := os.Lstat(own)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is no folder", own)
	}
	if err == nil {
		err = os.Chmod(own, 0o700) // which only its owner can
	}
	return filepath.Join(own, fmt.Sprintf("%.16s.sock", digestOf(dir))), err
}

// digestOf stands for a text without telling it.
func digestOf(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }

// HandOver tells a program that runs with the same profile's folder, and for the same service, to show a place, or to
// come to the front where that is none. It reports whether there is one that does so. service says which service it is,
// and only a program with the profile receives it. runs says that there is one, which may only be about to
// listen.
func HandOver(dir, service string, place browse.Place, runs bool) bool {
	p, err := socketPath(dir)
	if err != nil {
		return false
	}
	c, err := net.DialTimeout("unix", p, startPatience)
	for end := time.Now().Add(startPatience); err != nil && runs &&
		time.Now().Before(end); c, err = net.DialTimeout("unix", p, startPatience) {
		time.Sleep(10 * time.Millisecond)
	}
	if err != nil {
		return false
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(showPatience))
	wanted := "-"
	if place.Page != 0 {
		wanted = place.String()
	}
	if _, err := fmt.Fprintf(c, "sextant %s %s\n", digestOf(service), wanted); err != nil {
		return false
	}
	answer, err := bufio.NewReader(io.LimitReader(c, longestMessage)).ReadString('\n')
	return err == nil && answer == "shown\n"
}

// ListenForStarts makes this the program that others hand their pages to, which show is called with, on any
// goroutine. It reports whether the page is shown, which may take a while. A place without a page asks to come to the
// front. The error wraps ErrRuns where there is one already.
func ListenForStarts(dir, service string, show func(browse.Place) bool) (*Instance, error) {
	p, err := socketPath(dir)
	var lock *os.File
	if err == nil {
		lock, err = lockFile(p + ".lock")
	}
	var l net.Listener
	if err == nil {
		if l, err = listenAt(p); err != nil {
			_ = lock.Close()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("listening for further starts: %w", err)
	}
	i := &Instance{l, lock, digestOf(service), show}
	_ = os.Chmod(p, 0o600) // the folder is private already
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

// listenAt listens at a path, in the place of a socket that was left there.
func listenAt(path string) (net.Listener, error) {
	l, err := net.Listen("unix", path)
	if err != nil && isLeft(path) {
		_ = os.Remove(path)
		l, err = net.Listen("unix", path)
	}
	return l, err
}

// isLeft reports whether there is a socket at a path that nobody listens at, of a program that was killed.
func isLeft(path string) bool {
	info, err := os.Lstat(path)
	if err != nil || info.Mode().Type()&(os.ModeSocket|os.ModeIrregular) == 0 && info.Size() > 0 {
		return false
	}
	c, err := net.DialTimeout("unix", path, startPatience)
	if err == nil {
		c.Close()
	}
	return err != nil
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
	service, place, err := parse(line)
	if err != nil || service != i.service {
		fmt.Fprintln(c, "no")
		return
	}
	said := "no"
	if i.show(place) {
		said = "shown"
	}
	_ = c.SetDeadline(time.Now().Add(startPatience))
	fmt.Fprintln(c, said)
}

// parse reads what another start says.
func parse(line string) (service string, place browse.Place, err error) {
	words := strings.Fields(line)
	if len(words) != 3 || words[0] != "sextant" {
		return "", place, errors.New("this is no word of a start")
	}
	if words[2] != "-" {
		place, err = browse.ParsePlace(words[2])
	}
	return words[1], place, err
}
