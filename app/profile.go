package app

import (
	"errors"
	"time"

	"sextant/app/browse"
	"sextant/app/cli"
	"sextant/app/say"
	"sextant/app/settings"
)

// loaded is the content of the profile.
type loaded struct {
	profile   settings.Profile
	settings  settings.Settings
	windows   []settings.OpenWindow // those that were open
	keys      map[string][]string   // the user's keyboard shortcuts
	complaint error                 // to be shown in the window
}

// load reads the profile, except for the key.
func load(o cli.Options) (l loaded, err error) {
	if l.profile, err = settings.OpenProfile(o.Profile); err != nil {
		return l, err
	}
	l.settings, l.complaint = l.profile.LoadSettings()
	if o.Language == "" && l.settings.Language != "" {
		_ = say.Use(l.settings.Language) // valid settings have a supported language
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

// place returns the first page of the window in front: that of the command line, else of the settings, else its last
// one.
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

// key reads the key, which can take seconds. A key of the command line takes precedence over the profile's.
func (l loaded) key(o cli.Options) (string, error) {
	if o.AppKey != "" {
		return "", nil
	}
	return l.profile.LoadKey(&l.settings.Service)
}

// now returns the time in the local zone.
func now() time.Time { return time.Now() }
