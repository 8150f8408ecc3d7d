package check

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"golang.org/x/term"

	"sextant/app/cli"
	"sextant/app/say"
	"sextant/app/station"
)

// The limits of requests. A service of this kind allows ten requests a second and 300 an hour.
const (
	usualRequests, deepRequests = 20, 120
	pause                       = 150 * time.Millisecond
	within                      = 15 * time.Second
)

// exitUnreachable is the exit status for ErrUnreachable.
const exitUnreachable = 2

// Run runs "sextant check" with arguments, and returns the exit status: 0 if all rules are kept, 1 if one is broken, 2
// if the server cannot be checked.
func Run(ctx context.Context, args []string, env func(string) string, stdout, stderr io.Writer) int {
	c, asJSON, err := parse(args, env)
	if errors.Is(err, flag.ErrHelp) {
		printHelp(stdout)
		return cli.ExitDone
	}
	if err != nil {
		fmt.Fprintf(stderr, "sextant check: %s\n%s\n", cli.Short(err.Error()),
			say.Text("usage.try", "Command", "sextant check --help"))
		return cli.ExitUsage
	}
	c.Progress = func(int) {}
	if f, is := stderr.(*os.File); is && term.IsTerminal(int(f.Fd())) {
		c.Progress = func(n int) { fmt.Fprintf(stderr, "\r%s", say.Count("check.requests", n)) }
		defer fmt.Fprint(stderr, "\r\x1b[K")
	}
	report, err := Server(ctx, c)
	if err != nil {
		if ctx.Err() == nil {
			fmt.Fprintf(stderr, "sextant check: %s\n", strings.TrimPrefix(err.Error(), ErrUnreachable.Error()+": "))
		}
		return exitUnreachable
	}
	if asJSON {
		err = writeJSON(stdout, report)
	} else {
		err = writeTable(stdout, report)
	}
	switch {
	case err != nil || report.Broken():
		return cli.ExitError
	}
	return cli.ExitDone
}

// parse parses the command line.
func parse(args []string, env func(string) string) (c Config, asJSON bool, err error) {
	c = Config{Page: 100, Pause: pause, Within: within}
	o, format := station.Overrides{}, "table"
	words, err := flags(&c, &o, &format, func(name string) string {
		if strings.HasSuffix(name, "BASE_URL") { // the address is an argument of this command
			return ""
		}
		return env(name)
	}).Parse(args)
	switch {
	case err != nil:
		return c, false, err
	case len(words) != 1 || !isAddress(words[0]):
		return c, false, say.Error("usage.check.which")
	case format != "table" && format != "json":
		return c, false, say.Error("usage.thereAre", "Names", "table, json")
	}
	c.BaseURL, c.AppID, c.AppKey = strings.TrimRight(words[0], "/"), o.AppID, o.AppKey
	if c.MediaBaseURL = strings.TrimRight(o.MediaBaseURL, "/"); c.MediaBaseURL == "" {
		c.MediaBaseURL = c.BaseURL
	}
	if c.Most <= 0 {
		if c.Most = usualRequests; c.Deep {
			c.Most = deepRequests
		}
	}
	return c, format == "json", nil
}

// flags declares the options.
func flags(c *Config, o *station.Overrides, format *string, env func(string) string) *cli.Flags {
	f := cli.NewFlags("sextant check")
	f.Add("--page NUMBER", &c.Page, "option.check.page")
	f.Add("--deep", &c.Deep, "option.check.deep")
	f.Add("--requests NUMBER", &c.Most, "option.check.requests")
	f.Add("--format FORMAT", format, "option.check.format")
	f.Quiet().Service(o, env)
	f.Describe("--media-base-url URL", "option.check.media")
	f.Describe("--app-id ID", "option.check.id")
	f.Describe("--help", "option.help")
	return f
}

func printHelp(w io.Writer) {
	cli.Wrap(w, say.Text("usage.check.about"))
	fmt.Fprintf(w, "\n%s\n", say.Text("usage.title"))
	cli.PrintVerbs(w, "sextant check", []cli.Line{{Word: "[options] URL", Words: say.Text("usage.check.url")}})
	fmt.Fprintln(w, say.Text("usage.options"))
	cli.Print(w, flags(new(Config), new(station.Overrides), new(string), cli.NoVariables).Lines())
	cli.Wrap(w, say.Text("check.status.help"))
}

// writeJSON writes a report for programs.
func writeJSON(w io.Writer, r *Report) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(r)
}

// writeTable writes a report as text: a line for each rule, and below those that are not kept what was found.
func writeTable(w io.Writer, r *Report) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	count := map[Outcome]int{}
	for _, f := range r.Findings {
		count[f.Outcome]++
		fmt.Fprintf(t, "%s\t%s\t%s\n", say.Text("check.outcome."+string(f.Outcome)), f.Rule, f.Says)
		if f.Found != "" {
			fmt.Fprintf(t, "\t\t→ %s (%s)\n", f.Found, f.Section)
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, "\n"+say.Text("check.summary", "Kept", count[Kept], "Broken", count[Broken],
		"Advice", count[Advice], "Unchecked", count[Unchecked], "Requests", say.Count("check.requests", r.Requests)))
	return err
}
