// Package cli is the command line of the commands without a window: help, parsing and its errors, and the verbs of
// "sextant kiosk" and "sextant relay". Its texts are in the language in use.
package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"sextant/app/say"
	"sextant/app/service"
	"sextant/app/station"
)

// Exit statuses.
const (
	ExitDone  = 0
	ExitError = 1
	ExitUsage = 2
)

// A run runs a verb with the arguments after it, and returns the exit status.
type run func(ctx context.Context, args []string, stdout, stderr io.Writer) int

// A verb is a subcommand.
type verb struct {
	name string // its words
	use  Line   // its usage, with arguments; empty for one that help leaves out
	run  run
}

// A command has verbs.
type command struct {
	name    string // as it is typed
	about   string // its description
	verbs   []verb
	bare    run    // without a verb, nil for a command that needs one
	use     Line   // of the command without a verb
	flags   *Flags // likewise
	nothing string // the error without a verb
}

// main runs the command, and returns the exit status.
func (c *command) main(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	switch {
	case len(args) > 0 && slices.Contains([]string{"--help", "-help", "-h", "help"}, args[0]):
		c.printUsage(stdout)
		return ExitDone
	case c.bare != nil && (len(args) == 0 || strings.HasPrefix(args[0], "-")):
		return c.bare(ctx, args, stdout, stderr)
	case len(args) == 0:
		fmt.Fprintf(stderr, "%s: %s\n", c.name, c.nothing)
		return ExitUsage
	}
	for _, v := range c.verbs {
		if n := strings.Count(v.name, " ") + 1; len(args) >= n && strings.Join(args[:n], " ") == v.name {
			return v.run(ctx, args[n:], stdout, stderr)
		}
	}
	return c.refuse("", say.Error("usage.noVerb", "Verb", Short(strconv.Quote(args[0]))), stderr)
}

func (c *command) printUsage(w io.Writer) {
	Wrap(w, c.about)
	fmt.Fprintf(w, "\n%s\n", say.Text("usage.title"))
	if c.bare != nil {
		PrintVerbs(w, c.name, []Line{c.use})
	}
	for _, v := range c.verbs {
		if v.use.Word != "" {
			PrintVerbs(w, c.name, []Line{v.use})
		}
	}
	if c.flags != nil {
		fmt.Fprintln(w, say.Text("usage.options"))
		Print(w, c.flags.Lines())
	}
}

// parse parses the options and words of a verb, which may be mixed, with at most the given number of words, -1 for any.
// If ok is false the verb ends with status.
func (c *command) parse(f *Flags, args []string, most int,
	stdout, stderr io.Writer,
) (words []string, status int, ok bool) {
	words, err := f.Parse(args)
	if err == nil && most >= 0 && len(words) > most {
		err = tooMany(words[most], most)
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		c.printUsage(stdout)
		return nil, ExitDone, false
	case err != nil:
		return nil, c.refuse(f.set.Name(), err, stderr), false
	}
	return words, ExitDone, true
}

func tooMany(word string, most int) error {
	if most > 0 {
		return say.Error("usage.relay.tooMany", "Text", strconv.Quote(word))
	}
	return say.Error("usage.whatFor", "Text", strconv.Quote(word))
}

// refuse prints an error of the command line of a verb, empty for the command itself, and returns the exit status.
func (c *command) refuse(verb string, err error, stderr io.Writer) int {
	name := strings.TrimSpace(c.name + " " + verb)
	fmt.Fprintf(stderr, "%s: %v\n%s\n", name, Short(err.Error()),
		say.Text("usage.try", "Command", c.name+" --help"))
	return ExitUsage
}

// finish prints the error of a verb, if there is one, and returns the exit status.
func (c *command) finish(verb string, err error, stderr io.Writer) int {
	if err != nil {
		fmt.Fprintf(stderr, "%s %s: %v\n", c.name, verb, err)
		return ExitError
	}
	return ExitDone
}

// CheckService validates the address of the service.
func CheckService(o *station.Overrides) error {
	for option, address := range map[string]string{"--base-url": o.BaseURL, "--media-base-url": o.MediaBaseURL} {
		if address == "" {
			continue
		}
		if _, err := service.New(service.Config{BaseURL: address}); err != nil {
			return say.Error("usage.baseURL", "Option", option)
		}
	}
	return nil
}

var errSecret = say.Error("unit.secret")
