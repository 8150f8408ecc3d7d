package desktop

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// privateDisplay starts a screen of the test's own, for which it needs a program.
func privateDisplay(t *testing.T, program string) {
	t.Helper()
	for _, p := range []string{"Xvfb", program} {
		if _, err := exec.LookPath(p); err != nil {
			t.Skipf("%s is not installed", p)
		}
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	server := exec.Command("Xvfb", "-displayfd", "3", "-noreset", "-screen", "0", "320x200x24", "-nolisten", "tcp")
	server.ExtraFiles = []*os.File{w}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	_ = w.Close()
	t.Cleanup(func() {
		_ = server.Process.Signal(os.Interrupt) // so that it takes its socket away
		_ = server.Wait()
	})
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("DISPLAY", ":"+strings.TrimSpace(number))
	t.Setenv("XAUTHORITY", filepath.Join(t.TempDir(), "none"))
}

// TestCopyPicture reads what is on the clipboard as another program does, several times, and gives it up when something
// else is copied.
func TestCopyPicture(t *testing.T) {
	privateDisplay(t, "xclip")
	want := append([]byte("\x89PNG\r\n\x1a\n"), bytes.Repeat([]byte{1, 2, 3}, 50_000)...)
	if err := CopyPicture(want); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		got, err := exec.Command("xclip", "-selection", "clipboard", "-t", "image/png", "-o").Output()
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%d bytes of %d, %v", len(got), len(want), err)
		}
	}
	if targets, err := exec.Command("xclip", "-selection", "clipboard", "-t", "TARGETS", "-o").Output(); err != nil || !bytes.Contains(targets, []byte("image/png")) {
		t.Errorf("it is offered as %q, %v", targets, err)
	}
	other := []byte("\x89PNG another")
	if err := CopyPicture(other); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if got, _ := exec.Command("xclip", "-selection", "clipboard", "-t", "image/png", "-o").Output(); bytes.Equal(got, other) {
			break
		} else if time.Now().After(end) {
			t.Fatalf("then it has %q", got)
		}
	}
	if err := CopyPicture(make([]byte, MaxPicture+1)); err == nil {
		t.Error("a picture that is too large is taken")
	}
}
