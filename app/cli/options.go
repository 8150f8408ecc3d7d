package cli

import (
	"cmp"
	"fmt"
	"io"
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
	Print(w, new(Options).flags(NoVariables).Lines())
	fmt.Fprintln(w)
	Wrap(w, say.Text("usage.address"))
	Wrap(w, say.Text("usage.noService"))
}

// ParseOptions parses the command line, and the environment for options that it does not have.
func ParseOptions(args []string, env func(string) string) (Options, error) {
	o := Options{Place: teletext.Place{Page: browse.Home}}
	f := o.flags(env)
	words, err := f.Parse(args)
	switch {
	case err != nil:
	case len(words) > 1:
		err = say.Error("usage.one")
	case len(words) == 1:
		err = o.parseWord(words[0])
	}
	return o, cmp.Or(err, o.consistent(f.Given()))
}

// flags declares the options.
func (o *Options) flags(env func(string) string) *Flags {
	f := NewFlags("sextant")
	f.Service(&o.Overrides, env)
	f.Add("--profile DIR", &o.Profile, "option.profile")
	f.Add("--language LANGUAGE", func(tag string) error {
		o.Language = tag
		return say.Use(tag)
	}, "option.language", "Languages", say.Offered())
	f.Add("--fullscreen", &o.Fullscreen, "option.fullscreen")
	f.Add("--log FILE", &o.Log, "option.log")
	f.Add("--log-level LEVEL", func(level string) error {
		o.LogLevel = level
		return diagnose.CheckLogLevel(level)
	}, "option.logLevel")
	f.Add("--separate", &o.Separate, "option.separate")
	f.Add("--kiosk [PLAYLIST]", &o.Kiosk, "option.kiosk")
	o.Token = env("SEXTANT_STATUS_TOKEN")
	o.KioskOptions.flags(f)
	f.Add("--version", &o.Version, "option.version")
	f.Add("--help", &o.Help, "option.help")
	f.Add("-h", &o.Help, "")
	return f
}

// flags declares the options, besides the playlist.
func (o *KioskOptions) flags(f *Flags) {
	f.Add("--monitor N", &o.Monitor, "option.monitor")
	f.Add("--playlist-key KEY", &o.PlaylistKey, "option.playlistKey")
	f.Add("--status ADDR", &o.Status, "option.status")
	f.Add("--status-token TOKEN", &o.Token, "option.statusToken")
}

// consistent fails for options of a public screen without --kiosk, and for an invalid monitor or address.
func (o *Options) consistent(given []Given) error {
	if o.Help || o.Version {
		return nil
	}
	if err := cmp.Or(CheckService(&o.Overrides), Listen("--status", o.Status)); err != nil {
		return err
	}
	if o.Monitor < 0 {
		return say.Error("usage.monitor")
	}
	if o.Kiosk {
		return nil
	}
	ofScreen := NewFlags("")
	new(KioskOptions).flags(ofScreen)
	for _, option := range given {
		if ofScreen.set.Lookup(option.Name) != nil {
			return say.Error("usage.kioskOnly", "Option", "--"+option.Name)
		}
	}
	return nil
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
