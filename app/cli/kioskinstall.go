package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sextant/app/browse"
	"sextant/app/say"
	"sextant/app/screen/status"
	"sextant/app/station"
	"sextant/app/systemd"
)

// kioskService returns the service of a public screen.
func kioskService() *userService {
	accepts := NewFlags("")
	new(KioskOptions).flags(accepts)
	accepts.Service(new(station.Overrides), NoVariables)
	return &userService{
		Unit: systemd.Unit{Name: kioskName, By: "sextant kiosk install"}, secrets: kioskSecrets,
		accepts: accepts, secret: []string{"app-id", "app-key", "status-token"},
		secretsAre: "unit.kiosk.secrets", removed: "unit.kiosk.removed",
	}
}

// IsKioskInstalled reports whether a public screen starts with the computer. The error is why none can.
func IsKioskInstalled() (bool, error) {
	if err := systemd.Supported(); err != nil {
		return false, err
	}
	path, err := kioskService().Path()
	if err != nil {
		return false, err
	}
	_, err = os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// wishes are the parsed command line of install.
type wishes struct {
	*installation
	compositor string
	options    []string // of the screen
}

// remove removes the unit.
func (k *kiosk) remove(_ context.Context, args []string, stdout, stderr io.Writer) int {
	if _, status, ok := k.parse(NewFlags("remove"), args, 0, stdout, stderr); !ok {
		return status
	}
	return k.finish("remove", kioskService().takeAway(stdout), stderr)
}

// install installs the user unit of the screen.
func (k *kiosk) install(_ context.Context, args []string, stdout, stderr io.Writer) int {
	w := wishes{installation: kioskService().installation()}
	w.compositor = "cage"
	w.flags.Add("--compositor NAME", &w.compositor, "")
	words, status, ok := k.parse(w.flags, args, -1, stdout, stderr)
	if !ok {
		return status
	}
	if err := w.complete(words); err != nil {
		return k.refuse("install", err, stderr)
	}
	err := systemd.Supported()
	if err == nil || w.print {
		err = w.install(stdout, stderr)
	}
	return k.finish("install", err, stderr)
}

// complete sets the screen's options from the parsed ones.
func (w *wishes) complete(words []string) (err error) {
	if w.compositor != "cage" && w.compositor != "x" {
		return say.Error("usage.kiosk.compositor", "Text", strconv.Quote(w.compositor))
	}
	if w.options, err = w.given(); err != nil {
		return err
	}
	w.options = slices.DeleteFunc(w.options, func(option string) bool { return strings.HasSuffix(option, "=") })
	if monitor := w.value("monitor"); monitor != "" {
		if n, err := strconv.Atoi(monitor); err != nil || n < 1 {
			return say.Error("usage.monitor")
		}
	}
	if address := w.value("status"); address != "" {
		if _, err := status.Address(address, kioskSecrets); err != nil { // the token is known later
			return err
		}
	}
	switch len(words) {
	case 0:
		return nil
	case 1:
		playlist, err := whatToShow(words[0])
		w.options = append(w.options, playlist)
		return err
	}
	return say.Error("usage.one")
}

// whatToShow returns a page or an address as it is, and a file with its absolute path.
func whatToShow(word string) (string, error) {
	if _, err := browse.ParsePlace(word); err == nil || strings.Contains(word, "://") {
		return word, nil
	}
	if _, err := os.Stat(word); err != nil {
		return "", say.Error("playlist.none", "File", word)
	}
	return filepath.Abs(word)
}

// install writes the unit and prints the next steps, or only prints the unit.
func (w *wishes) install(stdout, stderr io.Writer) error {
	u, err := w.unit()
	if err != nil {
		return err
	}
	text, err := u.text()
	if err != nil {
		return err
	}
	u.warn(stderr)
	return w.writeUnit(text, u.secrets, stdout)
}

// unit returns the parameters of the unit's file.
func (w *wishes) unit() (u kioskUnit, err error) {
	p, err := w.makeProfile()
	if err != nil {
		return u, err
	}
	name := map[string]string{"cage": "cage", "x": "xinit"}[w.compositor]
	runner, err := exec.LookPath(name)
	if err != nil {
		runner = "/usr/bin/" + name
	}
	program, err := os.Executable()
	return kioskUnit{
		compositor: w.compositor, runner: runner, program: program, secrets: p.Path("kiosk.env"),
		options: append([]string{"--profile=" + p.Dir}, w.options...),
	}, err
}

// warn prints warnings about what would prevent the unit from running.
func (u kioskUnit) warn(w io.Writer) {
	if _, err := os.Stat(u.runner); err != nil {
		fmt.Fprintln(w, say.Text("unit.notInstalled", "Program", filepath.Base(u.runner)))
	}
	if _, err := exec.LookPath("Xwayland"); err != nil && u.compositor == "cage" {
		fmt.Fprintln(w, say.Text("unit.noXwayland"))
	}
	systemd.Warn(u.program, w)
}
