package demo

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"time"

	"sextant/app/api"
)

// Exit codes of [Main].
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// patience is how long responses under way may take when the service is stopped.
const patience = 2 * time.Second

// Main is the command "sextant demo": it serves the demo service until ctx is done, and gives the
// exit code.
func Main(args []string, stdout, stderr io.Writer, ctx context.Context) int {
	options := Options{Now: time.Now, Zone: usualZone()}
	listen, err := parseFlags(args, &options, stdout, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return exitOK
	}
	if err != nil {
		return exitUsage
	}
	service, err := New(options)
	if err != nil {
		fmt.Fprintf(stderr, "The demo service cannot start: %v.\n", err)
		return exitFailed
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", listen)
	if err != nil {
		fmt.Fprintf(stderr, "The demo service cannot listen on %s: %v.\n", listen, innermost(err))
		return exitFailed
	}
	greet(stdout, "http://"+listener.Addr().String(), options)
	if err := service.Serve(ctx, listener); err != nil {
		fmt.Fprintf(stderr, "The demo service stopped: %v.\n", err)
		return exitFailed
	}
	return exitOK
}

// usualZone is the zone in which programs read a service's times where nobody tells them another one.
func usualZone() *time.Location {
	zone, err := time.LoadLocation("Europe/Helsinki")
	if err != nil {
		return time.Local // a machine that knows no zones
	}
	return zone
}

// parseFlags reads the command line. Help goes to stdout, a mistake with its reason to stderr.
func parseFlags(args []string, o *Options, stdout, stderr io.Writer) (listen string, err error) {
	f := flag.NewFlagSet("sextant demo", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&listen, "listen", "127.0.0.1:8080", "`address` and port to listen on; port 0 lets the system choose")
	f.DurationVar(&o.Latency, "latency", 0, "hold every response back for this `time`, such as 300ms")
	f.IntVar(&o.Quota, "quota", 0, "answer this `number` of requests an hour and 401 beyond; 0 means all")
	f.StringVar(&o.AppID, "app-id", "", "application `id` that teletext requests must carry")
	f.StringVar(&o.AppKey, "app-key", "", "application `key` that teletext requests must carry")
	err = f.Parse(args)
	switch {
	case err != nil:
	case f.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", f.Arg(0))
	case o.Latency < 0 || o.Quota < 0:
		err = errors.New("latency and quota cannot be negative")
	}
	out := stderr
	if errors.Is(err, flag.ErrHelp) {
		out = stdout
	} else if err != nil {
		fmt.Fprintf(stderr, "sextant demo: %v\n\n", err)
	}
	if err != nil {
		f.SetOutput(out)
		fmt.Fprint(out, "Usage: sextant demo [flags]\n\nServes an invented teletext service with pages, pictures and sounds.\n\n")
		f.PrintDefaults()
	}
	return listen, err
}

func greet(out io.Writer, base string, o Options) {
	fmt.Fprintf(out, "The demo service listens on %s\n\n", base)
	fmt.Fprintf(out, "Give a client this as the base address of both teletext and media. Try:\n")
	query := ""
	if o.AppID != "" || o.AppKey != "" {
		query = "?app_id=...&app_key=..."
	}
	for _, path := range []string{api.PagePath(100, api.JSON) + query, api.PicturePath(100, 1) + query, api.DownloadsPath} {
		fmt.Fprintf(out, "  %s%s\n", base, path)
	}
	fmt.Fprintln(out, "\nPress Ctrl+C to stop.")
}

// innermost is the reason at the bottom of a network error, without what was being done.
func innermost(err error) error {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err
		}
		err = inner
	}
}

// Serve answers connections until ctx is done, then lets responses under way finish for a moment. Nothing
// is logged, so that credentials are in no log.
func (s *Service) Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       time.Minute,
		ErrorLog:          log.New(io.Discard, "", 0),
	}
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		grace, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		err := server.Shutdown(grace)
		if err != nil {
			err = server.Close()
		}
		stopped <- err
	})
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serving: %w", err)
	}
	return <-stopped
}
