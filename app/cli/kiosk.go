package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"sextant/app/httpclient"
	"sextant/app/say"
	"sextant/app/screen/playlist"
)

// kiosk is the command "sextant kiosk", with all that a public screen needs besides its window.
type kiosk struct{ command }

// Kiosk runs "sextant kiosk" with arguments, and returns the exit status.
func Kiosk(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return newKiosk().main(ctx, args, stdout, stderr)
}

func newKiosk() *kiosk {
	k := &kiosk{
		command{name: "sextant kiosk", about: say.Text("usage.kiosk.about"), nothing: say.Text("usage.kiosk.nothing")},
	}
	k.verbs = []verb{
		{"--example", Line{Word: "--example", Words: say.Text("usage.kiosk.example")}, printExample},
		{"check", Line{Word: "check [--playlist-key KEY] FILE...", Words: say.Text("usage.kiosk.check")}, k.check},
		{
			"tell",
			Line{
				Word:  "tell --try [--profile DIR] [--playlist-key KEY] [PLAYLIST]",
				Words: say.Text("usage.kiosk.tell"),
			},
			k.tryWebhook,
		},
		{"pin", Line{Word: "pin [--profile DIR] [--clear]", Words: say.Text("usage.kiosk.pin")}, k.setPIN},
		{
			"install",
			Line{Word: "install [--user] [options] [PLAYLIST]", Words: say.Text("usage.kiosk.install")},
			k.install,
		},
		{"remove", Line{Word: "remove", Words: say.Text("usage.remove")}, k.remove},
	}
	return k
}

func printExample(_ context.Context, _ []string, stdout, _ io.Writer) int {
	fmt.Fprint(stdout, playlist.Example())
	return ExitDone
}

// check validates playlists.
func (k *kiosk) check(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	key, flags := "", NewFlags("check")
	flags.Add("--playlist-key KEY", &key, "")
	all, status, ok := k.parse(flags, args, -1, stdout, stderr)
	switch {
	case !ok:
		return status
	case len(all) == 0:
		return k.refuse("check", say.Error("usage.kiosk.which"), stderr)
	}
	for _, where := range all {
		p, err := read(ctx, where, key)
		where = Short(httpclient.Address(where).String())
		var wrong *playlist.Mistakes
		switch {
		case errors.As(err, &wrong):
			for _, m := range wrong.List {
				fmt.Fprintf(stdout, "%s:%d: %s\n", where, m.Line, m.Reason)
			}
		case err != nil:
			fmt.Fprintf(stderr, "%s: %s\n", where, Short(err.Error()))
		default:
			fmt.Fprintf(stdout, "%s: %s\n", where, summary(p, time.Now()))
			continue
		}
		status = ExitError
	}
	return status
}

// read reads a playlist; "-" stands for standard input.
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

// summary describes a playlist's content, and what is due now.
func summary(p *playlist.Playlist, now time.Time) string {
	if off, _ := p.Off(now); off {
		return say.Text("playlist.fineOff", "Dayparts", say.Count("count.dayparts", len(p.Lists)-1),
			"BreakIns", say.Count("count.breakIns", len(p.BreakIns)))
	}
	list, until := p.At(now)
	s := say.Text("playlist.fine", "Dayparts", say.Count("count.dayparts", len(p.Lists)-1),
		"BreakIns", say.Count("count.breakIns", len(p.BreakIns)), "List", playlist.Called(p.Lists[list].Name))
	if next, _ := p.At(until); until.IsZero() || next == list {
		return s
	}
	when := say.Text("date.todayAt", "Time", say.Time("time.clock", until))
	if until.YearDay() != now.YearDay() {
		when = say.Time("time.weekday", until)
	}
	return say.Text("playlist.fineUntil", "Fine", s, "Time", when)
}
