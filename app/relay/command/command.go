// Package command is the command "sextant relay" but for the relay itself: its clients' keys, the relays in the network, and
// the unit with which systemd runs one.
package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"sextant/app/discover"
	"sextant/app/say"
	"sextant/app/usage"
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
	// Help has its options as "sextant relay --help" tells of them.
	Help func() []usage.Line
	// Options are the names of those that install takes for it, besides --profile, without dashes. Each has a value, but for those that
	// are Switches.
	Options, Switches []string
	Run               func(ctx context.Context, args []string, stdout, stderr io.Writer) int
}

// A verb is what can be asked for after "sextant relay".
type verb struct {
	name string     // the first words
	use  usage.Line // how it is written, with what follows them
	run  func(ctx context.Context, args []string, stdout, stderr io.Writer) int
}

func (r *Relay) verbs() []verb {
	return []verb{
		{"key add", usage.Line{Word: "key add [--kiosk] [--profile DIR] NAME", Words: say.Text("usage.relay.add")}, r.addKey},
		{"key list", usage.Line{Word: "key list [--profile DIR]", Words: say.Text("usage.relay.list")}, r.listKeys},
		{"key remove", usage.Line{Word: "key remove [--profile DIR] NAME", Words: say.Text("usage.relay.removeKey")}, r.removeKey},
		{"find", usage.Line{Word: "find", Words: say.Text("usage.relay.find")}, r.find},
		{"install", usage.Line{Word: "install [--user] [OPTION...]", Words: say.Text("usage.relay.install")}, r.install},
		{"remove", usage.Line{Word: "remove", Words: say.Text("usage.relay.remove")}, r.remove},
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
		fmt.Fprint(stderr, "sextant relay key: ", say.Text("usage.relay.key"), "\n", say.Text("usage.try", "Command", "sextant relay --help"), "\n")
		return exitUsage
	}
	fmt.Fprintf(stderr, "sextant relay: %s\n%s\n", say.Text("usage.noVerb", "Verb", usage.Short(strconv.Quote(args[0]))), say.Text("usage.try", "Command", "sextant relay --help"))
	return exitUsage
}

func (r *Relay) printUsage(w io.Writer) {
	usage.Wrap(w, say.Text("usage.relay.about"))
	fmt.Fprintf(w, "\n%s\n", say.Text("usage.title"))
	usage.PrintVerbs(w, "sextant relay", []usage.Line{{Word: "[OPTION...]", Words: say.Text("usage.relay.run")}})
	for _, v := range r.verbs() {
		usage.PrintVerbs(w, "sextant relay", []usage.Line{v.use})
	}
	if r.Help != nil {
		fmt.Fprintln(w, say.Text("usage.options"))
		usage.Print(w, r.Help())
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
		return say.Error("usage.relay.tooMany", "Text", strconv.Quote(word))
	}
	return say.Error("usage.whatFor", "Text", strconv.Quote(word))
}

// misused tells what is wrong with the command line of a verb.
func misused(verb string, err error, stderr io.Writer) int {
	fmt.Fprintf(stderr, "sextant relay %s: %v\n%s\n", verb, usage.Short(usage.Wrong(err).Error()), say.Text("usage.try", "Command", "sextant relay --help"))
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
		err = say.Error("relay.noneFound")
	}
	for _, relay := range found {
		key := ""
		if relay.NeedsKey {
			key = "  (" + say.Text("relay.wantsKey") + ")"
		}
		fmt.Fprintf(stdout, "%s  %s%s\n", relay.URL, relay.Name, key)
	}
	return finish("find", err, stderr)
}
