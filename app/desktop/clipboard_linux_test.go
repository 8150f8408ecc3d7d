package desktop

import (
	"bufio"
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sextant/app/testkit"
)

// privateDisplay starts an X server for the test. It skips the test if a program is not installed.
func privateDisplay(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range append(programs, "Xvfb") {
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
		_ = server.Process.Signal(os.Interrupt) // lets it remove its socket
		_ = server.Wait()
	})
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("DISPLAY", ":"+strings.TrimSpace(number))
	t.Setenv("XAUTHORITY", filepath.Join(t.TempDir(), "none"))
}

// TestCopyPicture reads the picture from the clipboard like another program, several times, and replaces it by another
// one.
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
	if targets, err := exec.Command("xclip", "-selection", "clipboard", "-t", "TARGETS", "-o").Output(); err != nil ||
		!bytes.Contains(targets, []byte("image/png")) {
		t.Errorf("it is offered as %q, %v", targets, err)
	}
	other := []byte("\x89PNG another")
	if err := CopyPicture(other); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the second picture", func() bool {
		got, _ := exec.Command("xclip", "-selection", "clipboard", "-t", "image/png", "-o").Output()
		return bytes.Equal(got, other)
	})
	if err := CopyPicture(make([]byte, MaxPicture+1)); err == nil {
		t.Error("a picture that is too large is taken")
	}
}

// privateCompositor starts a Wayland compositor for the test. cage refuses to run as root, so root is mapped to another
// user.
func privateCompositor(t *testing.T, programs ...string) {
	t.Helper()
	privateDisplay(t, append(programs, "cage")...)
	dir := t.TempDir()
	named := filepath.Join(dir, "named")
	c := exec.Command("cage", "--", "sh", "-c",
		`echo "$WAYLAND_DISPLAY" >"$0.new" && mv "$0.new" "$0" && exec sleep 600`, named)
	c.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+dir, "WLR_BACKENDS=x11", "WLR_RENDERER=pixman")
	c.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWUSER, Setpgid: true,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 1000, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 1000, HostID: os.Getgid(), Size: 1}},
	}
	if err := c.Start(); err != nil {
		t.Skipf("nobody can be another user here: %v", err)
	}
	t.Cleanup(func() {
		_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
		_ = c.Wait()
	})
	var name []byte
	testkit.Eventually(t, "the compositor to start", func() (ok bool) {
		var err error
		name, err = os.ReadFile(named)
		return err == nil
	})
	t.Setenv("WAYLAND_DISPLAY", strings.TrimSpace(string(name)))
	t.Setenv("XDG_RUNTIME_DIR", dir)
	t.Setenv("DISPLAY", "")
	t.Setenv(PlatformVariable, platformWayland)
}

// TestCopyPictureWayland copies a picture over a text, and checks the error if wl-copy is missing.
func TestCopyPictureWayland(t *testing.T) {
	privateCompositor(t, "wl-copy", "wl-paste")
	run := func(stdin, name string, args ...string) string {
		t.Helper()
		c := exec.Command(name, args...)
		c.Stdin = strings.NewReader(stdin)
		var out strings.Builder
		if name == "wl-paste" {
			c.Stdout = &out // wl-copy continues in the background, and would keep it open
		}
		if err := c.Run(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return out.String()
	}
	run("the old text", "wl-copy")
	want := "\x89PNG\r\n\x1a\n" + strings.Repeat("abc", 50_000)
	if err := CopyPicture([]byte(want)); err != nil {
		t.Fatal(err)
	}
	if got := run("", "wl-paste", "--list-types"); got != "image/png\n" {
		t.Errorf("it is offered as %q", got)
	}
	if got := run("", "wl-paste", "--no-newline", "--type", "image/png"); got != want {
		t.Errorf("%d bytes of %d", len(got), len(want))
	}
	t.Setenv("PATH", t.TempDir())
	if err := CopyPicture([]byte(want)); !errors.Is(err, errNoWlCopy) {
		t.Errorf("without wl-copy: %v", err)
	}
}
