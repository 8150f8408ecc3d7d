package app

import (
	"errors"
	"sync/atomic"
	"time"

	"sextant/app/browse"
	"sextant/app/cli"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/teletext"
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
func (l loaded) place(o cli.Options) teletext.Place {
	if o.OnePage {
		return o.Place
	}
	if page := l.settings.StartPage; page != 0 {
		return teletext.Place{Page: page}
	}
	if n := len(l.windows); n > 0 {
		if place, err := browse.ParsePlace(l.windows[n-1].Page); err == nil {
			return place
		}
	}
	return o.Place
}

// keySoon is how long the start waits for the key: as long as a keyring takes that is not locked.
const keySoon = 500 * time.Millisecond

// key reads the key. If its place does not answer at once, late is the key instead. A key of the command line takes
// precedence over the profile's.
func (l loaded) key(o station.Overrides, unattended bool) (key string, late *station.LateKey, err error) {
	switch {
	case o.AppKey != "":
		return "", nil, nil
	case l.settings.KeyPlace != settings.InKeyring || o.BaseURL != "" && o.BaseURL != l.settings.BaseURL:
		key, err = l.profile.LoadKey(&l.settings.Service) // another service does not get it
		return key, nil, err
	}
	read := func() (string, error) { return l.profile.AwaitKey(&l.settings.Service) }
	type result struct {
		key string
		err error
	}
	first := make(chan result, 1)
	go func() {
		key, err := read()
		first <- result{key, err}
	}()
	select {
	case r := <-first:
		if r.err == nil || settings.IsNoKey(r.err) {
			return r.key, nil, r.err
		}
		first <- r
	case <-time.After(keySoon):
	}
	var again atomic.Bool // the first reading has begun
	return "", station.NewLateKey(func() (string, error) {
		if again.Swap(true) {
			return read()
		}
		r := <-first
		return r.key, r.err
	}, unattended), nil
}

// now returns the time in the local zone.
func now() time.Time { return time.Now() }
