package app

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"sextant/app/browse"
	"sextant/app/teletext"
)

// Version is the program's version.
const Version = "0.1.0"

// Options is what the command line and the environment ask for. Empty strings leave it to the settings.
type Options struct {
	Place        browse.Place
	BaseURL      string
	MediaBaseURL string
	AppID        string
	AppKey       string
	Profile      string
	Fullscreen   bool
	Kiosk        bool
	Version      bool
	Help         bool
}

// Usage is what --help prints.
const Usage = `Sextant, a teletext browser.

Usage:
  sextant [options] [PAGE[/SUBPAGE]]    read teletext, beginning with a page (100)
  sextant export [options] PAGE         write a page as a picture, text, HTML and more, without
                                        a window (sextant export --help tells more)
  sextant demo [options]                serve the built-in demo to other programs
                                        (sextant demo --help tells more)
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

// serviceFlags declares the options that say which service is asked and where the profile is.
func (o *Options) serviceFlags(set *flag.FlagSet, env func(string) string) {
	set.StringVar(&o.BaseURL, "base-url", env("SEXTANT_BASE_URL"), "")
	set.StringVar(&o.MediaBaseURL, "media-base-url", env("SEXTANT_MEDIA_BASE_URL"), "")
	set.StringVar(&o.AppID, "app-id", env("SEXTANT_APP_ID"), "")
	set.StringVar(&o.AppKey, "app-key", env("SEXTANT_APP_KEY"), "")
	set.StringVar(&o.Profile, "profile", "", "")
}

// ParseOptions reads the command line, and the environment for what it does not say.
func ParseOptions(args []string, env func(string) string) (Options, error) {
	o := Options{Place: browse.Place{Page: browse.Home}}
	set := flag.NewFlagSet("sextant", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	o.serviceFlags(set, env)
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
		place, err := parsePlace(rest[0])
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

// addressScheme begins the address of a page, as in sextant:123/2.
const addressScheme = "sextant:"

// parsePlace reads 123 or 123/4, as an address too.
func parsePlace(s string) (browse.Place, error) {
	page, subpage, hasSubpage := strings.Cut(strings.TrimPrefix(s, addressScheme), "/")
	n, err := strconv.Atoi(page)
	if err != nil || !teletext.ValidPage(n) {
		return browse.Place{}, fmt.Errorf("%q is no page: page numbers run from %d to %d", s, teletext.FirstPage, teletext.LastPage)
	}
	p := browse.Place{Page: n}
	if !hasSubpage {
		return p, nil
	}
	if p.Subpage, err = strconv.Atoi(subpage); err != nil || p.Subpage < 1 {
		return browse.Place{}, fmt.Errorf("%q is no subpage: write it as 123/4", s)
	}
	return p, nil
}
