package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"strconv"
	"time"

	"sextant/app/api"
	"sextant/app/demo"
	"sextant/app/say"
	"sextant/app/words"
)

// Demo is the command "sextant demo". It serves the demo service until ctx ends, and returns the exit status.
func Demo(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	c := command{name: "sextant demo", about: say.Text("usage.demo.about"), options: demoHelp()}
	c.use = Line{Word: "[options]", Words: say.Text("usage.demo.run")}
	c.bare = func(ctx context.Context, args []string, stdout, stderr io.Writer) int {
		o, listen, err := parseDemo(args)
		switch {
		case errors.Is(err, flag.ErrHelp):
			c.printUsage(stdout)
			return ExitDone
		case err != nil:
			return c.refuse("", err, stderr)
		}
		if err := serveDemo(ctx, o, listen, stdout); err != nil {
			fmt.Fprintf(stderr, "%s: %s\n", c.name, Short(err.Error()))
			return ExitError
		}
		return ExitDone
	}
	return c.main(ctx, args, stdout, stderr)
}

// demoHelp returns the options in "sextant demo --help".
func demoHelp() []Line {
	return []Line{
		{Word: "--listen ADDR", Words: say.Text("option.demo.listen")},
		{Word: "--latency TIME", Words: say.Text("option.demo.latency")},
		{Word: "--quota NUMBER", Words: say.Text("option.demo.quota")},
		{Word: "--app-id ID", Words: say.Text("option.demo.appID")},
		{Word: "--app-key KEY", Words: say.Text("option.demo.appKey")},
		{Word: "--help", Words: say.Text("option.help")},
	}
}

// parseDemo parses the options of the demo service, and the address to listen on.
func parseDemo(args []string) (o demo.Options, listen string, err error) {
	o = demo.Options{Now: time.Now, Zone: usualZone()}
	set := options("demo")
	set.StringVar(&listen, "listen", "127.0.0.1:8080", "")
	set.DurationVar(&o.Latency, "latency", 0, "")
	set.IntVar(&o.Quota, "quota", 0, "")
	set.StringVar(&o.AppID, "app-id", "", "")
	set.StringVar(&o.AppKey, "app-key", "", "")
	err = set.Parse(args)
	switch {
	case err != nil:
	case set.NArg() > 0:
		err = say.Error("usage.whatFor", "Text", strconv.Quote(set.Arg(0)))
	case o.Latency < 0:
		err = say.Error("usage.value", "Option", "--latency")
	case o.Quota < 0:
		err = say.Error("usage.value", "Option", "--quota")
	default:
		err = Listen("--listen", listen)
	}
	return o, listen, err
}

// usualZone returns the default zone of a service's times.
func usualZone() *time.Location {
	zone, err := time.LoadLocation("Europe/Helsinki")
	if err != nil {
		return time.Local // no time zone database
	}
	return zone
}

// serveDemo serves until ctx ends.
func serveDemo(ctx context.Context, o demo.Options, listen string, stdout io.Writer) error {
	service, err := demo.New(o)
	if err != nil {
		return err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", listen)
	if err != nil {
		return say.Wrap(words.Reason(err), "relay.notListening", "Address", listen)
	}
	greet(stdout, "http://"+listener.Addr().String(), o)
	return service.Serve(ctx, listener)
}

func greet(out io.Writer, base string, o demo.Options) {
	fmt.Fprintf(out, "%s\n\n%s\n", say.Text("demo.listens", "Address", base), say.Text("demo.try"))
	query := ""
	if o.AppID != "" || o.AppKey != "" {
		query = "?app_id=...&app_key=..."
	}
	for _, path := range []string{
		api.PagePath(100, api.JSON) + query, api.PicturePath(100, 1) + query, api.DownloadsPath,
	} {
		fmt.Fprintf(out, "  %s%s\n", base, path)
	}
	fmt.Fprintf(out, "\n%s\n", say.Text("demo.stop"))
}
