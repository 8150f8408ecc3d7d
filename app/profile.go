package app

import (
	"errors"
	"time"

	"sextant/app/browse"
	"sextant/app/cli"
	"sextant/app/say"
	"sextant/app/settings"
)

// loaded is what the profile has.
type loaded struct {
	profile   settings.Profile
	settings  settings.Settings
	windows   []settings.OpenWindow // that were open
	keys      map[string][]string   // that were chosen
	complaint error                 // something to show in the window
}

// load reads the profile, but for the key.
func load(o cli.Options) (l loaded, err error) {
	if l.profile, err = settings.OpenProfile(o.Profile); err != nil {
		return l, err
	}
	l.settings, l.complaint = l.profile.LoadSettings()
	if o.Language == "" && l.settings.Language != "" {
		_ = say.Use(l.settings.Language) // the settings have none that there is not
	}
	if !o.Kiosk {
		var unknownWindows, unknownKeys error
		l.windows, unknownWindows = l.profile.LoadWindows()
		l.keys, unknownKeys = l.profile.LoadKeys()
		l.complaint = errors.Join(l.complaint, unknownWindows, unknownKeys)
	}
	if view := l.settings.StartView; view != "" {
		l.settings.View = view
	}
	return l, nil
}

// place is where the window in front begins: where the command line says, or the settings, or where it was.
func (l loaded) place(o cli.Options) browse.Place {
	if o.OnePage {
		return o.Place
	}
	if page := l.settings.StartPage; page != 0 {
		return browse.Place{Page: page}
	}
	if n := len(l.windows); n > 0 {
		if place, err := browse.ParsePlace(l.windows[n-1].Page); err == nil {
			return place
		}
	}
	return o.Place
}

// key reads the key, which can take seconds. Where the command line has one, that of the profile is not needed.
func (l loaded) key(o cli.Options) (string, error) {
	if o.AppKey != "" {
		return "", nil
	}
	return l.profile.LoadKey(&l.settings.Service)
}

// now is the time, in the machine's zone.
func now() time.Time { return time.Now() }
