package command

import (
	"fmt"
	"strings"

	"sextant/app/say"
)

// A Row is a row of the README's tables: the keys of a command, or its place in a menu, and its description.
type Row struct{ Keys, Help string }

// Rows returns the default keys and what each does.
func (t *Table) Rows() (rows []Row) {
	for _, c := range t.commands {
		words := c.FixedWords()
		switch last := len(rows) - 1; {
		case words == "":
		case last >= 0 && rows[last].Help == c.Help && c.KeyWords == "":
			rows[last].Keys += ", " + words
		case last >= 0 && rows[last].Help == c.Help: // shares the row before
		default:
			rows = append(rows, Row{words, c.Help})
		}
	}
	return rows
}

// menuRows returns the commands without default keys, with their places in the window's menu or in the list of
// commands.
func (t *Table) menuRows() (rows []Row) {
	for _, c := range t.commands {
		if c.FixedWords() != "" || c.Unlisted {
			continue
		}
		words := c.Title
		path := t.Path(c)
		if len(c.Place) == 0 {
			path = say.Text("commands.title")
		}
		if path != "" {
			words = path + " › " + c.Title
		}
		if last := len(rows) - 1; last >= 0 && rows[last].Help == c.Help {
			rows[last].Keys += ", " + c.Title
			continue
		}
		rows = append(rows, Row{words, c.Help})
	}
	return rows
}

// Markdown returns both lists as tables of the README.
func (t *Table) Markdown() string {
	var b strings.Builder
	write := func(head string, rows []Row) {
		fmt.Fprintf(&b, "| %s | |\n|---|---|\n", head)
		for _, r := range rows {
			fmt.Fprintf(&b, "| %s | %s |\n", r.Keys, r.Help)
		}
	}
	write("Key", t.Rows())
	b.WriteString("\n")
	write("In the menu", t.menuRows())
	return b.String()
}
