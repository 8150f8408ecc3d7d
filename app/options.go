package app

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

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
	KioskOptions
	Version bool
	Help    bool
}

// KioskOptions are what a public screen is asked for.
type KioskOptions struct {
	// Playlist is a file or an address, empty for the profile's; OnePage tells that there is only Place to show.
	Playlist string
	OnePage  bool
	// PlaylistKey is the public key with which playlists must be signed, empty for any.
	PlaylistKey string
	// Monitor is counted from 1; 0 is the main one.
	Monitor int
	// Status is where the status is served, empty for nowhere, and Token what whoever asks for it must know.
	Status, Token string
}

// Usage is what --help prints.
const Usage = `Sextant, a teletext browser.

Usage:
  sextant [options] [PAGE[/SUBPAGE]]    read teletext, beginning with a page (100)
  sextant export [options] PAGE         write a page as a picture, text, HTML and more, without
                                        a window (sextant export --help tells more)
  sextant demo [options]                serve the built-in demo to other programs
                                        (sextant demo --help tells more)
  sextant kiosk VERB                    check a playlist, set a PIN, have systemd run a public
                                        screen (sextant kiosk --help tells more)
  sextant relay [options]               ask the service for many screens, with one key
                                        (sextant relay --help tells more)
Options:
  --base-url URL         address of the teletext service   (SEXTANT_BASE_URL)
  --media-base-url URL   address of the media service      (SEXTANT_MEDIA_BASE_URL)
  --app-id ID            credentials for the service       (SEXTANT_APP_ID)
  --app-key KEY          ... best kept in the environment  (SEXTANT_APP_KEY)
  --profile DIR          where settings and all other files are kept
  --fullscreen           begin in full screen
  --kiosk [PLAYLIST]     a public screen, which shows the pages of a playlist: a file, an address, or
                         without one playlist.toml in the profile; or a single page, such as 430
  --monitor N            the monitor of a public screen, counted from 1
  --playlist-key KEY     the minisign public key with which its playlist must be signed
  --status ADDR          serve how it stands, and a remote control, at an address such as :8080
  --status-token TOKEN   what whoever asks for that must know (SEXTANT_STATUS_TOKEN)
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
	set.StringVar(&o.PlaylistKey, "playlist-key", "", "")
	set.IntVar(&o.Monitor, "monitor", 0, "")
	set.StringVar(&o.Status, "status", "", "")
	set.StringVar(&o.Token, "status-token", env("SEXTANT_STATUS_TOKEN"), "")
	set.BoolVar(&o.Version, "version", false, "")
	set.BoolVar(&o.Help, "help", false, "")
	set.BoolVar(&o.Help, "h", false, "")
	if err := o.words(set, args); err != nil {
		return o, err
	}
	return o, o.consistent(set)
}

// words parses the command line, and takes the word that is no option.
func (o *Options) words(set *flag.FlagSet, args []string) error {
	var words []string
	// The flag package stops at the first word that is no option; options may follow it here.
	for rest := args; len(rest) > 0; {
		if err := set.Parse(rest); err != nil {
			return err
		}
		if rest = set.Args(); len(rest) == 0 {
			break
		}
		words, rest = append(words, rest[0]), rest[1:]
	}
	switch len(words) {
	case 0:
		return nil
	case 1:
		return o.word(words[0])
	}
	return errors.New("one page or playlist at a time, please")
}

// consistent fails for an option of a public screen where none is asked for, and for a monitor that cannot be.
func (o *Options) consistent(set *flag.FlagSet) (err error) {
	if o.Monitor < 0 {
		return errors.New("--monitor counts from 1")
	}
	set.Visit(func(f *flag.Flag) {
		switch f.Name {
		case "monitor", "playlist-key", "status", "status-token":
			if !o.Kiosk && err == nil {
				err = fmt.Errorf("--%s is for a public screen, which begins with --kiosk", f.Name)
			}
		}
	})
	return err
}

// word takes a page, or the playlist of a public screen.
func (o *Options) word(word string) (err error) {
	place, err := browse.ParsePlace(word)
	if o.Kiosk && err != nil && strings.Trim(word, "0123456789/") != "" {
		o.Playlist = word
		return nil
	}
	o.Place, o.OnePage = place, true
	return err
}
