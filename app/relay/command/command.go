// Package command is the command "sextant relay" but for the relay itself: its clients' keys, the relays in the network, and
// the unit with which systemd runs one.
package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"sextant/app/discover"
)

// Exit statuses.
const (
	exitDone  = 0
	exitError = 1
	exitUsage = 2
)

// listenFor is how long the relays in the network have to answer.
const listenFor = 2 * time.Second

// A Relay is the relay itself, which is run where no verb is asked for.
type Relay struct {
	// Help has its options as "sextant relay --help" prints them, in lines that are set in by two columns.
	Help string
	// Options are the names of those that install takes for it, besides --profile, without dashes. Each has a value, but for those that
	// are Switches.
	Options, Switches []string
	Run               func(ctx context.Context, args []string, stdout, stderr io.Writer) int
}

// A verb is what can be asked for after "sextant relay".
type verb struct {
	name, use string // the first words, and how it is written with what follows them
	help      string // a line or more
	run       func(ctx context.Context, args []string, stdout, stderr io.Writer) int
}

func (r *Relay) verbs() []verb {
	return []verb{
		{
			"key add", "key add [--kiosk] [--profile DIR] NAME",
			"make an app_id and an app_key for a client, and print them: the key is told only now;\n" +
				"--kiosk is for public screens, which wait for readers; while there is no key, everybody\n" +
				"may ask", r.addKey,
		},
		{"key list", "key list [--profile DIR]", "tell who has a key", r.listKeys},
		{"key remove", "key remove [--profile DIR] NAME", "take a key away; without the last one nobody may ask", r.removeKey},
		{"find", "find", "tell which relays there are in the network", r.find},
		{
			"install", "install [--user] [OPTION...]",
			"write a unit with which systemd runs the relay for this user, with --profile and the\n" +
				"relay's options; --print only prints the unit", r.install,
		},
		{"remove", "remove", "take the unit away", r.remove},
	}
}

// Main is the command, with what follows it, and gives the exit status. Without a verb the relay is run.
func (r *Relay) Main(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		switch args[0] {
		case "--help", "-help", "-h", "help":
			r.printUsage(stdout)
			return exitDone
		}
	}
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return r.Run(ctx, args, stdout, stderr)
	}
	for _, v := range r.verbs() {
		if n := strings.Count(v.name, " ") + 1; len(args) >= n && strings.Join(args[:n], " ") == v.name {
			return v.run(ctx, args[n:], stdout, stderr)
		}
	}
	if args[0] == "key" {
		fmt.Fprint(stderr, "sextant relay key: add, list or remove?\nTry sextant relay --help.\n")
		return exitUsage
	}
	fmt.Fprintf(stderr, "sextant relay: there is no %q.\nTry sextant relay --help.\n", args[0])
	return exitUsage
}

func (r *Relay) printUsage(w io.Writer) {
	fmt.Fprintf(w, "Asks the teletext service on behalf of many clients, with one key, and answers as the service does.\n\nUsage:\n"+
		"  sextant relay [OPTION...]\n        run the relay\n")
	for _, v := range r.verbs() {
		fmt.Fprintf(w, "  sextant relay %s\n", v.use)
		for line := range strings.SplitSeq(v.help, "\n") {
			fmt.Fprintf(w, "        %s\n", line)
		}
	}
	if r.Help != "" {
		fmt.Fprintf(w, "Options:\n%s", r.Help)
	}
}

// options are those of a verb.
func options(verb string) *flag.FlagSet {
	set := flag.NewFlagSet(verb, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	return set
}

// parse parses the options and words of a verb, which may be mixed, and tells whether it goes on with so many words, or
// else with what status it ends.
func (r *Relay) parse(set *flag.FlagSet, args []string, most int, stdout, stderr io.Writer) (words []string, status int, ok bool) {
	for {
		switch err := set.Parse(args); {
		case errors.Is(err, flag.ErrHelp):
			r.printUsage(stdout)
			return nil, exitDone, false
		case err != nil:
			return nil, misused(set.Name(), err, stderr), false
		}
		if args = set.Args(); len(args) == 0 {
			return words, exitDone, true
		}
		if len(words) == most {
			return nil, misused(set.Name(), tooMany(args[0], most), stderr), false
		}
		words, args = append(words, args[0]), args[1:]
	}
}

func tooMany(word string, most int) error {
	if most > 0 {
		return fmt.Errorf("what is %q for? A name of several words needs quotes", word)
	}
	return fmt.Errorf("what is %q for?", word)
}

// misused tells what is wrong with the command line of a verb.
func misused(verb string, err error, stderr io.Writer) int {
	fmt.Fprintf(stderr, "sextant relay %s: %v\nTry sextant relay --help.\n", verb, err)
	return exitUsage
}

// finish gives the exit status, after it has told the error with which a verb failed.
func finish(verb string, err error, stderr io.Writer) int {
	if err != nil {
		fmt.Fprintf(stderr, "sextant relay %s: %v\n", verb, err)
		return exitError
	}
	return exitDone
}

// find tells which relays there are in the network.
func (r *Relay) find(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if _, status, ok := r.parse(options("find"), args, 0, stdout, stderr); !ok {
		return status
	}
	found, err := discover.Browse(ctx, listenFor)
	if err == nil && len(found) == 0 {
		err = errors.New("no relay has answered")
	}
	for _, relay := range found {
		key := ""
		if relay.NeedsKey {
			key = "  (wants a key)"
		}
		fmt.Fprintf(stdout, "%s  %s%s\n", relay.URL, relay.Name, key)
	}
	return finish("find", err, stderr)
}
