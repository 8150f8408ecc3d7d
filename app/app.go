package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"sextant/app/check"
	"sextant/app/cli"
	"sextant/app/desktop"
	"sextant/app/diagnose"
	"sextant/app/export"
	_ "sextant/app/locale" // for the toolkit
	"sextant/app/say"
	"sextant/app/station"
	"sextant/app/ui/loop"
	"sextant/assets"
)

// Main runs the program with its command line and returns its exit status.
func Main(args []string, env func(string) string, stdout, stderr io.Writer) int {
	return MainOn(Ground{&loop.Loop{}, systemClock{time.Now()}}, args, env, stdout, stderr)
}

// A Ground has the parts of the program that a test can replace: then it knows when windows are idle, and can set the
// clock of a public screen.
type Ground struct {
	Loop  *loop.Loop
	Clock Clock
}

// MainOn is Main with the caller's ground.
func MainOn(on Ground, args []string, env func(string) string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	_ = say.Use(say.System()) // always a supported language
	diagnose.QuietHTTP()
	if len(args) > 0 && args[0] == "demo" {
		return cli.Demo(ctx, args[1:], stdout, stderr)
	}
	if len(args) > 0 && args[0] == "export" {
		return export.Run(ctx, args[1:], env, stdout, stderr)
	}
	if len(args) > 0 && args[0] == "check" {
		return check.Run(ctx, args[1:], env, stdout, stderr)
	}
	if len(args) > 0 && args[0] == "kiosk" {
		return cli.Kiosk(ctx, args[1:], stdout, stderr)
	}
	if len(args) > 0 && args[0] == "relay" {
		return cli.Relay(ctx, args[1:], env, stdout, stderr, runRelay)
	}
	o, err := cli.ParseOptions(args, env)
	switch {
	case errors.Is(err, flag.ErrHelp) || err == nil && o.Help:
		cli.PrintUsage(stdout)
		return cli.ExitDone
	case err != nil:
		fmt.Fprintf(stderr, "sextant: %s\n%s\n", cli.Short(err.Error()),
			say.Text("usage.try", "Command", "sextant --help"))
		return cli.ExitUsage
	case o.Version:
		fmt.Fprintln(stdout, "Sextant", assets.Version)
		return cli.ExitDone
	}
	loop.SaveMemory(env)
	platform, err := desktop.CheckDisplay(env)
	if err == nil && platform != "" {
		err = os.Setenv(desktop.PlatformVariable, platform)
	}
	if err == nil {
		err = run(ctx, o, on, stderr)
	}
	if err != nil {
		fmt.Fprintf(stderr, "sextant: %s\n", cli.Short(err.Error()))
		return cli.ExitError
	}
	return cli.ExitDone
}

// run runs the program with its window, and writes crash reports.
func run(ctx context.Context, o cli.Options, on Ground, stderr io.Writer) error {
	kept, err := load(o)
	if err != nil {
		return err
	}
	if !o.Kiosk && !o.Separate && handOver(o, kept, false) {
		return nil
	}
	crashes, err := diagnose.Begin(kept.profile.Path("crashes"), "Sextant "+assets.Version, now)
	if err != nil {
		fmt.Fprintf(stderr, "sextant: %v\n", err)
	}
	if err := diagnose.KeepLog(o.Log, o.LogLevel, "Sextant "+assets.Version, crashes.Redact); err != nil {
		return err
	}
	diagnose.QuietHTTP()
	crashes.Note("start")
	if o.Kiosk {
		err = showKiosk(ctx, o, kept, on, crashes, stderr)
	} else {
		err = show(ctx, o, kept, on, crashes, stderr)
	}
	crashes.End()
	return err
}

// further accepts the pages of further starts until end is called, which may be called several times. If another
// program was started at the same time, it hands over to that one instead. If it can do neither, further starts run
// separately.
func further(o cli.Options, kept loaded, ui *loop.Loop, show func(cli.Target)) (end func(), handed bool) {
	over := make(chan struct{})
	own, err := cli.ListenForStarts(kept.profile.Dir, o.Service(), func(wanted cli.Target) bool {
		shown := make(chan struct{})
		ui.Post(func() {
			show(wanted)
			close(shown)
		})
		select {
		case <-shown:
			return true
		case <-over:
			return false
		}
	})
	end = sync.OnceFunc(func() {
		close(over)
		if own != nil {
			own.Close()
		}
	})
	return end, errors.Is(err, cli.ErrRuns) && !o.Separate && handOver(o, kept, true)
}

// handOver asks a running program to show the target, and reports whether one does. runs means that one with the
// profile runs for sure.
func handOver(o cli.Options, kept loaded, runs bool) bool {
	return cli.HandOver(kept.profile.Dir, o.Service(), o.Wanted(), runs)
}

// show opens the window and returns when it is closed.
func show(ctx context.Context, o cli.Options, kept loaded, on Ground, crashes *diagnose.Recorder,
	stderr io.Writer,
) error {
	ui := on.Loop
	var p *program
	end, handed := further(o, kept, ui, func(wanted cli.Target) { p.show(wanted) })
	defer end()
	if handed {
		return nil
	}
	p, err := build(o, kept, on, crashes, stderr)
	if err != nil {
		return err
	}
	offer := func() {
		go func() {
			if reports := tidy(crashes, stderr); len(reports) > 0 {
				ui.Post(func() { p.windows.Front().OfferCrashReport(reports[len(reports)-1], false) })
			}
		}()
	}
	if p.keyRead {
		offer()
	} else {
		p.tuner.Tuned.On(func(c station.Change) {
			if c.From == c.To { // its key is known now, and hidden
				offer()
			}
		})
	}
	ui.Catch(func(failure any, stack []byte) { p.reportFailure(ui, failure, stack, stderr) })
	if loop.Opens(p.windows.Front().Seen(), func() { p.windows.Begin(o.Fullscreen, p.complaint) }) {
		p.play(o.Wanted())
		stopped := context.AfterFunc(ctx, func() { ui.Post(p.windows.End) })
		defer stopped()
		p.run()
	} else {
		err = desktop.ErrNoOpenGL
	}
	ui.End() // the toolkit ends automatically on a signal
	end()    // before files are written: a start from now on runs separately
	crashes.Note("end")
	p.close()
	return err
}

// reportFailure writes the report of a panic that was caught, in the background, and offers it in the front window.
func (p *program) reportFailure(ui *loop.Loop, failure any, stack []byte, stderr io.Writer) {
	go func() {
		report, err := p.crashes.Caught(failure, stack)
		if err != nil {
			fmt.Fprintf(stderr, "sextant: %v\n", err)
			return
		}
		ui.Post(func() { p.windows.Front().OfferCrashReport(report, true) })
	}()
}

// tidy reports the crashes before this run, and returns the paths of their reports.
func tidy(crashes *diagnose.Recorder, stderr io.Writer) []string {
	reports, err := crashes.Tidy()
	if err != nil {
		fmt.Fprintf(stderr, "sextant: %v\n", err)
	}
	for _, path := range reports {
		fmt.Fprintln(stderr, "sextant:", say.Text("crash.told", "File", path))
	}
	return reports
}
