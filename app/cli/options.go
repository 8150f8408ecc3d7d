package cli

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"sextant/app/browse"
	"sextant/app/diagnose"
	"sextant/app/media"
	"sextant/app/say"
	"sextant/app/station"
	"sextant/app/teletext"
)

// Options are the options of the command line and the environment. Empty strings stand for the settings.
type Options struct {
	station.Overrides
	Place      teletext.Place
	Moment     media.Moment // to be played; without an id for none
	Profile    string
	Fullscreen bool
	// Language is that of the user interface, instead of the one of the settings.
	Language string
	// Log is the file of the log, "-" for standard error and empty for none, and LogLevel its level.
	Log, LogLevel string
	// Separate starts another program even if one is running with the profile.
	Separate bool
	Kiosk    bool
	KioskOptions
	Version bool
	Help    bool
}

// KioskOptions are the options of a public screen.
type KioskOptions struct {
	// Playlist is a file or an address, empty for the profile's; OnePage is set if only Place is shown.
	Playlist string
	OnePage  bool
	// PlaylistKey is the public key with which playlists must be signed, empty for any.
	PlaylistKey string
	// Monitor is counted from 1; 0 is the primary one.
	Monitor int
	// Status is the address on which the status is served, empty for none, and Token the one that clients must send.
	Status, Token string
}

// PrintUsage prints the output of --help.
func PrintUsage(w io.Writer) {
	fmt.Fprint(w, say.Text("about.sextant"), "\n\n", say.Text("usage.title"), "\n")
	PrintVerbs(w, "sextant", []Line{
		{Word: "[options] [PAGE[/SUBPAGE]]", Words: say.Text("usage.read")},
		{Word: "export [options] PAGE", Words: say.Text("usage.export")},
		{Word: "check [options] URL", Words: say.Text("usage.check")},
		{Word: "demo [options]", Words: say.Text("usage.demo")},
		{Word: "kiosk COMMAND", Words: say.Text("usage.kiosk")},
		{Word: "relay [options]", Words: say.Text("usage.relay")},
	})
	fmt.Fprintln(w, say.Text("usage.options"))
	Print(w, slices.Concat(ServiceOptions(), []Line{
		{Word: "--profile DIR", Words: say.Text("option.profile")},
		{Word: "--language LANGUAGE", Words: say.Text("option.language", "Languages", say.Offered())},
		{Word: "--fullscreen", Words: say.Text("option.fullscreen")},
		{Word: "--log FILE", Words: say.Text("option.log")},
		{Word: "--log-level LEVEL", Words: say.Text("option.logLevel")},
		{Word: "--separate", Words: say.Text("option.separate")},
		{Word: "--kiosk [PLAYLIST]", Words: say.Text("option.kiosk")},
		{Word: "--monitor N", Words: say.Text("option.monitor")},
		{Word: "--playlist-key KEY", Words: say.Text("option.playlistKey")},
		{Word: "--status ADDR", Words: say.Text("option.status")},
		{Word: "--status-token TOKEN", Words: say.Text("option.statusToken")},
		{Word: "--version", Words: say.Text("option.version")},
		{Word: "--help", Words: say.Text("option.help")},
	}))
	fmt.Fprintln(w)
	Wrap(w, say.Text("usage.address"))
	Wrap(w, say.Text("usage.noService"))
}

// ParseOptions parses the command line, and the environment for options that it does not have.
func ParseOptions(args []string, env func(string) string) (Options, error) {
	o := Options{Place: teletext.Place{Page: browse.Home}}
	set := flag.NewFlagSet("sextant", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	o.Overrides.Flags(set, env)
	set.StringVar(&o.Profile, "profile", "", "")
	set.Func("language", "", func(tag string) error {
		o.Language = tag
		return say.Use(tag)
	})
	set.BoolVar(&o.Fullscreen, "fullscreen", false, "")
	set.StringVar(&o.Log, "log", "", "")
	set.Func("log-level", "", func(level string) error {
		o.LogLevel = level
		return diagnose.CheckLogLevel(level)
	})
	set.BoolVar(&o.Separate, "separate", false, "")
	set.BoolVar(&o.Kiosk, "kiosk", false, "")
	set.StringVar(&o.PlaylistKey, "playlist-key", "", "")
	set.IntVar(&o.Monitor, "monitor", 0, "")
	set.StringVar(&o.Status, "status", "", "")
	set.StringVar(&o.Token, "status-token", env("SEXTANT_STATUS_TOKEN"), "")
	set.BoolVar(&o.Version, "version", false, "")
	set.BoolVar(&o.Help, "help", false, "")
	set.BoolVar(&o.Help, "h", false, "")
	if err := o.parseWords(set, args); err != nil {
		return o, err
	}
	return o, o.consistent(set)
}

// parseWords parses the command line: options, and one word.
func (o *Options) parseWords(set *flag.FlagSet, args []string) error {
	var words []string
	// Package flag stops at the first word that is no option; here options may follow it.
	for rest := args; len(rest) > 0; {
		if err := set.Parse(rest); err != nil {
			return Wrong(err)
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
		return o.parseWord(words[0])
	}
	return say.Error("usage.one")
}

// consistent fails for options of a public screen without --kiosk, and for an invalid monitor or address.
func (o *Options) consistent(set *flag.FlagSet) (err error) {
	if o.Help || o.Version {
		return nil
	}
	if err := cmp.Or(CheckService(&o.Overrides), Listen("--status", o.Status)); err != nil {
		return err
	}
	if o.Monitor < 0 {
		return say.Error("usage.monitor")
	}
	set.Visit(func(f *flag.Flag) {
		switch f.Name {
		case "monitor", "playlist-key", "status", "status-token":
			if !o.Kiosk && err == nil {
				err = say.Error("usage.kioskOnly", "Option", "--"+f.Name)
			}
		}
	})
	return err
}

// parseWord parses a page, a moment of a recording, or the playlist of a public screen.
func (o *Options) parseWord(word string) error {
	t, err := ParseTarget(word)
	if o.Kiosk && (err != nil && strings.Trim(word, "0123456789/") != "" || t.Moment.ID != "") {
		o.Playlist = word
		return nil
	}
	if o.Moment = t.Moment; t.Place.Page != 0 {
		o.Place, o.OnePage = t.Place, true
	}
	return err
}

// Service identifies the service of the command line and the environment, without the key.
func (o *Options) Service() string {
	return strings.Join([]string{o.BaseURL, o.MediaBaseURL, o.AppID}, "\n")
}

// Wanted returns the target of the command line, zero for none.
func (o *Options) Wanted() Target {
	t := Target{Moment: o.Moment}
	if o.OnePage {
		t.Place = o.Place
	}
	return t
}
