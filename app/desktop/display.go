// Package desktop connects to the desktop: notifications, media controls, the clipboard for pictures, reduced motion,
// whether there is a display, and keeping it on. Each has a file for each system.
package desktop

import (
	"errors"
	"fmt"
	"net"
	"runtime"
	"strconv"
	"strings"

	"sextant/app/say"
	"sextant/app/wayland"
)

var errNoDisplay = errors.New("there is no display to open a window on (neither WAYLAND_DISPLAY nor DISPLAY is set)")

// ErrNoOpenGL reports that the display cannot open a window that is drawn by OpenGL, as on some virtual machines and
// remote desktops.
var ErrNoOpenGL = say.Error("display.noOpenGL")

// PlatformVariable is the environment variable by which the toolkit uses X or Wayland.
const PlatformVariable = "FYNE_PLATFORM"

// The platforms of the toolkit.
const (
	platformX       = "x11"
	platformWayland = "wayland"
)

// CheckDisplay checks that a window can be opened, because the toolkit ends the program with a stack trace if it
// cannot. It returns the platform for the toolkit to use, empty on systems with only one. X takes precedence if it
// answers, also on Wayland desktops: the program uses more of it, and the window library leaks on Wayland.
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
			forgetDeadManager(display)
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

// checkX fails if no X server answers.
func checkX(display string) error {
	network, addresses, err := displayAddresses(display)
	if err != nil {
		return err
	}
	return answers(display, network, addresses...)
}

// answers fails if nothing listens at any of a display's addresses.
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

// displayAddresses returns the addresses of the X server of a display such as :0, :1.0 or host:10.0.
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
