package prefs

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"sextant/app/kiosk/playlist"
	"sextant/app/say"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
	"sextant/widgets/lists"
)

// A form shows a playlist as lists and fields. It has no state of its own: each change edits the text, which is parsed
// again before the next one.
type form struct {
	editor  *editor
	content *fyne.Container
	shown   *playlist.Playlist // nil if the text has an error
	at      int                // the index of the list

	which                *control.Choice
	list                 *lists.List
	empty                *core.Message
	entry                *control.Entry
	together, stay, days *control.Choice
	from, to             *control.Entry
	hours                *fyne.Container // the fields of a daypart
	preview              *canvas.Image
}

// stays returns the choices of the dwell; 0 is the service's.
func stays() []time.Duration {
	list := []time.Duration{0}
	for _, seconds := range []time.Duration{5, 8, 10, 15, 20, 30, 60, 120} {
		list = append(list, seconds*time.Second)
	}
	return list
}

// daySets returns the choices of days, with the key of their title. Other sets can be written in the text.
func daySets() [][2]string {
	return [][2]string{
		{"", "playlistForm.days.all"}, {"mon-fri", "playlistForm.days.week"}, {"sat-sun", "playlistForm.days.weekend"},
	}
}

func newForm(e *editor) *form {
	f := &form{editor: e, empty: core.NewMessage(), preview: canvas.NewImageFromImage(nil)}
	keys := e.dialog.Keys()
	f.preview.FillMode = canvas.ImageFillContain
	f.preview.SetMinSize(fyne.NewSize(224, 126))
	f.which = control.NewChoice(keys, []string{""}, func(string) { f.chooseList(f.which.SelectedIndex()) })
	f.list = lists.New(e.host.Tips(), lists.Actions{
		Name: func() string { return say.Text("playlistForm.shows") },
		Open: func(int) {}, Remove: f.remove, Move: f.move, Up: func() { e.dialog.Focus(f.which) },
		Typed: func(rune) {}, TypedKey: func(k *fyne.KeyEvent) { keys.Key(k.Name) }, Keys: keys,
		Shortcut: func(s fyne.Shortcut) {
			if c, is := s.(*desktop.CustomShortcut); !is || !e.shortcut(c) {
				keys.Shortcut(s)
			}
		},
	})
	f.list.SetChangeable(true)
	f.entry = control.NewEntry(keys, say.Text("playlistForm.add.example"))
	f.entry.OnSubmitted = func(string) { f.addItem(strings.TrimSpace(f.entry.Text)) }
	f.entry.OwnShortcut = e.shortcut
	f.entry.OnChanged = func(string) { e.dialog.SetStatus("") }
	special := func(title string, kind playlist.Kind) *control.PushButton {
		return control.NewPushButton(keys, say.Text(title), func() { f.addItem(playlist.Item{Kind: kind}.String()) })
	}
	adds := dialog.NewButtons(
		control.NewPushButton(keys, say.Text("button.add"), func() { f.addItem(strings.TrimSpace(f.entry.Text)) }),
		special("playlistForm.item.favourites", playlist.Favourites),
		special("playlistForm.item.changed", playlist.Changed),
	)
	rows := container.NewStack(f.list.Frame(), f.empty.Place)
	left := container.NewBorder(f.which, dialog.NewColumn(f.entry, adds), nil, nil, rows)
	fields := f.makeFields(keys)
	f.content = container.New(&halves{[]*control.Choice{f.together, f.stay, f.days}}, left, f.preview, fields)
	return f
}

// makeFields makes the fields beside the list.
func (f *form) makeFields(keys core.Keys) fyne.CanvasObject {
	label := func(key string) fyne.CanvasObject {
		text := core.NewCanvasText(theme.TextSize())
		core.SetCanvasText(text, say.Text(key))
		return text
	}
	f.together = control.NewChoice(keys, []string{"1", "2", "4"}, func(n string) { f.setKey("together", n) })
	var titles []string
	for _, d := range stays() {
		titles = append(titles, stayWords(d))
	}
	f.stay = control.NewChoice(keys, titles, func(string) { f.setStay() })
	titles = nil
	for _, d := range daySets() {
		titles = append(titles, say.Text(d[1]))
	}
	f.days = control.NewChoice(keys, titles, func(string) { f.setDays() })
	f.from, f.to = control.NewEntry(keys, "00:00"), control.NewEntry(keys, "00:00")
	for i, e := range []*control.Entry{f.from, f.to} {
		done := func() { f.setTime(i, e) }
		e.OnSubmitted, e.OnLeft = func(string) { done() }, done
	}
	f.hours = container.New(
		layout.NewFormLayout(), label("playlistForm.days"), f.days,
		label("playlistForm.from"), f.from, label("playlistForm.to"), f.to,
	)
	fields := container.New(
		layout.NewFormLayout(), label("playlistForm.together"), f.together, label("playlistForm.stay"), f.stay,
	)
	another := control.NewPushButton(keys, say.Text("playlistForm.daypart.add"), f.addDaypart)
	return container.NewVBox(fields, f.hours, dialog.NewButtons(another))
}

// stayWords returns a dwell in words.
func stayWords(d time.Duration) string {
	if d == 0 {
		return say.Text("playlistForm.stay.service")
	}
	return words.LengthWords(d)
}

// showLayout shows a picture of the list's layout, nil for none.
func (f *form) showLayout(picture image.Image) {
	f.preview.Image = picture
	f.preview.Refresh()
}

// showPlaylist shows a playlist, or, if it is nil, the error of the text.
func (f *form) showPlaylist(p *playlist.Playlist, wrong string) {
	f.shown = p
	if p == nil {
		f.list.SetRows(nil)
		f.empty.Say(say.Text("playlistForm.textIsWrong")+"\n"+wrong, true)
		return
	}
	f.at = min(f.at, len(p.Lists)-1)
	var names []string
	for _, l := range p.Lists {
		names = append(names, playlist.Called(l.Name))
	}
	f.which.SetWords(names, names[f.at])
	l := &p.Lists[f.at]
	var rows []lists.Row
	for i, it := range l.Items {
		rows = append(rows, lists.Row{ID: fmt.Sprint(i, it), Title: itemWords(it), Wide: true})
	}
	f.empty.Say("", false)
	f.list.SetRows(rows)
	f.together.SetWords([]string{"1", "2", "4"}, fmt.Sprint(l.Together))
	f.showFields(l)
}

// showFields shows the dwell and the hours of a list.
func (f *form) showFields(l *playlist.List) {
	var titles []string
	for _, d := range stays() {
		titles = append(titles, stayWords(d))
	}
	f.stay.SetWords(titles, stayWords(l.Dwell.Fixed))
	core.SetVisible(f.hours, f.at > 0)
	if f.at == 0 {
		return
	}
	from, to, days := l.Hours()
	f.from.SetText(from)
	f.to.SetText(to)
	chosen := strings.Join(days, ", ")
	titles = nil
	for _, set := range daySets() {
		title := say.Text(set[1])
		titles = append(titles, title)
		if slices.Equal(days, playlist.DaysOf(set[0])) {
			chosen = title
		}
	}
	f.days.SetWords(titles, chosen)
}

// itemWords describes an item.
func itemWords(it playlist.Item) string {
	switch {
	case it.Kind == playlist.Favourites:
		return say.Text("playlistForm.item.favourites")
	case it.Kind == playlist.Changed:
		return say.Text("playlistForm.item.changed")
	case it.Kind == playlist.Subpage || it.From == it.To:
		return say.Text("page.named", "Page", it.String())
	}
	return say.Text("playlistForm.item.range", "From", it.From, "To", it.To)
}

// chooseList shows another of the lists.
func (f *form) chooseList(at int) {
	f.at = max(0, at)
	f.editor.showNow()
}

// edit changes the text, if it can be edited by value.
func (f *form) edit(change func(text []byte) ([]byte, error)) {
	if f.shown == nil {
		return
	}
	text, err := change([]byte(f.editor.area.Text))
	if err != nil {
		f.editor.dialog.SetStatus(say.Text("playlistForm.textOnly"))
		return
	}
	if string(text) != f.editor.area.Text {
		f.editor.area.SetText(string(text))
		f.editor.showNow()
	}
}

// items returns the items of the list with their places in the text.
func (f *form) items() (list []playlist.Word) {
	for i := range f.shown.Lists[f.at].Items {
		list = append(list, playlist.Word{Was: i})
	}
	return list
}

func (f *form) remove(row int) {
	if f.shown == nil || len(f.shown.Lists[f.at].Items) < 2 {
		f.editor.dialog.SetStatus(say.Text("playlistForm.last"))
		return
	}
	f.reorder(slices.Delete(f.items(), row, row+1))
}

func (f *form) move(from, to int) {
	if f.shown == nil {
		return
	}
	list := f.items()
	moved := list[from]
	f.reorder(slices.Insert(slices.Delete(list, from, from+1), to, moved))
	f.list.GoTo(to)
}

// addItem appends an item.
func (f *form) addItem(word string) {
	if f.shown == nil || word == "" {
		return
	}
	if _, err := playlist.ParseItem(word); err != nil {
		f.editor.dialog.SetStatus(words.Whole(err))
		f.editor.dialog.Focus(f.entry)
		return
	}
	f.entry.SetText("")
	f.reorder(append(f.items(), playlist.Word{Was: -1, Text: word}))
}

func (f *form) reorder(show []playlist.Word) {
	f.edit(func(text []byte) ([]byte, error) { return playlist.SetShow(text, f.at, show) })
}

// setKey sets a key of the list to a value in the text's format, "" for its default.
func (f *form) setKey(key, value string) {
	f.edit(func(text []byte) ([]byte, error) { return playlist.Set(text, f.at, key, value) })
}

// setTime sets the start (0) or the end (1) of the daypart to the typed value, if it is a time and has changed.
func (f *form) setTime(end int, e *control.Entry) {
	if f.shown == nil || f.at == 0 {
		return
	}
	typed := strings.TrimSpace(e.Text)
	from, to, _ := f.shown.Lists[f.at].Hours()
	if typed == []string{from, to}[end] {
		return
	}
	if _, err := playlist.ParseClock(typed); err != nil {
		f.editor.dialog.SetStatus(words.Whole(err))
		return
	}
	f.setKey([]string{"from", "to"}[end], fmt.Sprintf("%q", typed))
}

func (f *form) setStay() {
	value := ""
	if d := stays()[max(0, f.stay.SelectedIndex())]; d > 0 {
		value = fmt.Sprintf("%q", d)
	}
	f.setKey("fixed", value)
}

func (f *form) setDays() {
	value := ""
	if set := daySets()[max(0, f.days.SelectedIndex())][0]; set != "" {
		value = fmt.Sprintf("[%q]", set)
	}
	f.setKey("days", value)
}

// addDaypart adds a list for a part of the day, and shows it.
func (f *form) addDaypart() {
	if f.shown == nil {
		return
	}
	name := ""
	for n := len(f.shown.Lists); name == "" || f.isTaken(name); n++ {
		name = say.Text("playlist.daypart", "Number", n)
	}
	f.at = len(f.shown.Lists)
	f.edit(func(text []byte) ([]byte, error) {
		return playlist.AddDaypart(text, name, "06:00", "09:00", cmp.Or(f.shown.Lists[0].Items[0].String(), "100")), nil
	})
}

// isTaken reports whether a list with the name exists.
func (f *form) isTaken(name string) bool {
	return slices.ContainsFunc(f.shown.Lists, func(l playlist.List) bool { return l.Name == name })
}

// halves is a layout with the list beside the preview with the fields below it, or above the fields in a narrow window.
type halves struct{ choices []*control.Choice }

const (
	halvesWide = 520
	halvesGap  = 16
)

// fit sets the width of the fields, and returns their height.
func (h *halves) fit(fields fyne.CanvasObject, width float32) float32 {
	fields.Resize(fyne.NewSize(width, fields.MinSize().Height))
	for _, c := range h.choices {
		c.SetWidth(c.Size().Width)
	}
	return fields.MinSize().Height
}

func (*halves) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, 160) }

func (h *halves) Layout(o []fyne.CanvasObject, size fyne.Size) {
	list, preview, fields := o[0], o[1], o[2]
	if size.Width < halvesWide {
		preview.Hide()
		high := h.fit(fields, size.Width)
		top := max(120, size.Height-high-halvesGap)
		list.Resize(fyne.NewSize(size.Width, top))
		list.Move(fyne.Position{})
		fields.Resize(fyne.NewSize(size.Width, high))
		fields.Move(fyne.NewPos(0, top+halvesGap))
		return
	}
	half := (size.Width - halvesGap) / 2
	high := h.fit(fields, half)
	list.Resize(fyne.NewSize(half, size.Height))
	list.Move(fyne.Position{})
	above := min(half*9/16, max(0, size.Height-high-halvesGap))
	core.SetVisible(preview, above > 40)
	preview.Resize(fyne.NewSize(half, above))
	preview.Move(fyne.NewPos(half+halvesGap, 0))
	fields.Resize(fyne.NewSize(half, high))
	fields.Move(fyne.NewPos(half+halvesGap, above+halvesGap))
}
