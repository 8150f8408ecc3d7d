package app

import (
	"context"
	"errors"
	"strings"

	"sextant/app/cli"
	"sextant/app/settings"
	"sextant/app/ui/prefs"
)

// startup makes a public screen of a profile start with the computer, like "sextant kiosk install".
type startup struct{ profile settings.Profile }

var _ prefs.Startup = startup{}

// IsInstalled reports whether it does. The error is why it cannot.
func (s startup) IsInstalled() (bool, error) { return cli.IsKioskInstalled() }

// Install writes what makes it start, and returns what is left to do.
func (s startup) Install() (left string, err error) {
	return s.run("install", "--profile="+s.profile.Dir)
}

// Remove undoes Install, and returns what is left to do.
func (s startup) Remove() (left string, err error) { return s.run("remove") }

func (s startup) run(command ...string) (string, error) {
	var said, wrong strings.Builder
	if status := cli.Kiosk(context.Background(), command, &said, &wrong); status != cli.ExitDone {
		return "", errors.New(strings.TrimPrefix(strings.TrimSpace(wrong.String()), "sextant kiosk "+command[0]+": "))
	}
	return strings.TrimSpace(wrong.String() + "\n" + said.String()), nil
}
