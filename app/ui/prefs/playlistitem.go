package prefs

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/say"
	"sextant/app/screen/playlist"
	"sextant/widgets/control"
)

// itemWords describes an item. name returns a page's name, "" for an unknown one.
func itemWords(it playlist.Item, name func(page int) string) string {
	switch {
	case it.Kind == playlist.Favourites:
		return say.Text("playlistForm.item.favourites")
	case it.Kind == playlist.Changed:
		return say.Text("playlistForm.item.changed")
	case it.From == it.To && name(it.From) != "":
		return it.String() + "  " + name(it.From)
	case it.From == it.To:
		return say.Text("page.named", "Page", it.String())
	}
	return say.Text("playlistForm.item.range", "From", it.From, "To", it.To)
}

// fixedStay is the key of how long each subpage of a list or an item stays.
const fixedStay = "dwell.fixed"

// ownStay returns how long each subpage of an item stays, 0 where that is not fixed or as in its list.
func ownStay(it playlist.Item) time.Duration {
	if !it.Own.Has(fixedStay) {
		return 0
	}
	return it.Manner.Dwell.Fixed
}

// showMenu opens the menu of an item, in which its own time is chosen.
func (f *form) showMenu(row int, at fyne.Position) {
	if f.shown == nil {
		return
	}
	it := f.shown.Lists[f.at].Items[row]
	var choices []*fyne.MenuItem
	for _, stay := range stays() {
		title := stayWords(stay)
		if stay == 0 {
			title = say.Text("playlistForm.stay.list")
		}
		choice := fyne.NewMenuItem(title, func() { f.setOwnStay(it, row, stay) })
		choice.Checked = stay == ownStay(it)
		choices = append(choices, choice)
	}
	times := fyne.NewMenuItem(say.Text("playlistForm.stay"), nil)
	times.ChildMenu = fyne.NewMenu("", choices...)
	remove := fyne.NewMenuItem(say.Text("button.remove"), func() {
		if f.isAt(it, row) {
			f.remove(row)
		}
	})
	remove.Shortcut = &desktop.CustomShortcut{KeyName: fyne.KeyDelete}
	control.Open(f.editor.host.Canvas(), fyne.NewMenu("", times, remove), control.At(at))
}

// isAt reports whether an item is still in its row.
func (f *form) isAt(it playlist.Item, row int) bool {
	return f.shown != nil && row < len(f.shown.Lists[f.at].Items) && f.shown.Lists[f.at].Items[row] == it
}

func (f *form) setOwnStay(it playlist.Item, row int, stay time.Duration) {
	if !f.isAt(it, row) || ownStay(it) == stay {
		return
	}
	f.edit(func(text []byte) ([]byte, error) {
		return playlist.SetOwn(text, f.at, row, fixedStay, playlist.DurationValue(stay))
	})
}
