// Package command is the command "sextant kiosk", which does what a public screen needs besides its window.
package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"sextant/app/kiosk/playlist"
	"sextant/app/words"
)

// Exit statuses.
const (
	exitDone  = 0
	exitError = 1
	exitUsage = 2
)

// A verb is what can be asked for after "sextant kiosk".
type verb struct {
	name, use string // the first word, and how it is written with what follows it
	help      string // a line or more
	run       func(ctx context.Context, args []string, stdout, stderr io.Writer) int
}

func verbs() []verb {
	return []verb{
		{"--example", "--example", "print a playlist with every key, and what each of them means", printExample},
		{
			"check", "check [--key KEY] FILE...",
			"tell each mistake of a playlist with its line; FILE may be an address\n" +
				"(http://, https://) or - for what comes in; with the public key of\n" +
				"minisign, FILE.minisig must be its signature", check,
		},
		{
			"pin", "pin [--profile DIR] [--clear]",
			"ask for the PIN without which nobody leaves the screen, or forget it; it may be\n" +
				"piped in too", setPIN,
		},
		{
			"install", "install [--user] [OPTION...] [PLAYLIST]",
			"write a unit with which systemd runs the screen for this user, in cage or with\n" +
				"--compositor x in an X server of its own; PLAYLIST, --profile, --monitor, --status,\n" +
				"--playlist-key, --base-url and --media-base-url are for the screen;\n" +
				"--print only prints the unit, --remove takes it away", install,
		},
	}
}

// Run is the command, with what follows it, and gives the exit status.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprintln(stderr, "sextant kiosk: what is to be done?\nTry sextant kiosk --help. The screen itself begins with sextant --kiosk.")
		return exitUsage
	}
	switch args[0] {
	case "--help", "-help", "-h", "help":
		printUsage(stdout)
		return exitDone
	}
	for _, v := range verbs() {
		if v.name == args[0] {
			return v.run(ctx, args[1:], stdout, stderr)
		}
	}
	fmt.Fprintf(stderr, "sextant kiosk: there is no %q.\nTry sextant kiosk --help.\n", args[0])
	return exitUsage
}

func printUsage(w io.Writer) {
	fmt.Fprint(w, "What a public screen needs besides its window, which sextant --kiosk opens.\n\nUsage:\n")
	for _, v := range verbs() {
		fmt.Fprintf(w, "  sextant kiosk %s\n", v.use)
		for line := range strings.SplitSeq(v.help, "\n") {
			fmt.Fprintf(w, "        %s\n", line)
		}
	}
}

// parse parses the options of a verb, and tells whether it goes on, or else with what status it ends.
func parse(set *flag.FlagSet, args []string, stdout, stderr io.Writer) (status int, ok bool) {
	err := set.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		printUsage(stdout)
		return exitDone, false
	case err != nil:
		return misused(set.Name(), err, stderr), false
	}
	return exitDone, true
}

// misused tells what is wrong with the command line of a verb.
func misused(verb string, err error, stderr io.Writer) int {
	fmt.Fprintf(stderr, "sextant kiosk %s: %v\nTry sextant kiosk --help.\n", verb, err)
	return exitUsage
}

// finish tells that a verb is done, or the error with which it failed.
func finish(verb, done string, err error, stdout, stderr io.Writer) int {
	switch {
	case err != nil:
		fmt.Fprintf(stderr, "sextant kiosk %s: %v\n", verb, err)
		return exitError
	case done != "":
		fmt.Fprintln(stdout, done)
	}
	return exitDone
}

func printExample(_ context.Context, _ []string, stdout, _ io.Writer) int {
	fmt.Fprint(stdout, playlist.Example())
	return exitDone
}

// check tells what is wrong with playlists.
func check(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	set := flag.NewFlagSet("check", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	key := set.String("key", "", "")
	if status, ok := parse(set, args, stdout, stderr); !ok {
		return status
	}
	if set.NArg() == 0 {
		return misused("check", errors.New("which playlist?"), stderr)
	}
	status := exitDone
	for _, where := range set.Args() {
		p, err := read(ctx, where, *key)
		var wrong *playlist.Mistakes
		switch {
		case errors.As(err, &wrong):
			for _, m := range wrong.List {
				fmt.Fprintf(stdout, "%s:%d: %s\n", where, m.Line, m.Reason)
			}
		case err != nil:
			fmt.Fprintf(stderr, "%s: %v\n", where, err)
		default:
			fmt.Fprintf(stdout, "%s: fine: %s\n", where, summary(p, time.Now()))
			continue
		}
		status = exitError
	}
	return status
}

// read reads a playlist, of which "-" is what comes in.
func read(ctx context.Context, where, key string) (*playlist.Playlist, error) {
	if where != "-" {
		return playlist.Read(ctx, where, key)
	}
	data, err := io.ReadAll(io.LimitReader(os.Stdin, playlist.MaxFile+1))
	if err != nil {
		return nil, err
	}
	return playlist.Parse(data)
}

// summary tells what a playlist has, and what of it has the screen now.
func summary(p *playlist.Playlist, now time.Time) string {
	list, until := p.At(now)
	s := fmt.Sprintf("%s, %s; now: %s", words.CountWords(len(p.Lists)-1, "daypart"),
		words.CountWords(len(p.BreakIns), "break-in"), p.Lists[list].Name)
	if next, _ := p.At(until); until.IsZero() || next == list {
		return s
	}
	layout := "15:04"
	if until.YearDay() != now.YearDay() {
		layout = "Mon 15:04"
	}
	return s + ", until " + until.Format(layout)
}
