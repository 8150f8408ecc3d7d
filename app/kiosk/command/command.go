// Package command is the command "sextant kiosk", which does what a public screen needs besides its window.
package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"sextant/app/kiosk/playlist"
	"sextant/app/say"
	"sextant/app/usage"
)

// Exit statuses.
const (
	exitDone  = 0
	exitError = 1
	exitUsage = 2
)

// A verb is what can be asked for after "sextant kiosk".
type verb struct {
	name string
	use  usage.Line // how it is written, with what follows it
	run  func(ctx context.Context, args []string, stdout, stderr io.Writer) int
}

func verbs() []verb {
	return []verb{
		{"--example", usage.Line{Word: "--example", Words: say.Text("usage.kiosk.example")}, printExample},
		{"check", usage.Line{Word: "check [--key KEY] FILE...", Words: say.Text("usage.kiosk.check")}, check},
		{"pin", usage.Line{Word: "pin [--profile DIR] [--clear]", Words: say.Text("usage.kiosk.pin")}, setPIN},
		{"install", usage.Line{Word: "install [--user] [OPTION...] [PLAYLIST]", Words: say.Text("usage.kiosk.install")}, install},
	}
}

// Run is the command, with what follows it, and gives the exit status.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprintf(stderr, "sextant kiosk: %s\n", say.Text("usage.kiosk.nothing"))
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
	fmt.Fprintf(stderr, "sextant kiosk: %s\n%s\n", say.Text("usage.noVerb", "Verb", usage.Short(strconv.Quote(args[0]))), say.Text("usage.try", "Command", "sextant kiosk --help"))
	return exitUsage
}

func printUsage(w io.Writer) {
	fmt.Fprint(w, say.Text("usage.kiosk.about"), "\n\n", say.Text("usage.title"), "\n")
	for _, v := range verbs() {
		usage.PrintVerbs(w, "sextant kiosk", []usage.Line{v.use})
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
	fmt.Fprintf(stderr, "sextant kiosk %s: %v\n%s\n", verb, usage.Short(usage.Wrong(err).Error()), say.Text("usage.try", "Command", "sextant kiosk --help"))
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
		return misused("check", say.Error("usage.kiosk.which"), stderr)
	}
	status := exitDone
	for _, where := range set.Args() {
		p, err := read(ctx, where, *key)
		where = playlist.WithoutPassword(where)
		var wrong *playlist.Mistakes
		switch {
		case errors.As(err, &wrong):
			for _, m := range wrong.List {
				fmt.Fprintf(stdout, "%s:%d: %s\n", where, m.Line, m.Reason)
			}
		case err != nil:
			fmt.Fprintf(stderr, "%s: %v\n", where, err)
		default:
			fmt.Fprintf(stdout, "%s: %s\n", where, summary(p, time.Now()))
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
	s := say.Text("playlist.fine", "Dayparts", say.Count("count.dayparts", len(p.Lists)-1),
		"BreakIns", say.Count("count.breakIns", len(p.BreakIns)), "List", p.Lists[list].Name)
	if next, _ := p.At(until); until.IsZero() || next == list {
		return s
	}
	layout := "time.clock"
	if until.YearDay() != now.YearDay() {
		layout = "time.weekday"
	}
	return s + ", " + say.Text("date.until", "Time", say.Time(layout, until))
}
