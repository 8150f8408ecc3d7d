package app

import (
	"errors"
	"time"

	"sextant/app/settings"
)

// loaded is what the profile has.
type loaded struct {
	profile   settings.Profile
	settings  settings.Settings
	key       string
	complaint error // something to tell in the window
}

// load reads the profile.
func load(o Options) (l loaded, err error) {
	if l.profile, err = settings.OpenProfile(o.Profile); err != nil {
		return l, err
	}
	l.settings, l.complaint = l.profile.LoadSettings()
	if o.AppKey == "" {
		var keyErr error
		l.key, keyErr = l.profile.LoadKey(l.settings.KeyPlace)
		l.complaint = errors.Join(l.complaint, keyErr)
	}
	return l, nil
}

// now is the time, in the machine's zone.
func now() time.Time { return time.Now() }
