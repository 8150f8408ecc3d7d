package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"sextant/app/browse"
	"sextant/app/kiosk/status"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/systemd"
)

// wishes are what install is asked for.
type wishes struct {
	compositor    string
	print, remove bool
	profile       string
	options       []string // of the screen
}

// install has systemd run the screen for the user, or no more.
func (k *kiosk) install(_ context.Context, args []string, stdout, stderr io.Writer) int {
	var w wishes
	set := w.flags()
	words, status, ok := k.parse(set, args, -1, stdout, stderr)
	if !ok {
		return status
	}
	if err := w.complete(set, words); err != nil {
		return k.refuse("install", err, stderr)
	}
	err := systemd.Supported()
	switch {
	case w.remove:
		err = removeKiosk(stdout)
	case err == nil || w.print:
		err = w.install(stdout, stderr)
	}
	return k.finish("install", err, stderr)
}

// flags are the options of install, among which are those of the screen.
func (w *wishes) flags() *flag.FlagSet {
	set := options("install")
	set.Bool("user", true, "")
	set.StringVar(&w.compositor, "compositor", "cage", "")
	set.BoolVar(&w.print, "print", false, "")
	set.BoolVar(&w.remove, "remove", false, "")
	set.StringVar(&w.profile, "profile", "", "")
	for _, name := range screenOptions() {
		set.String(name, "", "")
	}
	for _, name := range secretOptions() {
		set.String(name, "", "")
	}
	return set
}

// screenOptions are those that the unit has the screen begin with, besides its profile.
func screenOptions() []string {
	return []string{"monitor", "playlist-key", "status", "base-url", "media-base-url"}
}

// secretOptions are those whose values must not be in a unit.
func secretOptions() []string { return []string{"app-id", "app-key", "status-token"} }

// complete takes the screen's options from what was parsed.
func (w *wishes) complete(set *flag.FlagSet, words []string) error {
	if w.compositor != "cage" && w.compositor != "x" {
		return say.Error("usage.kiosk.compositor", "Text", strconv.Quote(w.compositor))
	}
	for _, name := range secretOptions() {
		if set.Lookup(name).Value.String() != "" {
			return errSecret
		}
	}
	for _, name := range screenOptions() {
		if value := set.Lookup(name).Value.String(); value != "" {
			w.options = append(w.options, "--"+name+"="+value)
		}
	}
	if monitor := set.Lookup("monitor").Value.String(); monitor != "" {
		if n, err := strconv.Atoi(monitor); err != nil || n < 1 {
			return say.Error("usage.monitor")
		}
	}
	if address := set.Lookup("status").Value.String(); address != "" {
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

// whatToShow is a page, an address, or a file by its whole path.
func whatToShow(word string) (string, error) {
	if _, err := browse.ParsePlace(word); err == nil || strings.Contains(word, "://") {
		return word, nil
	}
	if _, err := os.Stat(word); err != nil {
		return "", say.Error("playlist.none", "File", word)
	}
	return filepath.Abs(word)
}

// install writes the unit and says what is to be done with it, or prints it.
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
	if w.print {
		_, err = fmt.Fprint(stdout, text)
		return err
	}
	if err := systemd.KeepSecrets(u.secrets, kioskSecrets); err != nil {
		return err
	}
	where, err := kioskService().Install(text, stdout)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s\n%s\n\n%s", say.Text("unit.written", "File", where), say.Text("unit.kiosk.secrets", "File", u.secrets), kioskService().Begin())
	return nil
}

// removeKiosk takes the unit away.
func removeKiosk(out io.Writer) error {
	if err := kioskService().Remove(out); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s\n%s", say.Text("unit.kiosk.removed"), kioskService().End())
	return nil
}

// unit is what systemd is to be told.
func (w *wishes) unit() (u kioskUnit, err error) {
	p, err := settings.ProfileAt(w.profile)
	if err == nil && !w.print {
		p, err = settings.OpenProfile(p.Dir)
	}
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

// warn says what would keep the unit from running.
func (u kioskUnit) warn(w io.Writer) {
	if _, err := os.Stat(u.runner); err != nil {
		fmt.Fprintln(w, say.Text("unit.notInstalled", "Program", filepath.Base(u.runner)))
	}
	if _, err := exec.LookPath("Xwayland"); err != nil && u.compositor == "cage" {
		fmt.Fprintln(w, say.Text("unit.noXwayland"))
	}
	systemd.Warn(u.program, w)
}
