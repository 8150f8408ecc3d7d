// Package window is the main window: it builds the presenters, lays them out, passes them keys, shows notices, and is
// their host. A Set holds all windows of the program.
package window

import (
	"context"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"sextant/app/desktop"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/teletext"
	"sextant/app/ui/command"
	"sextant/app/ui/find"
	"sextant/app/ui/host"
	"sextant/app/ui/loop"
	"sextant/app/ui/page"
	"sextant/app/ui/prefs"
	"sextant/app/ui/save"
	"sextant/app/ui/screen"
	"sextant/app/ui/sound"
	"sextant/app/ui/wall"
	"sextant/app/ui/watch"
	"sextant/app/words"
	"sextant/widgets/core"
)

// A Window is the main window. It handles what concerns several presenters.
type Window struct {
	*notices
	*dialogs

	parts Parts
	win   fyne.Window
	tips  *core.Tips
	table *command.Table

	page      *page.Presenter
	find      *find.Presenter
	watch     *watch.Presenter
	aloud     *page.Aloud
	media     *sound.Presenter
	prefs     *prefs.Presenter
	screen    *screen.Presenter
	walls     *wall.Presenter
	panels    *panels
	keys      *keys
	ending    *ending
	news      *newsDialog
	attention *attention

	strip  *demoStrip
	layout *layout
	body   *fyne.Container
	named  bool // the title may name the page
	frame  settings.Frame
	ends   []func()        // called when it is closed
	life   context.Context // ends when it is closed
	closed bool
}

var _ host.Host = (*Window)(nil)

// New makes the window. Begin loads its first page, and Show shows it.
func New(parts Parts) (*Window, error) {
	w := &Window{parts: parts, frame: parts.Frame, tips: core.NewTips(parts.Do)}
	if parts.Before != nil {
		w.win = parts.Before.win
	} else {
		w.win = loop.NewWindow(parts.App, "Sextant")
	}
	w.dialogs = &dialogs{window: w}
	w.keys = &keys{window: w}
	life, end := context.WithCancel(context.Background())
	w.life = life
	w.AtClose(end)
	w.notices = newNotices(w)
	w.ending = &ending{window: w}
	w.news = &newsDialog{window: w}
	w.attention = &attention{window: w, front: true}
	w.panels = newPanels(w)
	// The first subscription, because all notices are about the service before.
	w.AtClose(parts.Tuner.Tuned.On(func(c station.Change) {
		w.notices.dismiss()
		if !c.SameService {
			w.dialogs.leaveService()
		}
	}))
	if err := w.present(); err != nil {
		w.Stop()
		return nil, err
	}
	w.strip = newDemoStrip(w)
	w.arrange()
	w.keys.bind()
	w.subscribe()
	scanBy(w)
	return w, nil
}

// present makes the presenters, and the table of their commands.
func (w *Window) present() error {
	parts := w.parts
	w.page = page.New(w, page.Parts{
		Box: parts.Box, Tuner: parts.Tuner, Place: parts.Place, Turning: parts.Box.Get().Turning,
		Attention: w.attention.now, Pointer: w.panels.pointerMoved, Menu: w.keys.showContext,
		LinkMenu: w.keys.showLinkMenu, Switches: w.panels.switches(), ToggleFavourite: func() {
			w.table.Do("find.favourite")
		}, FavouritesMenu: w.keys.showFavourites,
		Strip: w.panels.showDayStrip, Reduced: desktop.ReducedMotion, Keypad: w.panels.toggleKeypad,
		Turned:    func() { w.aloud.Left() },
		Line:      func() host.LineAction { return w.watch.LineAction() },
		IsWatched: func(page int) bool { return w.watch.IsWatched(page) },
	})
	w.watch = watch.New(w, watch.Parts{
		Tuner: parts.Tuner, Nav: w.page.Nav, Attention: w.attention.now, Line: w.page.MenuLine,
		Open: func(place teletext.Place, line string) {
			w.page.Open(place, page.Sought{Page: place.Page, Line: line})
		},
		Notify: parts.Notifier.Send,
	})
	w.aloud = page.NewAloud(w.page, parts.Listen.Sound, parts.Voice)
	shows := sound.NewPlayouts(w, sound.PlayoutParts{Tuner: parts.Tuner, Listen: parts.Listen})
	w.media = sound.New(w, sound.Parts{
		Listen: parts.Listen, Nav: w.page.Nav, Tuner: parts.Tuner,
		Playouts: shows.Show, Close: w.panels.toggleDownloads, ShowBar: w.panels.showPlayer,
		Developers: func() bool { return parts.Box.Get().Developers },
	})
	w.find = find.New(w, find.Parts{
		Tuner: parts.Tuner, Nav: w.page.Nav, Open: w.openFound,
		ShowFavourites: func() { w.panels.showFinder(find.Favourites) },
		Close:          w.panels.closeFinder, Opened: w.panels.uncoverPage,
		Words: w.watch.WordsAction(),
	})
	w.walls = wall.NewPresenter(w, parts.Tuner, parts.Desk)
	w.screen = screen.New(w, screen.Parts{
		Screen: parts.Screen, Tuner: parts.Tuner, Box: parts.Box,
		Shown:    func() teletext.Place { return w.page.Nav.Shown() }, // of the service that is tuned in
		Name:     func(page int) string { return w.page.Nav.Directory().Name(page) },
		Monitors: loop.Monitors, Monitor: func() int { return loop.MonitorOf(w.win) },
		Edit: func() { w.table.Do("playlists.show") },
	})
	w.prefs = prefs.New(w, prefs.Parts{
		Profile: parts.Profile, Startup: parts.Startup, Box: parts.Box, Tuner: parts.Tuner, Browse: parts.Browse,
		Voices: parts.Voice.Voices, Keymap: parts.Keymap, Table: func() *command.Table { return w.table },
		OpenFolder: w.openFolder, SizeIsGiven: parts.Dress.SizeIsGiven(),
	})
	return w.addCommands(
		w.page, w.aloud, w.panels, w.find, w.watch,
		save.New(w, save.Parts{Box: parts.Box, Tuner: parts.Tuner, Nav: w.page.Nav, Shown: w.page.Shown}),
		w.media, w.prefs, w.screen,
		prefs.NewPlaylists(w, prefs.PlaylistParts{
			Profile: parts.Profile, Tuner: parts.Tuner, Now: parts.Now, Show: w.screen.ShowPlaylist,
		}),
		find.NewPalette(w, find.PaletteParts{
			Table: func() *command.Table { return w.table }, Settings: w.prefs.Settings, GoTo: w.GoTo,
			Name: func(page int) string { return w.page.Nav.Directory().Name(page) },
		}),
		w.walls, w.keys,
	)
}

// openFound opens a page of a search, with the words of the search marked.
func (w *Window) openFound(place teletext.Place, sought string, exact bool) {
	s := page.Sought{}
	if sought != "" {
		s = page.Sought{Page: place.Page, Words: sought, Exact: exact}
	}
	w.page.Open(place, s)
}

// arrange sets the window's content.
func (w *Window) arrange() {
	set := w.parts.Box.Get()
	w.layout = &layout{
		page: container.NewStack(w.page.Content, w.page.Echo), notice: w.notices.notice,
		downloads: w.media.Panel(), finder: w.find.Panel(), keypad: w.panels.keypad,
		strip: w.strip.strip, day: w.page.DayStrip,
		player: w.media.Bar(), colours: w.page.Colours, bar: w.page.Bar,
		edge: newPanelEdge(w.panels.dragEdge, w.panels.keepEdge), side: set.PanelWidth, setAround: w.page.SetAround,
	}
	core.SetVisible(w.media.Panel(), set.Downloads)
	w.body = container.New(w.layout, w.layout.objects()...)
	w.win.SetContent(container.NewStack(w.body, w.tips.Layer()))
	w.win.SetPadded(false)
	w.win.SetCloseIntercept(w.Close)
	if w.parts.Before == nil {
		w.place()
	}
}

// subscribe subscribes to changes elsewhere.
func (w *Window) subscribe() {
	w.AtClose(w.parts.Tuner.Trouble.On(func(err error) {
		w.Settle(host.AboutStore)
		switch {
		case !w.Speaks():
		case err != nil:
			w.ShowNotice(host.AboutStore, words.StoreTrouble(err))
		default:
			w.Done(words.StoreTrouble(nil).Sentence)
		}
	}))
	w.AtClose(w.parts.Tuner.Tuned.On(func(c station.Change) {
		if !c.To.IsDemo {
			w.parts.Box.Change(func(s *settings.Settings) { s.KnowsDemo = true })
		}
		w.panels.showBars()
		w.showStoreTrouble()
	}))
	w.AtClose(w.parts.Keymap.Changed.On(func(struct{}) {
		w.keys.rekey()
		w.page.KeysChanged()
		w.prefs.KeysChanged()
	}))
	w.AtClose(w.parts.Keymap.Unsaved.On(func(err error) {
		if w.Speaks() {
			w.ShowNotice(host.AboutSettings, words.Message{Sentence: say.Text("keymap.notSaved"), Hint: words.Why(err)})
		}
	}))
	w.AtClose(w.parts.Box.Unsaved.On(w.ending.showUnsaved))
	// The strip may be closed in another window.
	w.AtClose(w.parts.Box.On(settings.WindowPart, w.panels.showBars))
}

// showStoreTrouble shows a problem of the store.
func (w *Window) showStoreTrouble() {
	if m := words.StoreMessage(w.parts.Tuner.Current().Outcome); m.Sentence != "" {
		w.ShowNotice(host.AboutStore, m)
	}
}

// Do posts a function to the UI goroutine. It may be called on any goroutine.
func (w *Window) Do(f func()) { w.parts.Do(f) }

// Now returns the time, in the local zone.
func (w *Window) Now() time.Time { return w.parts.Now() }

// Canvas returns the window's canvas.
func (w *Window) Canvas() fyne.Canvas { return w.win.Canvas() }

// Tips returns the layer that shows the tips of controls.
func (w *Window) Tips() *core.Tips { return w.tips }

// Relayout lays out the window again after something was shown or hidden. Refreshing the container would also redraw
// all of it, and create the renderers of objects that have never been shown.
func (w *Window) Relayout() {
	if w.layout != nil {
		w.layout.Layout(nil, w.body.Size())
		canvas.Refresh(w.tips.Layer())
	}
}

// Changed updates the title and the switches.
func (w *Window) Changed() {
	if w.named {
		title := "Sextant"
		if of := w.page.Title(); of != "" {
			title += " – " + of
		}
		w.win.SetTitle(title)
		w.parts.Desk.Changed()
	}
	if w.layout != nil {
		w.panels.showSwitches()
	}
}

// Raise brings the window to the front.
func (w *Window) Raise() { w.win.RequestFocus() }

// Begin goes to the first page. A complaint, which may be nil, is the error of reading the settings.
func (w *Window) Begin(fullscreen bool, complaint error) {
	if fullscreen {
		w.panels.setFull(true)
	}
	w.page.Begin()
	w.media.Begin()
	w.showStoreTrouble()
	if w.parts.Box.Get().Downloads {
		w.parts.Listen.Catalogue.Need()
	}
	w.news.offer()
	if complaint != nil {
		w.ending.showComplaint(complaint)
	}
}

// Show shows the window. The title has the page only afterwards: the window's class, by which desktops recognise the
// program, is made from the title at its creation.
func (w *Window) Show() {
	w.attention.hidden = false
	w.win.Show()
	w.Do(func() {
		if !w.named {
			w.named = true
			w.keys.hear()
			if w.parts.Guard != nil {
				w.parts.Guard(w.win)
			}
		}
		w.Changed()
	})
}

// Renewed replaces the window by one in the current language, and stops this one. What it shows, what it is loading and
// the user's history stay.
func (w *Window) Renewed() (*Window, error) {
	parts := w.parts
	parts.Before, parts.Place, parts.Frame = w, w.here(), w.State().Frame
	to, loading := w.page.Nav.Target()
	prefs, full := w.prefs.IsOpen(), w.panels.full
	for o := w.Canvas().Overlays(); o.Top() != nil; {
		o.Remove(o.Top())
	}
	again, err := New(parts)
	if err != nil {
		return nil, err
	}
	w.Stop()
	again.page.Nav.Follow(w.page.Nav.Browser)
	again.attention.hidden, again.attention.front = w.attention.hidden, w.attention.front
	again.named = true
	again.keys.hear()
	again.Begin(full, nil)
	if loading {
		again.GoTo(to)
	}
	if prefs {
		again.prefs.ShowLanguage()
	}
	again.Changed()
	return again, nil
}

// Seen returns the toolkit's window, nil while it is hidden.
func (w *Window) Seen() fyne.Window {
	if w.attention.hidden {
		return nil
	}
	return w.win
}

// GoTo goes to a place, like the user.
func (w *Window) GoTo(place teletext.Place) { w.page.Nav.Run(w.page.Nav.GoTo(place)) }

// AtClose registers a function to be called when the window is closed.
func (w *Window) AtClose(end func()) { w.ends = append(w.ends, end) }

// Speaks reports whether this is the window that shows the notices that concern all windows.
func (w *Window) Speaks() bool { return w.parts.Desk.Speaks(w) }

// Close closes the window for the user.
func (w *Window) Close() { w.parts.Desk.Close(w) }

// Hide hides the window until Show.
func (w *Window) Hide() {
	w.attention.hidden = true
	w.win.Hide()
}

// Shut closes the toolkit's window.
func (w *Window) Shut() {
	w.Stop()
	loop.Close(w.win)
}

// Stop cancels the page's requests, and unsubscribes. It must be called when the window is closed, or when the loop has
// ended.
func (w *Window) Stop() {
	if w.closed {
		return
	}
	w.closed = true
	for _, end := range w.ends {
		end()
	}
	w.page.Nav.Stop()
}

// Quit ends the program for the user, who is asked first if settings would be lost.
func (w *Window) Quit() { w.ending.quit() }

// End ends the program for the system, without asking or waiting.
func (w *Window) End() { w.ending.end() }
