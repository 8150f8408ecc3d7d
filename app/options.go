package app

import (
	"errors"
	"flag"
	"io"

	"sextant/app/browse"
	"sextant/app/station"
)

// Options is what the command line and the environment ask for. Empty strings leave it to the settings.
type Options struct {
	station.Overrides
	Place      browse.Place
	Profile    string
	Fullscreen bool
	Kiosk      bool
	Version    bool
	Help       bool
}

// Usage is what --help prints.
const Usage = `Sextant, a teletext browser.

Usage:
  sextant [options] [PAGE[/SUBPAGE]]    read teletext, beginning with a page (100)
  sextant export [options] PAGE         write a page as a picture, text, HTML and more, without
                                        a window (sextant export --help tells more)
  sextant demo [options]                serve the built-in demo to other programs
                                        (sextant demo --help tells more)
  sextant kiosk check FILE              tell what is wrong with the playlist of a public screen
                                        (sextant kiosk --help tells more)
Options:
  --base-url URL         address of the teletext service   (SEXTANT_BASE_URL)
  --media-base-url URL   address of the media service      (SEXTANT_MEDIA_BASE_URL)
  --app-id ID            credentials for the service       (SEXTANT_APP_ID)
  --app-key KEY          ... best kept in the environment  (SEXTANT_APP_KEY)
  --profile DIR          where settings and all other files are kept
  --fullscreen           begin in full screen
  --kiosk                full screen for a public place: the subpages turn by themselves
  --version              print the version
  --help                 print this

A page can be written as an address too: sextant:123/2.
Without an address of a service, here or in the settings, Sextant shows its built-in demo service.
`

// ParseOptions reads the command line, and the environment for what it does not say.
func ParseOptions(args []string, env func(string) string) (Options, error) {
	o := Options{Place: browse.Place{Page: browse.Home}}
	set := flag.NewFlagSet("sextant", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	o.Overrides.Flags(set, env)
	set.StringVar(&o.Profile, "profile", "", "")
	set.BoolVar(&o.Fullscreen, "fullscreen", false, "")
	set.BoolVar(&o.Kiosk, "kiosk", false, "")
	set.BoolVar(&o.Version, "version", false, "")
	set.BoolVar(&o.Help, "help", false, "")
	set.BoolVar(&o.Help, "h", false, "")
	places := 0
	// The flag package stops at the first word that is no option; options may follow it here.
	for rest := args; len(rest) > 0; {
		if err := set.Parse(rest); err != nil {
			return o, err
		}
		rest = set.Args()
		if len(rest) == 0 {
			break
		}
		place, err := browse.ParsePlace(rest[0])
		if err != nil {
			return o, err
		}
		o.Place, rest = place, rest[1:]
		if places++; places > 1 {
			return o, errors.New("one page at a time, please")
		}
	}
	return o, nil
}
