package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"

	"sextant/app/say"
)

// An option is an option of the command line.
type option struct {
	name     string // with its dashes
	argument string // its placeholder in the help, empty for none
	mayLack  bool   // whether the argument is optional
	alone    bool   // whether it has no argument according to the help
	text     string // its description, empty if the help of a command only mentions it
	choices  []string
}

// A verb is a subcommand, such as "key add".
type verb []string

// A command is the program itself, whose name is empty, or one such as "export".
type command struct {
	name    string
	help    string // as printed
	options []option
	verbs   []verb
	example string // a playlist with every key, of the command kiosk
}

// A help is the help of all commands. The first command is the program itself.
type help []command

// readHelp runs the program in a language, which is set in this process too.
func readHelp(program, language string) (help, error) {
	var h help
	for _, name := range []string{"", "export", "check", "demo", "kiosk", "relay"} {
		printed, err := ask(program, language, strings.Fields(name+" --help")...)
		if err != nil {
			return nil, err
		}
		c := parseHelp(name, printed)
		if len(c.options) == 0 {
			return nil, fmt.Errorf("no option was found in the help of %q", name)
		}
		if name == "kiosk" {
			example, err := ask(program, language, name, "--example")
			if err != nil {
				return nil, err
			}
			c.example = example
		}
		h = append(h, c)
		for i := range c.options {
			c.options[i].borrow(h[0].options)
		}
	}
	return h, nil
}

// ask returns the output of the program in a language.
func ask(program, language string, args ...string) (string, error) {
	asked := exec.Command(program, args...)
	asked.Env = append(os.Environ(), "LC_ALL="+language+"_FI.UTF-8", "LANGUAGE="+language)
	printed, err := asked.Output()
	if err != nil {
		return "", fmt.Errorf("asking for %s: %w", strings.Join(args, " "), err)
	}
	return string(printed), nil
}

// of returns the command with a name.
func (h help) of(name string) command {
	for _, c := range h {
		if c.name == name {
			return c
		}
	}
	panic("there is no command " + name)
}

// explained returns the options that have a description in the help.
func (c command) explained() []option {
	return slices.DeleteFunc(slices.Clone(c.options), func(o option) bool { return o.text == "" })
}

var (
	// An option in a list: its name, argument and description.
	listed = regexp.MustCompile(`^  (--?[a-z-]+)((?: \[?[A-Za-z:]+\]?)?)(?:  +(.*))?$`)
	// Options in a line of usage, or several of them in a line of a list.
	mentioned = regexp.MustCompile(`[ \[](--?[a-z][a-z-]*)(?: ([A-Z:x]+)\b)?(\])?`)
	// The words of a command in a line of usage.
	usage = regexp.MustCompile(`^  sextant [a-z]+((?: [a-z]+)*)`)
	// A choice of an option's argument, followed by its meaning.
	choice = regexp.MustCompile(`^([a-z]+) {2,}`)
)

// parseHelp parses the output of help.
func parseHelp(name, text string) command {
	c := command{name: name, help: text}
	var listing bool
	var last *option
	for line := range strings.Lines(text) {
		line = strings.TrimRight(strings.ReplaceAll(line, "\t", "    "), " \n")
		if words := usage.FindStringSubmatch(line); words != nil && name != "" && words[1] != "" {
			if v := verb(strings.Fields(words[1])); !slices.ContainsFunc(c.verbs, func(o verb) bool {
				return slices.Equal(o, v)
			}) {
				c.verbs = append(c.verbs, v)
			}
		}
		found := listed.FindStringSubmatch(line)
		switch {
		case line == say.Text("usage.options"):
			listing = true
		case line == "":
			last = nil
		case listing && found != nil:
			text := found[3]
			if more, ok := strings.CutPrefix(text, "... "); ok && len(c.options) > 0 {
				text = c.options[len(c.options)-1].brief() + ", " + more
			}
			last = c.add(option{
				name: found[1], argument: strings.Trim(found[2], " []"),
				mayLack: strings.Contains(found[2], "["), text: text,
			})
		case listing && last != nil && strings.HasPrefix(line, "      "):
			last.text = strings.TrimSpace(last.text + "\n" + strings.TrimSpace(line))
		case strings.HasPrefix(line, "  "):
			c.mention(line)
			last = nil
		}
	}
	for i := range c.options {
		c.options[i].finish()
	}
	return c
}

// mention adds the options of a line that have no line of their own.
func (c *command) mention(line string) {
	for _, m := range mentioned.FindAllStringSubmatch(line, -1) {
		c.add(option{name: m[1], argument: m[2], alone: m[2] == "" && m[3] != ""})
	}
}

// add adds an option, or completes a known one.
func (c *command) add(o option) *option {
	if strings.HasPrefix(o.name, "-") && !strings.HasPrefix(o.name, "--") && len(o.name) > 2 {
		o.name = "-" + o.name // the program accepts both
	}
	for i := range c.options {
		if known := &c.options[i]; known.name == o.name {
			if known.argument == "" {
				known.argument = o.argument
			}
			if known.text == "" {
				known.text = o.text
			}
			return known
		}
	}
	c.options = append(c.options, o)
	return &c.options[len(c.options)-1]
}

// borrow completes an option from those of the program itself.
func (o *option) borrow(from []option) {
	for _, f := range from {
		if f.name == o.name && o.text == "" && !o.alone {
			o.argument, o.text = f.argument, f.text
		}
	}
}

// finish finds the choices, which are in lines of their own or follow a colon.
func (o *option) finish() {
	lines := strings.Split(o.text, "\n")
	for _, line := range lines {
		if m := choice.FindStringSubmatch(line); m != nil && o.argument == "FORMAT" {
			o.choices = append(o.choices, m[1])
		}
	}
	if _, list, ok := strings.Cut(o.text, ": "); ok && o.argument == "NAME" && len(strings.Split(list, ", ")) > 2 {
		o.choices = strings.Split(list, ", ")
	}
	o.argument = strings.ToUpper(o.argument)
}

// brief returns the description of an option in one line.
func (o option) brief() string {
	if len(o.choices) > 0 && o.argument == "FORMAT" {
		return strings.Join(o.choices, ", ")
	}
	first, _, _ := strings.Cut(strings.Join(strings.Fields(o.text), " "), " (SEXTANT")
	first, _, _ = strings.Cut(first, ";")
	return strings.Trim(first, " .")
}

// summary returns the first sentence of a command's help.
func (c command) summary() string {
	for line := range strings.Lines(c.help) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "Usage:") {
			return strings.TrimSuffix(line, ".")
		}
	}
	return c.name
}

// readKeys reads the list of keys from the guide to shortcuts, which a test compares with the table of commands.
func readKeys(name string) (rows [][2]string, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	_, table, ok := strings.Cut(string(text), "| Key | |\n|---|---|\n")
	if !ok {
		return nil, fmt.Errorf("%s has no list of keys", name)
	}
	for line := range strings.Lines(table) {
		cells := strings.SplitN(strings.Trim(line, "| \n"), " | ", 2)
		if len(cells) != 2 {
			break
		}
		rows = append(rows, [2]string{cells[0], cells[1]})
	}
	return rows, nil
}
