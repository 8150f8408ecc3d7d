// Package window is the main window: it builds the presenters, lays them out, hands them keys, and is their host.
package window

import (
	"fmt"
	"net/url"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sextant/app/browse"
	"sextant/app/desktop"
	"sextant/app/discover"
	"sextant/app/listen"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/ui/command"
	"sextant/app/ui/find"
	"sextant/app/ui/host"
	"sextant/app/ui/loop"
	"sextant/app/ui/media"
	"sextant/app/ui/page"
	"sextant/app/ui/playlists"
	"sextant/app/ui/playouts"
	"sextant/app/ui/prefs"
	"sextant/app/ui/save"
	"sextant/app/words"
	"sextant/widgets/core"
	"sextant/widgets/shell"
)

// Parts are what the window shows, and how the program runs.
type Parts struct {
	App      fyne.App
	Profile  settings.Profile
	Box      *settings.Box
	Tuner    *station.Tuner
	Listen   *listen.Controller
	Notifier *desktop.Notifier
	Place    browse.Place // where it begins
	// Do runs a function on the UI goroutine, and Now is the time in the machine's zone.
	Do  func(func())
	Now func() time.Time
	// Leave ends the program's loop.
	Leave func()
}

// A Window is the main window. What is not a matter of one presenter alone is decided here.
type Window struct {
	*notices
	*dialogs

	parts Parts
	win   fyne.Window
	tips  *core.Tips
	table *command.Table

	page      *page.Presenter
	find      *find.Presenter
	media     *media.Presenter
	panels    *panels
	keys      *keys
	ending    *ending
	attention *attention

	layout *shell.Layout
	body   *fyne.Container
	named  bool // the title may tell of the page
}

var _ host.Host = (*Window)(nil)

// New makes the window, which Run shows.
func New(parts Parts) (*Window, error) {
	w := &Window{parts: parts, win: loop.NewWindow(parts.App, "Sextant"), tips: core.NewTips(parts.Do)}
	w.notices = newNotices(w)
	w.dialogs = &dialogs{window: w}
	w.keys = &keys{window: w}
	w.ending = &ending{window: w}
	w.attention = &attention{window: w, front: true}
	w.panels = newPanels(w)
	parts.Tuner.Tuned.On(func(station.Change) { w.notices.dismiss() }) // first: what is said is about the service that is left
	w.page = page.New(w, page.Parts{
		Box: parts.Box, Tuner: parts.Tuner, Place: parts.Place, Turning: parts.Box.Get().Turning,
		Attention: w.attention.now, Pointer: w.panels.pointerMoved, Menu: w.keys.showContext, Switches: w.panels.switches(),
		Swap: w.panels.swapFoot, Reduced: desktop.ReducedMotion,
	})
	shows := playouts.New(w, playouts.Parts{Tuner: parts.Tuner, Listen: parts.Listen})
	w.media = media.New(w, media.Parts{
		Listen: parts.Listen, Nav: w.page.Nav, Tuner: parts.Tuner,
		Playouts: shows.Show, Close: w.panels.toggleDownloads, ShowBar: w.panels.showPlayer,
	})
	w.find = find.New(w, find.Parts{
		Tuner: parts.Tuner, Nav: w.page.Nav, Open: w.openFound, Close: w.panels.closeFinder, Opened: w.panels.uncoverPage,
		Notify: parts.Notifier.Send,
	})
	err := w.addCommands(
		w.page, w.panels, w.find, save.New(w, save.Parts{Box: parts.Box, Tuner: parts.Tuner, Nav: w.page.Nav, Shown: w.page.Shown}),
		w.media, prefs.New(w, prefs.Parts{Box: parts.Box, Tuner: parts.Tuner, Browse: discover.Browse}),
		playlists.New(w, playlists.Parts{Profile: parts.Profile, Now: parts.Now}), w.keys,
	)
	if err != nil {
		return nil, err
	}
	w.arrange()
	w.keys.bind()
	w.follow()
	return w, nil
}

// openFound opens a page that was found, with the words marked there that it was found by.
func (w *Window) openFound(place browse.Place, sought string, exact bool) {
	s := page.Sought{}
	if sought != "" {
		s = page.Sought{Page: place.Page, Words: sought, Exact: exact}
	}
	w.page.Open(place, s)
}

// A commander has commands.
type commander interface{ Commands() []command.Command }

func (w *Window) addCommands(list ...commander) error {
	w.table = command.NewTable(
		command.Below{Menu: command.PageMenu, At: command.Place{Menu: command.Main, Group: 0}},
		command.Below{Menu: command.ViewMenu, At: command.Place{Menu: command.Main, Group: 0}},
		command.Below{Menu: command.FileMenu, At: command.Place{Menu: command.Main, Group: 0}},
		command.Below{Menu: command.Colours, At: command.Place{Menu: command.ViewMenu, Group: 1}},
		command.Below{Menu: command.ViewMenu, At: command.Place{Menu: command.Context, Group: 2}},
		command.Below{Menu: command.PageMenu, At: command.Place{Menu: command.Context, Group: 2}},
	)
	for _, c := range list {
		if err := w.table.Add(c.Commands()...); err != nil {
			return err
		}
	}
	return nil
}

// arrange puts everything into the window.
func (w *Window) arrange() {
	set := w.parts.Box.Get()
	w.layout = &shell.Layout{
		Page: container.NewStack(w.page.Content, w.page.Echo), Notice: w.notices.notice,
		Downloads: w.media.Panel(), Finder: w.find.Panel(), Keypad: w.panels.keypad,
		Bars: []fyne.CanvasObject{w.page.Colours, w.page.TimeBar, w.page.Bar, w.media.Bar()}, Spare: w.page.Colours,
	}
	core.SetVisible(w.media.Panel(), set.Downloads)
	w.body = container.New(w.layout, w.layout.Objects()...)
	w.win.SetContent(container.NewStack(w.body, w.tips.Layer()))
	w.win.SetPadded(false)
	w.win.SetMaster()
	w.win.SetCloseIntercept(w.Quit)
	w.win.Resize(fyne.NewSize(set.Width, set.Height))
}

// follow takes in what changes elsewhere.
func (w *Window) follow() {
	w.parts.Tuner.Trouble.On(func(err error) {
		if err != nil {
			w.Tell(host.AboutStore, station.TroubleMessage(err))
			return
		}
		w.Settle(host.AboutStore)
		w.Mention(station.TroubleMessage(nil).Sentence)
	})
	w.parts.Tuner.Tuned.On(func(station.Change) {
		w.tellOfStore()
	})
	w.parts.Box.Unsaved.On(w.ending.tellUnsaved)
	w.attention.follow()
}

// tellOfStore tells of a store that is not as it should be.
func (w *Window) tellOfStore() {
	if m := station.StoreMessage(w.parts.Tuner.Current().Outcome); m.Sentence != "" {
		w.Tell(host.AboutStore, m)
	}
}

// Do runs a function on the UI goroutine. It may be called from any goroutine.
func (w *Window) Do(f func()) { w.parts.Do(f) }

// Now is the time, in the machine's zone.
func (w *Window) Now() time.Time { return w.parts.Now() }

// Canvas is where menus open and the keyboard is.
func (w *Window) Canvas() fyne.Canvas { return w.win.Canvas() }

// Tips shows tips beside what the pointer rests on.
func (w *Window) Tips() *core.Tips { return w.tips }

// Relayout places everything anew after something was shown or hidden. Refreshing the container would
// also draw all of it anew, and make what has never been shown.
func (w *Window) Relayout() {
	if w.layout != nil {
		w.layout.Layout(nil, w.body.Size())
	}
}

// Changed brings the title and the switches up to date.
func (w *Window) Changed() {
	if w.named {
		title := "Sextant"
		if of := w.page.Title(); of != "" {
			title += " – " + of
		}
		w.win.SetTitle(title)
	}
	if w.layout != nil {
		w.panels.showSwitches()
	}
}

// Raise brings the window to the front.
func (w *Window) Raise() { w.win.RequestFocus() }

// Copy puts a text on the clipboard.
func (w *Window) Copy(text string) { w.parts.App.Clipboard().SetContent(text) }

// CopyPicture puts a picture, as PNG, on the clipboard, and says how that went.
func (w *Window) CopyPicture(png []byte) {
	go func() {
		err := desktop.CopyPicture(png)
		w.Do(func() {
			if err != nil {
				w.Tell(host.AboutNothing, words.Message{Sentence: "The picture could not be copied.", Hint: words.FirstUpper(words.Reason(err).Error()) + "."})
				return
			}
			w.Mention("Copied the picture.")
		})
	}()
}

// OpenURL hands an address of the web to the desktop.
func (w *Window) OpenURL(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return err
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("addresses of the kind %q are not opened", u.Scheme)
	}
	return w.parts.App.OpenURL(w.parts.Tuner.Current().Outside(u))
}

// Begin goes to the first page. A complaint, which may be nil, is something to tell about the settings.
func (w *Window) Begin(fullscreen bool, complaint error) {
	if fullscreen {
		w.panels.setFull(true)
	}
	w.page.Begin()
	w.tellOfStore()
	if w.parts.Box.Get().Downloads {
		w.parts.Listen.Catalogue.Need()
	}
	if complaint != nil {
		w.ending.tellComplaint(complaint)
	}
}

// Run shows the window and returns when the program's loop has ended.
func (w *Window) Run() { w.win.ShowAndRun() }

// Stop ends what is asked for the page. It is called when the loop has ended.
func (w *Window) Stop() { w.page.Nav.Stop() }

// Quit ends the program for the user, who is asked first where settings would be lost with it.
func (w *Window) Quit() { w.ending.quit() }

// End ends the program for the system, which asks nobody and waits for nobody.
func (w *Window) End() { w.ending.end() }
