package window

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sextant/app/acquire"
	"sextant/app/ui/command"
)

// TestReadmeHasEveryKey compares the README's table of keys with the commands. Where they differ, the table is to be
// replaced.
func TestReadmeHasEveryKey(t *testing.T) {
	if runtime.GOOS == "darwin" {
		t.Skip("keys have other names here")
	}
	readme, err := os.ReadFile(filepath.Join("..", "..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, behind, _ := strings.Cut(string(readme), "\n## Using it\n\n")
	told, _, _ := strings.Cut(behind, "\n\n")
	if want := newWindow(t).table.Markdown(); told+"\n" != want {
		t.Errorf("README.md has\n%s\nand should have\n%s", told, want)
	}
}

// TestDemoNamesEveryKey makes sure that page 701 of the demo, "All the keys", has each key of the list of
// keys.
func TestDemoNamesEveryKey(t *testing.T) {
	if runtime.GOOS == "darwin" {
		t.Skip("keys have other names here")
	}
	w := newWindow(t)
	a := w.parts.Tuner.Current().Pages.Fetch(t.Context(), acquire.Want{Page: 701})
	if a.Document == nil {
		t.Fatal(a.DocumentErr)
	}
	named := map[string]bool{}
	for _, s := range a.Document.Subpages {
		for _, line := range s.Grid().TextLines() {
			keys, _, _ := strings.Cut(strings.TrimSpace(line[min(len(line), 2):]), "  ")
			if keys == "Ctrl+ + - 0" {
				keys = "Ctrl++, Ctrl+-, Ctrl+0"
			}
			for key := range strings.SplitSeq(keys, ", ") {
				named[key] = true
			}
		}
	}
	rows := w.table.Rows()
	if len(rows) < 30 {
		t.Errorf("there are only %d rows of keys", len(rows))
	}
	for _, row := range rows {
		keys := strings.NewReplacer("–", "to", "−", "-").Replace(row.Keys)
		for key := range strings.SplitSeq(keys, ", ") {
			if !named[key] {
				t.Errorf("page 701 does not name %s (%s)", key, row.Help)
			}
		}
	}
}

// TestMenusHaveTitles walks through the menus.
func TestMenusHaveTitles(t *testing.T) {
	w := newWindow(t)
	seen := 0
	var walk func(m *fyne.Menu)
	walk = func(m *fyne.Menu) {
		for _, i := range m.Items {
			switch {
			case i.IsSeparator:
			case i.ChildMenu != nil && i.Label != "":
				walk(i.ChildMenu)
			case i.Label == "" || i.Action == nil:
				t.Errorf("an item has no title, or does nothing: %+v", i)
			default:
				seen++
			}
		}
	}
	for _, m := range []command.Menu{command.Main, command.Context} {
		walk(w.table.Items(m))
	}
	if seen < 20 {
		t.Errorf("only %d items", seen)
	}
}

// commands are some for the table.
type commands []command.Command

func (c commands) Commands() []command.Command { return c }

// TestEveryCommandIsOne sees that no presenter can take a key or an ID of another.
func TestEveryCommandIsOne(t *testing.T) {
	w := newWindow(t)
	for _, c := range []command.Command{
		{ID: "another", Keys: []command.Key{command.Char('R')}, Do: func() {}},
		{ID: "another", Also: []command.Key{command.Press(fyne.KeyF5)}, Do: func() {}},
		{ID: "page.reload", Do: func() {}},
	} {
		if err := w.addCommands(w.page, w.find, w.media, w.panels, w.keys, commands{c}); err == nil {
			t.Errorf("%s could be added with the keys %v", c.ID, c.Keys)
		}
	}
	if err := w.addCommands(w.page, w.find, w.media, w.panels, w.keys, commands{{ID: "another", Keys: []command.Key{command.Char('ö')}, Do: func() {}}}); err != nil {
		t.Error(err)
	}
}
