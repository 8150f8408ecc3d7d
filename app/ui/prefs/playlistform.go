package prefs

import (
	"cmp"
	"fmt"
	"image"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/say"
	"sextant/app/screen/playlist"
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

	which   *control.Choice
	list    *lists.List
	empty   *core.Message
	entry   *control.Entry
	fields  []*formField
	preview *canvas.Image
}

func newForm(e *editor) *form {
	f := &form{editor: e, empty: core.NewMessage(), preview: canvas.NewImageFromImage(nil), fields: formFields()}
	scroll := core.NewVScroll(nil)
	keys := e.dialog.Keys()
	keys.Reached = func(o fyne.CanvasObject) { dialog.ShowIn(scroll, o) }
	f.preview.FillMode = canvas.ImageFillContain
	f.preview.SetMinSize(fyne.NewSize(224, 126))
	f.which = control.NewChoice(keys, []string{""}, func(string) { f.chooseList(f.which.SelectedIndex()) })
	f.list = lists.New(e.host.Tips(), lists.Actions{
		Name: func() string { return say.Text("playlistForm.shows") },
		Open: func(int) {}, Menu: f.showMenu, Tool: func(row, _ int, at fyne.Position) { f.showMenu(row, at) },
		Remove: f.remove, Move: f.move, Up: func() { e.dialog.Focus(f.which) },
		Typed: func(rune) {}, TypedKey: func(k *fyne.KeyEvent) { keys.Key(k.Name) }, Keys: keys,
		Shortcut: func(s fyne.Shortcut) {
			if c, is := s.(*desktop.CustomShortcut); !is || !e.shortcut(c) {
				keys.Shortcut(s)
			}
		},
	})
	f.list.SetChangeable(true)
	f.entry = control.NewEntry(keys, say.Text("playlistForm.add.example"))
	f.entry.OnSubmitted = func(string) { f.addItems(f.entry.Text) }
	f.entry.OwnShortcut = e.shortcut
	f.entry.OnChanged = func(string) { e.dialog.SetStatus(e.said) }
	special := func(title string, kind playlist.Kind) *control.PushButton {
		return control.NewPushButton(keys, say.Text(title), func() { f.addItems(playlist.Item{Kind: kind}.String()) })
	}
	adds := dialog.NewButtons(
		control.NewPushButton(keys, say.Text("button.add"), func() { f.addItems(f.entry.Text) }),
		special("playlistForm.item.favourites", playlist.Favourites),
		special("playlistForm.item.changed", playlist.Changed),
	)
	rows := container.NewStack(f.list.Frame(), f.empty.Place)
	left := container.NewBorder(f.which, dialog.NewColumn(f.entry, adds), nil, nil, rows)
	fields := f.makeFields(keys)
	sides := &halves{
		choices: f.choices(),
		narrow:  func() bool { return e.host.Canvas().Size().Width < halvesWide },
	}
	scroll.Content = container.New(sides, left, f.preview, fields)
	f.content = container.NewStack(scroll, core.NewWheel(scroll.Scrolled))
	return f
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
	name, more := f.editor.parts.Tuner.Current().Directory.Name, []lists.Tool{{Icon: "more", Tip: say.Text("row.more")}}
	for i, it := range l.Items {
		row := lists.Row{ID: fmt.Sprint(i, it), Title: itemWords(it, name), Wide: true, Tools: more}
		if stay := ownStay(it); stay > 0 {
			row.Aside = stayWords(stay)
		}
		rows = append(rows, row)
	}
	f.empty.Say("", false)
	f.list.SetRows(rows)
	for _, d := range f.fields {
		d.show(l, f.at > 0)
	}
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
	f.editor.replace(string(text))
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

// addItems appends typed items.
func (f *form) addItems(typed string) {
	if f.shown == nil {
		return
	}
	items, err := playlist.ParseItems(typed)
	if err != nil {
		f.editor.dialog.SetStatus(words.Whole(err))
		f.editor.dialog.Focus(f.entry)
		return
	}
	all := f.items()
	for _, it := range items {
		all = append(all, playlist.Word{Was: -1, Text: it.String()})
	}
	f.entry.SetText("")
	f.reorder(all)
}

func (f *form) reorder(show []playlist.Word) {
	f.edit(func(text []byte) ([]byte, error) { return playlist.SetShow(text, f.at, show) })
}

// setKey sets a key of the list to a value in the text's format, "" for its default.
func (f *form) setKey(key, value string) {
	f.edit(func(text []byte) ([]byte, error) { return playlist.Set(text, f.at, key, value) })
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

// halves is a layout with the list beside the preview with the fields below it, or above the fields in a narrow window,
// where it scrolls.
type halves struct {
	choices []*control.Choice
	narrow  func() bool
}

const (
	halvesWide = 580 // the width of a window that has room for both
	halvesGap  = 16
	listHigh   = 160 // of the list with its fields, where it scrolls
)

// fit sets the width of the fields, and returns their height.
func (h *halves) fit(fields fyne.CanvasObject, width float32) float32 {
	fields.Resize(fyne.NewSize(width, fields.MinSize().Height))
	for _, c := range h.choices {
		c.SetWidth(c.Size().Width)
	}
	return fields.MinSize().Height
}

func (h *halves) MinSize(o []fyne.CanvasObject) fyne.Size {
	if !h.narrow() {
		return fyne.NewSize(200, 160)
	}
	return fyne.NewSize(200, listHigh+halvesGap+o[2].MinSize().Height)
}

func (h *halves) Layout(o []fyne.CanvasObject, size fyne.Size) {
	list, preview, fields := o[0], o[1], o[2]
	if h.narrow() {
		preview.Hide()
		width := size.Width - core.ScrollBarRoom
		list.Resize(fyne.NewSize(width, listHigh))
		list.Move(fyne.Position{})
		fields.Resize(fyne.NewSize(width, h.fit(fields, width)))
		fields.Move(fyne.NewPos(0, listHigh+halvesGap))
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
