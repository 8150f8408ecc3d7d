package cli

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"testing"

	"sextant/app/teletext"
)

// leave leaves the files of a killed program in a profile.
func leave(t *testing.T, dir string) {
	t.Helper()
	l, _, err := listenInstance(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.(instanceListener).Listener.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestForeignPort checks that a program that has the port of a killed one is not trusted, and receives no secret.
func TestForeignPort(t *testing.T) {
	dir := shortDir(t)
	l, secret, err := listenInstance(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	heard := make(chan string, 1)
	go func() {
		c, err := l.Accept()
		if err != nil {
			heard <- err.Error()
			return
		}
		defer c.Close()
		line, _ := bufio.NewReader(c).ReadString('\n')
		fmt.Fprintln(c, "shown", proofOf("", "shown"))
		heard <- line
	}()
	if HandOver(dir, "demo", Target{Place: teletext.Place{Page: 123}}, false) {
		t.Error("handed over to a stranger")
	}
	if line, want := <-heard, fmt.Sprintf("sextant %s 123\n", proofOf(secret, "demo")); line != want {
		t.Errorf("it heard %q, want %q", line, want)
	}
}

// TestStrangersStart checks that a start without the secret shows nothing.
func TestStrangersStart(t *testing.T) {
	dir := shortDir(t)
	shown := listen(t, dir, "demo")
	c, _, err := dialInstance(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "sextant %s 123\n", proofOf("", "demo"))
	if answer, err := bufio.NewReader(c).ReadString('\n'); answer != "no\n" || len(shown) > 0 {
		t.Errorf("%q, %v; %d pages are shown", answer, err, len(shown))
	}
}

// TestMeetingEnds checks that the file with the port of a program that has ended is removed.
func TestMeetingEnds(t *testing.T) {
	dir := shortDir(t)
	l, _, err := listenInstance(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(at(t, dir)); !os.IsNotExist(err) {
		t.Errorf("the file is there: %v", err)
	}
	if c, _, err := dialInstance(dir); err == nil {
		c.Close()
		t.Error("met")
	} else if _, is := err.(net.Error); is {
		t.Error("it tried to connect")
	}
}
