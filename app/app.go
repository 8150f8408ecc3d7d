package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"sextant/app/about"
	"sextant/app/crash"
	"sextant/app/demo"
	"sextant/app/desktop"
	"sextant/app/export"
	"sextant/app/kiosk/command"
	_ "sextant/app/locale" // for the toolkit
	"sextant/app/ui/loop"
)

// Exit statuses.
const (
	exitDone  = 0
	exitError = 1
	exitUsage = 2
)

// Main runs the program with its command line and gives its exit status.
func Main(args []string, env func(string) string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if len(args) > 0 && args[0] == "demo" {
		return demo.Main(args[1:], stdout, stderr, ctx)
	}
	if len(args) > 0 && args[0] == "export" {
		return export.Run(ctx, args[1:], env, stdout, stderr)
	}
	if len(args) > 0 && args[0] == "kiosk" {
		return command.Run(ctx, args[1:], stdout, stderr)
	}
	if len(args) > 0 && args[0] == "relay" {
		return relayCommand(env).Main(ctx, args[1:], stdout, stderr)
	}
	o, err := ParseOptions(args, env)
	switch {
	case errors.Is(err, flag.ErrHelp) || err == nil && o.Help:
		fmt.Fprint(stdout, Usage)
		return exitDone
	case err != nil:
		fmt.Fprintf(stderr, "sextant: %v\nTry sextant --help.\n", err)
		return exitUsage
	case o.Version:
		fmt.Fprintln(stdout, "Sextant", about.Version)
		return exitDone
	}
	if env("GOGC") == "" {
		debug.SetGCPercent(frugalGC)
	}
	saveMemory(restAfter)
	if err = desktop.CheckDisplay(env); err == nil {
		err = run(ctx, o, stderr)
	}
	if err != nil {
		fmt.Fprintf(stderr, "sextant: %v\n", err)
		return exitError
	}
	return exitDone
}

// run runs the program with its window, and keeps what a crash leaves.
func run(ctx context.Context, o Options, stderr io.Writer) error {
	kept, err := load(o)
	if err != nil {
		return err
	}
	crashes, err := crash.Begin(kept.profile.Path("crashes"), "Sextant "+about.Version, now)
	if err != nil {
		fmt.Fprintf(stderr, "sextant: %v\n", err)
	}
	crashes.Note("start")
	if o.Kiosk {
		err = showKiosk(ctx, o, kept, crashes, stderr)
	} else {
		err = show(ctx, o, kept, crashes, stderr)
	}
	crashes.End()
	return err
}

// show opens the window and returns when it is closed.
func show(ctx context.Context, o Options, kept loaded, crashes *crash.Recorder, stderr io.Writer) error {
	ui := &loop.Loop{}
	p, err := build(o, kept, ui, crashes)
	if err != nil {
		return err
	}
	if p.keyRead {
		go tidy(crashes, stderr)
	}
	p.window.Begin(o.Fullscreen, p.complaint)
	stopped := context.AfterFunc(ctx, func() { ui.Post(p.window.End) })
	defer stopped()
	p.window.Run()
	ui.End() // the toolkit ends by itself on a signal
	crashes.Note("end")
	p.close()
	return nil
}

// tidy tells of the reports of crashes before this run.
func tidy(crashes *crash.Recorder, stderr io.Writer) {
	reports, err := crashes.Tidy()
	if err != nil {
		fmt.Fprintf(stderr, "sextant: %v\n", err)
	}
	for _, path := range reports {
		fmt.Fprintf(stderr, "sextant: it has crashed, which is told in %s\n", path)
	}
}
