package main

import (
	"fmt"
	"slices"
	"strings"
)

// shell is the header of each of the three files.
const shell = "# Completions of sextant, made from what its --help says.\n"

// Arguments that are files or folders. Others are only completed if there are choices.
var (
	takesFile   = []string{"FILE", "PLAYLIST"}
	takesFolder = []string{"DIR"}
)

// after returns the verbs that may follow typed words, in order.
func (c command) after(typed ...string) (next []string) {
	for _, v := range c.verbs {
		if len(v) > len(typed) && slices.Equal(v[:len(typed)], typed) && !slices.Contains(next, v[len(typed)]) {
			next = append(next, v[len(typed)])
		}
	}
	return next
}

// groups returns the words that are followed by verbs, such as "key".
func (c command) groups() (words []string) {
	for _, w := range c.after() {
		if len(c.after(w)) > 0 {
			words = append(words, w)
		}
	}
	return words
}

// names returns the names of all commands except the program itself.
func (h help) names() (names []string) {
	for _, c := range h[1:] {
		names = append(names, c.name)
	}
	return names
}

func (c command) optionNames() (names []string) {
	for _, o := range c.options {
		names = append(names, o.name)
	}
	return names
}

// bash returns the completions for bash.
func (h help) bash() string {
	var b strings.Builder
	b.WriteString(shell + `_sextant() {
	local now=$2 before=$3 place="" command="${COMP_WORDS[1]}"
	[ "$COMP_CWORD" -gt 1 ] || command=
	[ "$COMP_CWORD" -lt 3 ] || place=" ${COMP_WORDS[2]}"
	case "$command $before" in
`)
	for _, c := range h {
		for _, o := range c.options {
			how := ""
			switch {
			case o.argument == "":
				continue
			case len(o.choices) > 0:
				how = fmt.Sprintf(`COMPREPLY=($(compgen -W "%s" -- "$now"))`, strings.Join(o.choices, " "))
			case slices.Contains(takesFile, o.argument):
				how = `compopt -o default`
			case slices.Contains(takesFolder, o.argument):
				how = `compopt -o dirnames`
			default:
				how = `:`
			}
			pattern := fmt.Sprintf(`"%s %s"`, c.name, o.name)
			if c.name == "" {
				pattern = fmt.Sprintf(`*" %s"`, o.name)
			}
			fmt.Fprintf(&b, "\t%s) %s; return ;;\n", pattern, how)
		}
	}
	b.WriteString("\tesac\n\tcase \"$command$place\" in\n")
	for _, c := range h[1:] {
		for _, g := range c.groups() {
			fmt.Fprintf(&b, "\t\"%s %s\") COMPREPLY=($(compgen -W \"%s\" -- \"$now\")) ;;\n",
				c.name, g, strings.Join(slices.Concat(c.after(g), c.optionNames()), " "))
		}
		words := slices.Concat(c.after(), c.optionNames())
		fmt.Fprintf(&b, "\t%s*) COMPREPLY=($(compgen -W \"%s\" -- \"$now\")) ;;\n", c.name, strings.Join(words, " "))
	}
	fmt.Fprintf(&b, "\t*) COMPREPLY=($(compgen -W \"%s\" -- \"$now\")) ;;\n",
		strings.Join(slices.Concat(h.names(), h[0].optionNames()), " "))
	b.WriteString("\tesac\n\t[ ${#COMPREPLY[@]} -gt 0 ] || compopt -o default\n}\ncomplete -F _sextant sextant\n")
	return b.String()
}

// zsh returns the completions for zsh.
func (h help) zsh() string {
	var b strings.Builder
	b.WriteString("#compdef sextant\n" + shell + "local -a options\ncase \"$words[2]\" in\n")
	for _, c := range slices.Backward(h) {
		if c.name == "" {
			fmt.Fprintf(&b, "*) options=('1:: :(%s)'", strings.Join(h.names(), " "))
		} else {
			fmt.Fprintf(&b, "%s) options=('1: :'", c.name)
			if verbs := c.after(); len(verbs) > 0 {
				fmt.Fprintf(&b, " '2:: :(%s)'", strings.Join(verbs, " "))
			}
			for _, g := range c.groups() {
				fmt.Fprintf(&b, "\n\t\"3:: :(${${words[3]:#^%s}:+%s})\"", g, strings.Join(c.after(g), " "))
			}
			b.WriteString(" '*: :_files'")
		}
		for _, o := range c.options {
			fmt.Fprintf(&b, "\n\t'%s'", zshOption(o))
		}
		b.WriteString(") ;;\n")
	}
	b.WriteString("esac\n_arguments -s : $options\n")
	return b.String()
}

// zshOption returns an option as an argument of _arguments.
func zshOption(o option) string {
	quote := strings.NewReplacer("'", `'\''`, "[", `\[`, "]", `\]`, ":", `\:`)
	s := o.name
	if text := o.brief(); text != "" {
		s += "[" + quote.Replace(text) + "]"
	}
	if o.argument == "" {
		return s
	}
	action := " "
	switch {
	case len(o.choices) > 0:
		action = "(" + strings.Join(o.choices, " ") + ")"
	case slices.Contains(takesFile, o.argument):
		action = "_files"
	case slices.Contains(takesFolder, o.argument):
		action = "_files -/"
	}
	if o.mayLack {
		s += ":"
	}
	return s + ":" + quote.Replace(o.argument) + ":" + action
}

// fish returns the completions for fish.
func (h help) fish() string {
	var b strings.Builder
	b.WriteString(shell + "complete -c sextant -f\n")
	main := "not __fish_seen_subcommand_from " + strings.Join(h.names(), " ")
	for _, c := range h {
		when := main
		if c.name != "" {
			when = "__fish_seen_subcommand_from " + c.name
			fmt.Fprintf(&b, "complete -c sextant -n '%s' -a %s -d %s\n", main, c.name, fishQuote(c.summary()))
		}
		if verbs := c.after(); len(verbs) > 0 {
			fmt.Fprintf(&b, "complete -c sextant -n '%s; and not __fish_seen_subcommand_from %[2]s' -a '%[2]s'\n",
				when, strings.Join(verbs, " "))
		}
		for _, g := range c.groups() {
			fmt.Fprintf(&b, "complete -c sextant -n '%s; and __fish_seen_subcommand_from %s' -a '%s'\n",
				when, g, strings.Join(c.after(g), " "))
		}
		for _, o := range c.options {
			fmt.Fprintf(&b, "complete -c sextant -n '%s' %s\n", when, fishOption(o))
		}
	}
	return b.String()
}

// fishOption returns an option as arguments of fish's complete.
func fishOption(o option) string {
	s := "-l " + strings.TrimPrefix(o.name, "--")
	if !strings.HasPrefix(o.name, "--") {
		s = "-s " + o.name[1:]
	}
	switch {
	case o.argument == "":
	case len(o.choices) > 0:
		s += " -x -a '" + strings.Join(o.choices, " ") + "'"
	case slices.Contains(takesFile, o.argument):
		s += " -r -F"
	case slices.Contains(takesFolder, o.argument):
		s += " -x -a '(__fish_complete_directories)'"
	default:
		s += " -x"
	}
	if text := o.brief(); text != "" {
		s += " -d " + fishQuote(text)
	}
	return s
}

func fishQuote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}
