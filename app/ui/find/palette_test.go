package find

import (
	"fmt"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sextant/app/teletext"
	"sextant/app/ui/command"
	"sextant/app/ui/hosttest"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/lists"
	"sextant/widgets/widgettest"
)

func TestMain(m *testing.M) { widgettest.Main(m, core.Theme()) }

// A rig is an open palette with some commands, which record that they were run.
type rig struct {
	*hosttest.Host
	done  []string
	entry *control.Entry
	list  *lists.List
}

func newRig(t *testing.T) *rig {
	t.Helper()
	r := &rig{Host: hosttest.New(t)}
	do := func(what string) func() { return func() { r.done = append(r.done, what) } }
	table := command.NewTable(
		command.Below{Menu: command.GoMenu, At: command.Place{Menu: command.Main}},
		command.Below{Menu: command.ServiceMenu, At: command.Place{Menu: command.Main}, Now: func() []command.Command {
			return []command.Command{{Title: "Harbour", Do: do("harbour")}}
		}},
	)
	p := NewPalette(r, PaletteParts{
		Table: func() *command.Table { return table },
		Settings: func() []command.Setting {
			return []command.Setting{{
				Path: "Settings › Display", Name: "Theme", Words: "dark mode, night", More: "System Light Dark",
				Show: do("theme"),
			}}
		},
		GoTo: func(place teletext.Place) { do("page " + place.String())() },
		Name: func(page int) string { return map[int]string{123: "Tides"}[page] },
	})
	err := table.Add(append(
		p.Commands(),
		command.Command{ID: "typing", Title: "Digit", Help: "type", Unlisted: true, Do: do("typing")},
		command.Command{
			ID: "undo", Title: "Undo", Help: "cancel", Enabled: func() bool { return false },
			Why: "there is nothing to undo", Do: do("undo"),
		},
		command.Command{
			ID: "find", Title: "Find", Help: "search the text of pages",
			Keys: []command.Key{command.Press(fyne.KeyF7)}, Place: command.At(command.GoMenu, 0), Do: do("find"),
		},
		command.Command{
			ID: "larger", Title: "Larger text", Help: "size", Place: command.At(command.GoMenu, 0), Do: do("larger"),
		},
		command.Command{ID: "text", Title: "Text", Help: "view", Place: command.At(command.GoMenu, 0), Do: do("text")},
		command.Command{
			ID: "standard", Title: "Standard", Of: "Palette", Help: "colours", Group: command.Looking, Typed: true,
			Do: do("standard"),
		},
		command.Command{
			ID: "media", Title: "Media ID", Help: "technical", Hidden: func() bool { return true }, Do: do("media"),
		},
	)...)
	if err != nil {
		t.Fatal(err)
	}
	table.Do("palette.show")
	for _, o := range widgettest.Seen(r.Dialogs[0]) {
		switch o := o.(type) {
		case *control.Entry:
			r.entry = o
		case *lists.List:
			r.list = o
		}
	}
	return r
}

// titles returns the titles of the rows in the list.
func (r *rig) titles() (list []string) {
	for i := range r.list.Count() {
		list = append(list, r.list.Row(i).Title)
	}
	return list
}

func (r *rig) key(name fyne.KeyName) { r.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: name}) }

// TestFind finds commands by words of their titles, help, menus and keys, best match first, pages by their numbers, and
// settings by their words and values.
func TestFind(t *testing.T) {
	r := newRig(t)
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"", []string{"Find", "Larger text", "Text", "Harbour", "Undo"}},
		{"text", []string{"Text", "Larger text", "Find"}},
		{"TEXT large", []string{"Larger text"}},
		{"f7", []string{"Find"}},
		{"go size", []string{"Larger text"}},
		{"service", []string{"Harbour"}},
		{"standard", []string{"Palette: Standard"}},
		{"palette", []string{"Palette: Standard"}},
		{"display", []string{"Settings › Display › Theme"}},
		{"night", []string{"Settings › Display › Theme"}},
		{"light", []string{"Settings › Display › Theme"}},
		{"technical", nil},
		{"lagrer", []string{"Larger text"}},
		{"123/2", []string{"Page 123/2 Tides"}},
		{" 345 ", []string{"Page 345"}},
		{"99", nil},
		{"nowhere", nil},
	} {
		r.entry.SetText(tt.text)
		if got := r.titles(); !slices.Equal(got, tt.want) {
			t.Errorf("%q finds %q, want %q", tt.text, got, tt.want)
		}
	}
	if got := r.list; got.Count() > 0 {
		t.Error("there is something in the list")
	}
}

// TestChoose selects with the arrow keys from the entry. Enter runs the selected command and closes the palette, or
// says why it cannot be run.
func TestChoose(t *testing.T) {
	r := newRig(t)
	for range 4 {
		r.key(fyne.KeyDown)
	}
	r.key(fyne.KeyReturn)
	if got := r.Dialogs[0].Status(); got != "There is nothing to undo." || r.Dialogs[0].Closed() {
		t.Errorf("it says %q", got)
	}
	if row := r.list.Row(4); !row.Dim || row.Detail == "" {
		t.Errorf("what cannot be done looks like %+v", row)
	}
	for range 4 {
		r.key(fyne.KeyUp)
	}
	if row := r.list.Row(r.list.At()); row.Title != "Find" || row.Aside != "Go · F7" {
		t.Errorf("it is at %+v", row)
	}
	r.key(fyne.KeyReturn)
	r.key2(t, "123", fyne.KeyReturn)
	r.key2(t, "larger", fyne.KeyEscape)
	r.key2(t, "dark", fyne.KeyReturn)
	r.key2(t, "nowhere", fyne.KeyReturn)
	if got := fmt.Sprint(r.done); got != "[find page 123 theme]" {
		t.Errorf("done %s", got)
	}
}

// key2 opens another palette, types a text and presses a key.
func (r *rig) key2(t *testing.T, text string, key fyne.KeyName) {
	t.Helper()
	other := newRig(t)
	test.Type(other.entry, text)
	other.key(key)
	r.done = append(r.done, other.done...)
}
