package screen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/say"
	"sextant/app/screen/playlist"
	"sextant/app/settings"
	"sextant/app/ui/host"
	"sextant/app/ui/loop"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
)

// What can be shown, in the order of the choice. The settings have these words.
const (
	onePage    = "page"
	manyPages  = "pages"
	favourites = "favourites"
	ownList    = "playlist"
)

// A form asks what to show, and on which monitor.
type form struct {
	presenter *Presenter
	dialog    *dialog.Dialog
	what      *control.Choice
	pages     *control.Entry
	together  *control.Choice
	monitor   *control.Choice
	monitors  []loop.Monitor
	kinds     []string // what can be shown now
	typed     string   // the pages that were typed last
	fills     bool     // the field of pages is being filled in, not typed into
	counted   bool     // the user has chosen how many pages are shown at once
}

// ask opens the form, with what was shown last.
func (p *Presenter) ask() {
	f := &form{presenter: p, dialog: p.host.NewServiceDialog(say.Text("screen.title")), monitors: p.parts.Monitors()}
	keys, last := f.dialog.Keys(), p.parts.Box.Get().Screen
	f.kinds = []string{onePage, manyPages, favourites, ownList}
	if !p.hasFavourites() {
		f.kinds = []string{onePage, manyPages, ownList}
	}
	f.what = control.NewChoice(keys, f.titles(), func(string) {
		if f.fillIn(); f.kind() == manyPages {
			f.dialog.Focus(f.pages)
		}
	})
	f.pages = control.NewEntry(keys, say.Text("playlistForm.add.example"))
	f.pages.OnChanged = func(string) { f.onTyped() }
	f.pages.OnSubmitted = func(string) { f.show() }
	f.typed = last.Pages
	f.together = control.NewChoice(keys, counts(), func(string) { f.counted = true })
	f.together.SetWords(counts(), strconv.Itoa(max(1, last.Together)))
	f.counted = last.What == manyPages
	fields := dialog.NewForm()
	fields.Add(say.Text("screen.what"), f.what)
	fields.Add(say.Text("screen.pages"), f.pages)
	fields.Add(say.Text("playlistForm.together"), f.together)
	f.monitor = control.NewChoice(keys, f.monitorTitles(), nil)
	f.chooseMonitor(last.Monitor)
	if len(f.monitors) > 1 {
		fields.Add(say.Text("screen.monitor"), f.monitor)
	}
	f.dialog.SetForm(fields)
	f.dialog.StatusLines = 2
	show := control.NewPushButton(keys, say.Text("screen.begin"), f.show).Strong()
	f.dialog.SetButtons(
		control.NewPushButton(keys, say.Text("kioskPrefs.edit"), func() {
			f.dialog.Close()
			p.parts.Edit()
		}),
		host.CloseButton(f.dialog, say.Text("button.cancel")), show,
	)
	f.what.SetWords(f.titles(), f.titles()[max(0, slices.Index(f.kinds, last.What))])
	f.fillIn()
	p.host.Open(f.dialog, fyne.NewSize(480, 380), f.pages, nil)
}

// titles returns what can be shown, in words.
func (f *form) titles() (titles []string) {
	p := f.presenter
	for _, kind := range f.kinds {
		switch kind {
		case onePage:
			name := strings.TrimSpace(fmt.Sprintf("%d  %s", p.page(), p.parts.Name(p.page())))
			titles = append(titles, say.Text("screen.what.page", "Page", name))
		case manyPages:
			titles = append(titles, say.Text("screen.what.pages"))
		case favourites:
			titles = append(titles, say.Count("screen.what.favourites", len(p.favourites())))
		case ownList:
			titles = append(titles, say.Text("screen.what.playlist"))
		}
	}
	return titles
}

// monitorTitles returns the monitors with their sizes, and which is the window's.
func (f *form) monitorTitles() (titles []string) {
	for i, m := range f.monitors {
		key := "screen.monitor.other"
		if i+1 == f.presenter.parts.Monitor() {
			key = "screen.monitor.own"
		}
		size := m.Bounds.Size()
		titles = append(titles, say.Text(key, "Number", i+1, "Width", size.X, "Height", size.Y))
	}
	if len(titles) == 0 {
		titles = []string{""}
	}
	return titles
}

// chooseMonitor chooses a monitor by its number, or the window's if it is not there.
func (f *form) chooseMonitor(number int) {
	if number < 1 || number > len(f.monitors) {
		number = max(1, f.presenter.parts.Monitor())
	}
	titles := f.monitorTitles()
	f.monitor.SetWords(titles, titles[min(number, len(titles))-1])
}

func (f *form) kind() string { return f.kinds[max(0, f.what.SelectedIndex())] }

// fillIn shows the pages of what is chosen.
func (f *form) fillIn() {
	p, text := f.presenter, ""
	switch f.kind() {
	case manyPages:
		text = f.typed
	case onePage:
		text = strconv.Itoa(p.page())
	case favourites:
		text = numbersOf(p.favourites())
	}
	f.fills = true
	f.pages.SetText(text)
	f.fills = false
	f.showState()
}

// onTyped chooses the typed pages, and shows all of them at once unless the user has chosen another number.
func (f *form) onTyped() {
	if f.fills {
		return
	}
	f.typed = f.pages.Text
	f.what.SetWords(f.titles(), f.titles()[slices.Index(f.kinds, manyPages)])
	if items, err := playlist.ParseItems(f.typed); err == nil && !f.counted {
		f.together.SetWords(counts(), strconv.Itoa(playlist.TogetherFor(max(1, len(items)))))
	}
	f.showState()
}

// showState shows which fields apply, and how to leave.
func (f *form) showState() {
	if f.kind() == onePage || f.kind() == ownList {
		f.together.Disable()
	} else {
		f.together.Enable()
	}
	f.dialog.SetStatus(f.explanation())
}

// counts returns how many pages can be shown at once.
func counts() (words []string) {
	for _, n := range playlist.Together() {
		words = append(words, strconv.Itoa(n))
	}
	return words
}

// numbersOf joins numbers of pages.
func numbersOf(pages []int) string {
	var all []string
	for _, page := range pages {
		all = append(all, strconv.Itoa(page))
	}
	return strings.Join(all, ", ")
}

// explanation says what the playlist is, and how to leave the screen.
func (f *form) explanation() string {
	if f.kind() == ownList {
		return say.Text("screen.playlist.explained") + " " + say.Text("screen.howToLeave")
	}
	return say.Text("screen.howToLeave")
}

// list returns what is chosen, nil for the playlist.
func (f *form) list() (*playlist.Playlist, error) {
	together, _ := strconv.Atoi(f.together.Selected)
	switch f.kind() {
	case onePage:
		return f.presenter.shownPage(), nil
	case favourites:
		return playlist.Of([]playlist.Item{{Kind: playlist.Favourites}}, together), nil
	case ownList:
		return nil, nil
	}
	items, err := playlist.ParseItems(f.pages.Text)
	if err == nil && len(items) == 0 {
		err = say.Error("screen.noPages")
	}
	if err != nil {
		return nil, err
	}
	return playlist.Of(items, together), nil
}

// show shows what is chosen, and remembers it.
func (f *form) show() {
	list, err := f.list()
	if err != nil {
		f.dialog.SetStatus(words.Whole(err))
		f.dialog.Focus(f.pages)
		return
	}
	together, _ := strconv.Atoi(f.together.Selected)
	chosen := settings.Screen{
		What: f.kind(), Pages: f.typed, Together: together, Monitor: f.monitor.SelectedIndex() + 1,
	}
	f.presenter.parts.Box.Change(func(s *settings.Settings) { s.Screen = chosen })
	f.dialog.Close()
	f.presenter.showOn(list, chosen.Monitor)
}
