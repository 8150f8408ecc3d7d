package cli

import (
	"strings"
	"testing"

	"sextant/app/station"
	"sextant/app/teletext"
)

func noEnv(string) string { return "" }

func TestParseOptions(t *testing.T) {
	env := func(name string) string {
		return map[string]string{"SEXTANT_APP_KEY": "fromenv", "SEXTANT_BASE_URL": "http://env"}[name]
	}
	o, err := ParseOptions([]string{"--kiosk", "123/4", "--base-url", "http://flag", "--profile=dir"}, env)
	want := Options{
		Place:     teletext.Place{Page: 123, Subpage: 4},
		Overrides: station.Overrides{BaseURL: "http://flag", AppKey: "fromenv"},
		Profile:   "dir", Kiosk: true, KioskOptions: KioskOptions{OnePage: true},
	}
	if err != nil || o != want {
		t.Errorf("%+v, %v", o, err)
	}
	if o, err := ParseOptions(nil, noEnv); err != nil || o.Place != (teletext.Place{Page: 100}) {
		t.Errorf("%+v, %v", o, err)
	}
}

// TestPlaylistOption checks that an argument that is not a page is a playlist, but only for a public screen.
func TestPlaylistOption(t *testing.T) {
	for args, want := range map[string]KioskOptions{
		"--kiosk":                         {},
		"--kiosk shop.toml --monitor 2":   {Playlist: "shop.toml", Monitor: 2},
		"--kiosk http://host/list.toml":   {Playlist: "http://host/list.toml"},
		"shop.toml --kiosk":               {Playlist: "shop.toml"},
		"--status :8080 --kiosk 123":      {OnePage: true, Status: ":8080"},
		"--kiosk --playlist-key KEY list": {Playlist: "list", PlaylistKey: "KEY"},
	} {
		if o, err := ParseOptions(strings.Fields(args), noEnv); err != nil || o.KioskOptions != want || !o.Kiosk {
			t.Errorf("%s: %+v, %v", args, o, err)
		}
	}
}

// TestAddressOfPage checks that the scheme of a page's address is not case-sensitive.
func TestAddressOfPage(t *testing.T) {
	for _, word := range []string{"sextant:123/2", "SEXTANT:123/2", "Sextant:123/2", "123/2"} {
		if o, err := ParseOptions([]string{word}, noEnv); err != nil ||
			o.Place != (teletext.Place{Page: 123, Subpage: 2}) {
			t.Errorf("%s: %+v, %v", word, o.Place, err)
		}
	}
}

func TestParseOptionsRefuses(t *testing.T) {
	for _, args := range []string{
		"99", "900", "abc", "123/0", "123/x", "123/", "100 200", "--no-such", "--base-url",
		"--status :8080", "100 --monitor 2", "--playlist-key KEY", "--status-token token", "shop.toml",
		"+100", "100/+1", "100/99999999999", "sextants:100", "--log-level loud",
		"--base-url ftp://h", "--base-url http://h:99999",
		"--media-base-url nowhere", "---xy", "--kiosk --status :99999", "--monitor 99999999999999999999",
		"--kiosk 950", "--kiosk 12", "--kiosk 123/0", "--kiosk --monitor -1", "--kiosk a.toml b.toml",
	} {
		if o, err := ParseOptions(strings.Fields(args), noEnv); err == nil {
			t.Errorf("%q was read as %+v", args, o)
		}
	}
}
