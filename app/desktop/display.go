// Package desktop is what of the desktop the program uses beside its window: notifications, the controls of what plays,
// the clipboard for pictures, reduced motion, and whether there is a display. Each has a file for each system.
package desktop

import (
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

var errNoDisplay = errors.New("there is no display to open a window on (" + displayVariable + " is not set)")

// CheckDisplay makes sure that a window can be opened, since the toolkit ends the program with a trace
// where it cannot. It speaks X, which Wayland desktops offer beside their own.
func CheckDisplay(env func(string) string) error {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return nil
	}
	display := env(displayVariable)
	if display == "" {
		return errNoDisplay
	}
	find := displayAddresses
	if displayVariable == waylandVariable {
		find = waylandSocket(env("XDG_RUNTIME_DIR"))
	}
	network, addresses, err := find(display)
	if err != nil {
		return err
	}
	for _, a := range addresses {
		conn, dialErr := net.DialTimeout(network, a, 5*time.Second)
		if dialErr == nil {
			return conn.Close()
		}
	}
	return fmt.Errorf("the display %s does not answer", display)
}

// waylandVariable names the display in a build for Wayland.
const waylandVariable = "WAYLAND_DISPLAY"

// waylandSocket finds the socket of a Wayland display, which is a file in dir unless it is a whole path.
func waylandSocket(dir string) func(display string) (network string, addresses []string, err error) {
	return func(display string) (string, []string, error) {
		if !filepath.IsAbs(display) {
			display = filepath.Join(dir, display)
		}
		return "unix", []string{display}, nil
	}
}

// displayAddresses are where the X server of a display such as :0, :1.0 or host:10.0 listens.
func displayAddresses(display string) (network string, addresses []string, err error) {
	colon := strings.LastIndexByte(display, ':')
	number, _, _ := strings.Cut(display[colon+1:], ".")
	n, err := strconv.Atoi(number)
	if colon < 0 || err != nil || n < 0 {
		return "", nil, fmt.Errorf("%q is no display: it should be like :0", display)
	}
	host := display[:colon]
	if host == "" || host == "unix" {
		socket := fmt.Sprintf("/tmp/.X11-unix/X%d", n)
		return "unix", []string{socket, "@" + socket}, nil
	}
	const firstPort = 6000
	return "tcp", []string{net.JoinHostPort(host, strconv.Itoa(firstPort+n))}, nil
}
