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
	set := flag.NewFlagSet("sextant check", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	var o station.Overrides
	o.Flags(set, func(name string) string {
		if strings.HasSuffix(name, "BASE_URL") { // the address is an argument of this command
			return ""
		}
		return env(name)
	})
	page := set.Int("page", 100, "")
	deep := set.Bool("deep", false, "")
	most := set.Int("requests", 0, "")
	format := set.String("format", "table", "")
	if err := set.Parse(args); err != nil {
		return c, false, cli.Wrong(err)
	}
	words := set.Args()
	if len(words) > 1 { // options may follow the address too
		if err := set.Parse(words[1:]); err != nil {
			return c, false, cli.Wrong(err)
		}
		words = append(words[:1], set.Args()...)
	}
	if len(words) != 1 || !isAddress(words[0]) {
		return c, false, say.Error("usage.check.which")
	}
	if *format != "table" && *format != "json" {
		return c, false, say.Error("usage.thereAre", "Names", "table, json")
	}
	c = Config{
		BaseURL: strings.TrimRight(words[0], "/"), AppID: o.AppID, AppKey: o.AppKey, Page: *page, Deep: *deep,
		Most: *most, Pause: pause, Within: within,
	}
	if c.MediaBaseURL = strings.TrimRight(o.MediaBaseURL, "/"); c.MediaBaseURL == "" {
		c.MediaBaseURL = c.BaseURL
	}
	if c.Most <= 0 {
		if c.Most = usualRequests; c.Deep {
			c.Most = deepRequests
		}
	}
	return c, *format == "json", nil
}

func printHelp(w io.Writer) {
	cli.Wrap(w, say.Text("usage.check.about"))
	fmt.Fprintf(w, "\n%s\n", say.Text("usage.title"))
	cli.PrintVerbs(w, "sextant check", []cli.Line{{Word: "[options] URL", Words: say.Text("usage.check.url")}})
	fmt.Fprintln(w, say.Text("usage.options"))
	cli.Print(w, []cli.Line{
		{Word: "--page NUMBER", Words: say.Text("option.check.page")},
		{Word: "--deep", Words: say.Text("option.check.deep")},
		{Word: "--requests NUMBER", Words: say.Text("option.check.requests")},
		{Word: "--format FORMAT", Words: say.Text("option.check.format")},
		{Word: "--media-base-url URL", Words: say.Text("option.check.media")},
		{Word: "--app-id ID", Words: say.Text("option.check.id")},
		{Word: "--help", Words: say.Text("option.help")},
	})
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
