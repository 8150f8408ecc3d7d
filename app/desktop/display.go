// Package desktop is what of the desktop the program uses beside its window: notifications, the controls of what plays,
// the clipboard for pictures, reduced motion, whether there is a display, and that it stays on. Each has a file for
// each system.
package desktop

import (
	"errors"
	"fmt"
	"net"
	"runtime"
	"strconv"
	"strings"

	"sextant/app/wayland"
)

var errNoDisplay = errors.New("there is no display to open a window on (neither WAYLAND_DISPLAY nor DISPLAY is set)")

// PlatformVariable is the variable of the environment that has the toolkit use X or Wayland.
const PlatformVariable = "FYNE_PLATFORM"

// The platforms of the toolkit.
const (
	platformX       = "x11"
	platformWayland = "wayland"
)

// CheckDisplay makes sure that a window can be opened, since the toolkit ends the program with a trace where it cannot,
// and gives the platform that the toolkit has to use, empty for the only one of a system. X comes first where it
// answers, as it does on Wayland desktops too: the program uses more of it, and the window library leaks on Wayland.
func CheckDisplay(env func(string) string) (platform string, err error) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return "", nil
	}
	displays := map[string]string{platformX: env("DISPLAY"), platformWayland: env("WAYLAND_DISPLAY")}
	err = errNoDisplay
	if choice := env(PlatformVariable); displays[choice] != "" {
		displays = map[string]string{choice: displays[choice]}
	}
	if display := displays[platformX]; display != "" {
		if err = checkX(display); err == nil {
			return platformX, nil
		}
	}
	if display := displays[platformWayland]; display != "" {
		if err = checkWayland(display, wayland.Socket(env("XDG_RUNTIME_DIR"), display)); err == nil {
			return platformWayland, nil
		}
	}
	return "", err
}

// checkX fails where no X server answers.
func checkX(display string) error {
	network, addresses, err := displayAddresses(display)
	if err != nil {
		return err
	}
	return answers(display, network, addresses...)
}

// answers returns an error if nothing listens at any of a display's addresses.
func answers(display, network string, addresses ...string) error {
	for _, a := range addresses {
		conn, err := net.DialTimeout(network, a, displayPatience)
		if err == nil {
			return conn.Close()
		}
	}
	return noAnswer(display)
}

func noAnswer(display string) error { return fmt.Errorf("the display %s does not answer", display) }

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
