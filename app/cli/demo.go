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
	c := command{name: "sextant demo", about: say.Text("usage.demo.about"), flags: new(demoOptions).flags()}
	c.use = Line{Word: "[options]", Words: say.Text("usage.demo.run")}
	c.bare = func(ctx context.Context, args []string, stdout, stderr io.Writer) int {
		o, err := parseDemo(args)
		switch {
		case errors.Is(err, flag.ErrHelp):
			c.printUsage(stdout)
			return ExitDone
		case err != nil:
			return c.refuse("", err, stderr)
		}
		if err := serveDemo(ctx, o.Options, o.listen, stdout); err != nil {
			fmt.Fprintf(stderr, "%s: %s\n", c.name, Short(err.Error()))
			return ExitError
		}
		return ExitDone
	}
	return c.main(ctx, args, stdout, stderr)
}

// demoOptions are the options of the demo service, and the address to listen on.
type demoOptions struct {
	demo.Options
	listen string
}

// flags declares the options.
func (o *demoOptions) flags() *Flags {
	o.listen = "127.0.0.1:8080"
	f := NewFlags("demo")
	f.Add("--listen ADDR", &o.listen, "option.demo.listen")
	f.Add("--latency TIME", &o.Latency, "option.demo.latency")
	f.Add("--quota NUMBER", &o.Quota, "option.demo.quota")
	f.Add("--app-id ID", &o.AppID, "option.demo.appID")
	f.Add("--app-key KEY", &o.AppKey, "option.demo.appKey")
	f.Describe("--help", "option.help")
	return f
}

// parseDemo parses the options of the demo service.
func parseDemo(args []string) (o demoOptions, err error) {
	o.Options = demo.Options{Now: time.Now, Zone: usualZone()}
	words, err := o.flags().Parse(args)
	switch {
	case err != nil:
	case len(words) > 0:
		err = say.Error("usage.whatFor", "Text", strconv.Quote(words[0]))
	case o.Latency < 0:
		err = say.Error("usage.value", "Option", "--latency")
	case o.Quota < 0:
		err = say.Error("usage.value", "Option", "--quota")
	default:
		err = Listen("--listen", o.listen)
	}
	return o, err
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
