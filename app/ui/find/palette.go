package find

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sextant/app/browse"
	"sextant/app/say"
	"sextant/app/ui/command"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
	"sextant/widgets/lists"
)

// PaletteParts are the palette's dependencies.
type PaletteParts struct {
	// Table has all commands.
	Table func() *command.Table
	// GoTo goes to a place, and Name returns the name of a page, "" if not known.
	GoTo func(browse.Place)
	Name func(page int) string
}

// A Palette opens the list of all commands, which typing filters. Typing a page number offers to go to that page.
type Palette struct {
	host  host.Host
	parts PaletteParts
}

// NewPalette makes the presenter.
func NewPalette(h host.Host, parts PaletteParts) *Palette { return &Palette{h, parts} }

// Commands returns the command that opens the list.
func (p *Palette) Commands() []command.Command {
	return []command.Command{{
		ID: "palette.show", Title: say.Text("commands.command"), Help: say.Text("commands.help"),
		Keys:  []command.Key{command.Ctrl(fyne.KeyP, fyne.KeyModifierShift)},
		Place: command.At(command.Main, 2), Do: p.open,
	}}
}

// An offer is an entry of the list.
type offer struct {
	title, aside string
	why          string // the reason why it is disabled, "" if it is enabled
	words        string // the text to search, in lower case
	do           func()
}

// A sheet is the open list.
type sheet struct {
	presenter *Palette
	dialog    *dialog.Dialog
	entry     *control.Entry
	list      *lists.List
	none      *core.Message
	all       []offer
	found     []offer
}

func (p *Palette) open() {
	d := p.host.NewDialog(say.Text("commands.title"))
	s := &sheet{presenter: p, dialog: d, all: p.offers(), none: core.NewMessage()}
	s.entry = control.NewEntry(d.Keys(), say.Text("commands.entry"))
	s.entry.OnChanged = func(string) { s.fillList() }
	s.entry.OnSubmitted = func(string) { s.chooseRow(s.list.At()) }
	s.entry.Own = s.entryKey
	s.list = lists.New(p.host.Tips(), s.listActions())
	s.list.Lead()
	d.SetContent(
		container.NewBorder(container.New(below{}, s.entry), nil, nil,
			nil, container.NewStack(s.list.Frame(), s.none.Place)))
	s.fillList()
	p.host.Open(d, fyne.NewSize(560, 520), s.entry, nil)
}

// below is a layout with some space below an object.
type below struct{}

const belowGap = 8

func (below) MinSize(o []fyne.CanvasObject) fyne.Size {
	return o[0].MinSize().AddWidthHeight(0, belowGap)
}

func (below) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Resize(size.SubtractWidthHeight(0, belowGap))
}

// offers returns all commands in their current state, except for typing.
func (p *Palette) offers() (list []offer) {
	t := p.parts.Table()
	add := func(c *command.Command, in string) {
		o := offer{title: c.Name(), aside: strings.Trim(in+" · "+c.KeysWords(), " ·"), do: c.Do}
		if !c.Offered() {
			o.why = words.FirstUpper(c.Why) + "."
		}
		o.words = folded(strings.Join([]string{c.Title, o.title, c.Help, in, c.KeysWords()}, " "))
		list = append(list, o)
	}
	for _, c := range t.All() {
		if !c.Unlisted && c.ID != "palette.show" {
			in := t.Path(c)
			if len(c.Place) == 0 {
				in = c.Group.Title()
			}
			add(c, in)
		}
	}
	for _, c := range t.Now() {
		add(&c, say.Text("service.title"))
	}
	return list
}

// fillList fills the list with the offers that match the text.
func (s *sheet) fillList() {
	text := strings.TrimSpace(s.entry.Text)
	s.found = matching(s.all, text)
	if place, err := browse.ParsePlace(text); err == nil {
		s.found = append([]offer{s.goTo(place)}, s.found...)
	}
	var rows []lists.Row
	for _, o := range s.found {
		rows = append(rows, lists.Row{Title: o.title, Aside: o.aside, Detail: o.why, Dim: o.why != "", Wide: true})
	}
	s.list.SetSource(lists.Rows(rows), 0, 0)
	s.none.Say(say.Text("commands.noMatch", "Text", text), len(rows) == 0)
	s.dialog.SetStatus("")
}

func (s *sheet) goTo(place browse.Place) offer {
	parts := s.presenter.parts
	title := strings.TrimSpace(say.Text("page.named", "Page", place) + " " + parts.Name(place.Page))
	return offer{title: title, aside: say.Text("menu.go"), do: func() { parts.GoTo(place) }}
}

// matching returns the offers that contain all words of a text, first those whose titles begin with them, then those
// with the words in their titles; disabled ones are last.
func matching(all []offer, text string) (found []offer) {
	text = folded(text)
	sought := strings.Fields(text)
	rank := func(o offer) int {
		title := folded(o.title)
		switch {
		case title == text:
			return 0
		case strings.HasPrefix(title, text):
			return 1
		case strings.Contains(" "+title, " "+text):
			return 2
		case hasAll(title, sought):
			return 3
		case hasAll(o.words, sought):
			return 4
		}
		return -1
	}
	for _, o := range all {
		if rank(o) >= 0 {
			found = append(found, o)
		}
	}
	if text != "" {
		order := func(o offer) int { return 2*rank(o) + min(1, len(o.why)) }
		slices.SortStableFunc(found, func(a, b offer) int { return cmp.Compare(order(a), order(b)) })
	}
	return found
}

// folded normalises a text for comparison: lower case, and the keyboard's apostrophe.
func folded(text string) string { return strings.ReplaceAll(strings.ToLower(text), "’", "'") }

func hasAll(text string, sought []string) bool {
	return !slices.ContainsFunc(sought, func(word string) bool { return !strings.Contains(text, word) })
}

// chooseRow runs the offer of a row, or shows why it is disabled.
func (s *sheet) chooseRow(row int) {
	if row < 0 || row >= len(s.found) {
		return
	}
	o := s.found[row]
	if o.why != "" {
		s.dialog.SetStatus(o.why)
		return
	}
	s.dialog.Close()
	o.do()
}

// entryKey handles the entry's keys that move in the list.
func (s *sheet) entryKey(key fyne.KeyName) bool {
	switch key {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown:
		return s.list.GoByKey(key)
	}
	return false
}

func (s *sheet) listActions() lists.Actions {
	toEntry := func() *control.Entry {
		s.dialog.Focus(s.entry)
		return s.entry
	}
	keys := s.dialog.Keys()
	return lists.Actions{
		Name: func() string { return say.Text("commands.title") },
		Open: s.chooseRow, Fold: func(int) {}, Up: func() { toEntry() }, Keys: keys, Shortcut: keys.Shortcut,
		Typed:    func(r rune) { toEntry().TypedRune(r) },
		TypedKey: func(k *fyne.KeyEvent) { toEntry().TypedKey(k) },
	}
}
