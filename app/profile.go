package app

import (
	"time"

	"sextant/app/settings"
)

// loaded is what the profile has.
type loaded struct {
	profile   settings.Profile
	settings  settings.Settings
	complaint error // something to tell in the window
}

// load reads the profile, but for the key.
func load(o Options) (l loaded, err error) {
	if l.profile, err = settings.OpenProfile(o.Profile); err != nil {
		return l, err
	}
	l.settings, l.complaint = l.profile.LoadSettings()
	return l, nil
}

// key reads the key, which can take seconds. Where the command line has one, that of the profile is not needed.
func (l loaded) key(o Options) (string, error) {
	if o.AppKey != "" {
		return "", nil
	}
	return l.profile.LoadKey(l.settings.KeyPlace)
}

// now is the time, in the machine's zone.
func now() time.Time { return time.Now() }
