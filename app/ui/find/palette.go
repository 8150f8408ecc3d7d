package find

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sextant/app/browse"
	"sextant/app/match"
	"sextant/app/say"
	"sextant/app/teletext"
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
	// Table has all commands, and Settings returns all settings.
	Table    func() *command.Table
	Settings func() []command.Setting
	// GoTo goes to a place, and Name returns the name of a page, "" if not known.
	GoTo func(teletext.Place)
	Name func(page int) string
}

// A Palette opens the list of all commands, which typing filters. Typing finds the settings too. Typing a page number
// offers to go to that page.
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
	typed        bool   // it is only listed if it is found by typing
	subject      match.Subject
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
	hasAll    bool // also the settings, which are read when something is typed
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

// offers returns all commands in their current state, except for typing: by their groups, in the order of the menus.
func (p *Palette) offers() (list []offer) {
	t := p.parts.Table()
	all := slices.DeleteFunc(slices.Clone(t.All()), func(c *command.Command) bool {
		return c.Unlisted || c.IsHidden() || c.ID == "palette.show"
	})
	for _, c := range t.Now() {
		all = append(all, &c)
	}
	groups := command.Groups()
	slices.SortStableFunc(all, func(a, b *command.Command) int {
		return cmp.Or(cmp.Compare(slices.Index(groups, a.Group), slices.Index(groups, b.Group)),
			cmp.Compare(a.InMenu(), b.InMenu()))
	})
	for _, c := range all {
		list = append(list, offerOf(c))
	}
	return list
}

// offerOf returns the offer of a command.
func offerOf(c *command.Command) offer {
	in := c.Group.Title()
	o := offer{
		title: c.FullName(), aside: strings.Trim(in+" · "+c.KeysWords(), " ·"), typed: c.Typed, do: c.Do,
		subject: match.NewSubject(c.Name(), c.Words, strings.Join([]string{
			c.Title, c.FullName(), c.Help, in, c.KeysWords(),
		}, " ")),
	}
	if !c.Offered() {
		o.why = words.Sentence(c.Why)
	}
	if o.typed || o.why != "" {
		o.subject = o.subject.Behind()
	}
	return o
}

// settings returns the offers to open the settings at one of them.
func (p *Palette) settings() (list []offer) {
	for _, s := range p.parts.Settings() {
		list = append(list, offer{
			title: s.Path + " › " + s.Name, typed: true, do: s.Show,
			subject: match.NewSubject(s.Name, s.Words, s.More+" "+s.Path),
		})
	}
	return list
}

// fillList fills the list with the offers that match the text.
func (s *sheet) fillList() {
	text := strings.TrimSpace(s.entry.Text)
	if text != "" && !s.hasAll {
		s.all, s.hasAll = append(s.all, s.presenter.settings()...), true
	}
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

func (s *sheet) goTo(place teletext.Place) offer {
	parts := s.presenter.parts
	title := strings.TrimSpace(say.Text("page.named", "Page", place) + " " + parts.Name(place.Page))
	return offer{title: title, aside: say.Text("menu.go"), do: func() { parts.GoTo(place) }}
}

// matching returns the offers that match a text, the best first; without a text, those that need no typing.
func matching(all []offer, text string) (found []offer) {
	var subjects []match.Subject
	for _, o := range all {
		subjects = append(subjects, o.subject)
	}
	for _, i := range match.Find(subjects, text) {
		if text != "" || !all[i].typed {
			found = append(found, all[i])
		}
	}
	return found
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
