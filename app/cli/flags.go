package cli

import (
	"flag"
	"io"
	"strings"
	"time"

	"sextant/app/say"
	"sextant/app/station"
)

// Flags are the options of a command, or of a verb. Each is declared once: it is parsed, and described by --help and
// all that is made of that, from its declaration.
type Flags struct {
	set   *flag.FlagSet
	lines []func() Line // in the language in use when they are printed
}

// NewFlags returns no options yet of a command or a verb.
func NewFlags(name string) *Flags {
	set := flag.NewFlagSet(name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	return &Flags{set: set}
}

// Add declares an option by its word in --help, as in "--profile DIR". to is where its value goes, which is its default
// too: a *string, *int, *bool or *time.Duration, or a func(string) error. The rest is the message that describes it; an
// option with an empty key is not in --help.
func (f *Flags) Add(word string, to any, key string, args ...any) {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), " ")
	switch to := to.(type) {
	case *string:
		f.set.StringVar(to, name, *to, "")
	case *int:
		f.set.IntVar(to, name, *to, "")
	case *bool:
		f.set.BoolVar(to, name, *to, "")
	case *time.Duration:
		f.set.DurationVar(to, name, *to, "")
	case func(string) error:
		f.set.Func(name, "", to)
	default:
		panic("an option of no known type: " + word)
	}
	if key != "" {
		f.Describe(word, key, args...)
	}
}

// Describe adds a line to --help.
func (f *Flags) Describe(word, key string, args ...any) {
	f.lines = append(f.lines, func() Line { return Line{Word: word, Words: say.Text(key, args...)} })
}

// Choices adds the words that may follow the last option, as pairs of a word and the key of the message that describes
// it.
func (f *Flags) Choices(pairs ...[2]string) {
	last := len(f.lines) - 1
	option := f.lines[last]
	f.lines[last] = func() Line {
		l := option()
		for _, p := range pairs {
			l.Choices = append(l.Choices, Line{Word: p[0], Words: say.Text(p[1])})
		}
		return l
	}
}

// Quiet returns the same options for further declarations, which --help leaves out.
func (f *Flags) Quiet() *Flags { return &Flags{set: f.set} }

// NoVariables is an environment without variables.
func NoVariables(string) string { return "" }

// Service declares the options for the service's address and credentials, whose defaults are those of the environment.
func (f *Flags) Service(o *station.Overrides, env func(string) string) {
	for _, option := range []struct {
		word, variable string
		to             *string
		key            string
	}{
		{"--base-url URL", "SEXTANT_BASE_URL", &o.BaseURL, "option.baseURL"},
		{"--media-base-url URL", "SEXTANT_MEDIA_BASE_URL", &o.MediaBaseURL, "option.mediaBaseURL"},
		{"--app-id ID", "SEXTANT_APP_ID", &o.AppID, "option.appID"},
		{"--app-key KEY", "SEXTANT_APP_KEY", &o.AppKey, "option.appKey"},
	} {
		*option.to = env(option.variable)
		f.Add(option.word, option.to, "")
		f.lines = append(f.lines, func() Line {
			return Line{Word: option.word, Words: say.Text(option.key) + " (" + option.variable + ")"}
		})
	}
}

// Lines returns what --help says of the options, in the order of their declarations.
func (f *Flags) Lines() (lines []Line) {
	for _, line := range f.lines {
		lines = append(lines, line())
	}
	return lines
}

// Parse parses options and words, which may be mixed, and returns the words. It fails with a sentence in the language
// in use, or with flag.ErrHelp.
func (f *Flags) Parse(args []string) (words []string, err error) {
	for {
		if err := f.set.Parse(args); err != nil {
			return nil, Wrong(err)
		}
		if args = f.set.Args(); len(args) == 0 {
			return words, nil
		}
		words, args = append(words, args[0]), args[1:]
	}
}

// Given returns the options that the command line has, in their alphabetical order, with their values.
func (f *Flags) Given() (given []Given) {
	f.set.Visit(func(option *flag.Flag) { given = append(given, Given{option.Name, option.Value.String()}) })
	return given
}

// A Given is an option of the command line.
type Given struct{ Name, Value string }

// isSwitch reports whether an option has no value.
func (f *Flags) isSwitch(name string) bool {
	option := f.set.Lookup(name)
	if option == nil {
		return false
	}
	b, is := option.Value.(interface{ IsBoolFlag() bool })
	return is && b.IsBoolFlag()
}
