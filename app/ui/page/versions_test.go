package page

import (
	"testing"
	"time"

	"sextant/app/store"
	"sextant/app/words"
)

func TestVersionWords(t *testing.T) {
	now := time.Date(2026, 11, 21, 16, 5, 0, 0, time.UTC)
	c := words.Calendar{Now: now}
	at := func(d time.Duration) time.Time { return now.Add(d) }
	for want, v := range map[string]store.VersionInfo{
		"today 14:05 – 14:32":              {First: at(-2 * time.Hour), Last: at(-93 * time.Minute)},
		"yesterday 16:05 – today 14:05":    {First: at(-24 * time.Hour), Last: at(-2 * time.Hour)},
		"today 14:05":                      {First: at(-2 * time.Hour), Last: at(-2*time.Hour + time.Second)},
		"Wednesday 16:05 – Thursday 16:05": {First: at(-72 * time.Hour), Last: at(-48 * time.Hour)},
	} {
		if got := versionWords(v, false, c); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := versionWords(store.VersionInfo{First: at(-time.Hour), Last: now}, true, c); got != "today 15:05 – now" {
		t.Errorf("%q", got)
	}
	c.Zone = time.FixedZone("EET", 2*3600) // the service's time zone
	for want, v := range map[string]store.VersionInfo{
		"today 16:05 – 16:32 EET":           {First: at(-2 * time.Hour), Last: at(-93 * time.Minute)},
		"yesterday 23:05 – today 00:05 EET": {First: at(-19 * time.Hour), Last: at(-18 * time.Hour)},
		"today 16:05 EET":                   {First: at(-2 * time.Hour), Last: at(-2 * time.Hour)},
	} {
		if got := versionWords(v, false, c); got != want {
			t.Errorf("elsewhere: %q, want %q", got, want)
		}
	}
	if got := versionWords(store.VersionInfo{First: at(-time.Hour), Last: now},
		true, c); got != "today 17:05 EET – now" {
		t.Errorf("elsewhere: %q", got)
	}
}

// TestAgeOfVersions checks the words for the age of a version.
func TestAgeOfVersions(t *testing.T) {
	v := openVersions{all: make([]store.VersionInfo, 4)}
	for at, want := range []string{"The oldest version", "An older version", "An older version", "The newest version"} {
		if v.at = at; v.ageWords() != want {
			t.Errorf("version %d is called %q, want %q", at, v.ageWords(), want)
		}
	}
}
