// Package window is the main window: it builds the presenters, lays them out, hands them keys, and is their host. A
// Set is all windows of the program.
package window

import (
	"context"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"sextant/app/browse"
	"sextant/app/desktop"
	"sextant/app/discover"
	"sextant/app/listen"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/ui/command"
	"sextant/app/ui/find"
	"sextant/app/ui/host"
	"sextant/app/ui/loop"
	"sextant/app/ui/media"
	"sextant/app/ui/page"
	"sextant/app/ui/prefs"
	"sextant/app/ui/save"
	"sextant/app/ui/wall"
	"sextant/app/ui/watch"
	"sextant/app/voice"
	"sextant/app/words"
	"sextant/widgets/core"
	"sextant/widgets/shell"
)

// Parts are what the window shows, and how the program runs.
type Parts struct {
	App      fyne.App
	Profile  settings.Profile
	Box      *settings.Box
	Keymap   *settings.Keymap
	Tuner    *station.Tuner
	Listen   *listen.Controller
	Voice    *voice.Engine
	Notifier *desktop.Notifier
	Place    browse.Place // where it begins
	// Frame is where the window was, not known where it is opened for the first time.
	Frame settings.Frame
	// Before is the window whose place this one takes, in another language; nil for none.
	Before *Window
	// Desk has all windows.
	Desk  Desk
	Dress *loop.Dress // how all windows look
	// Front, which may be nil, is called when a window came to the front, or has left it.
	Front func(w fyne.Window, front bool)
	// Do runs a function on the UI goroutine, and Now is the time in the machine's zone.
	Do  func(func())
	Now func() time.Time
	// Leave ends the program's loop.
	Leave func()
}

// A Desk has all windows. It belongs to the UI goroutine.
type Desk interface {
	// Open opens another window at a place, and OpenWall one with many pages.
	Open(place browse.Place)
	OpenWall(pages []int)
	// Close closes a window, and with the last one the program.
	Close(w *Window)
	// Raise brings the window that was there last to the front, also where it was hidden.
	Raise()
	// Speaks reports whether a window is the one that shows what concerns all.
	Speaks(w *Window) bool
	// Focused is called when a window has the keyboard.
	Focused(w *Window)
	// Changed is called when a window is at another place.
	Changed()
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
	watch     *watch.Presenter
	aloud     *page.Aloud
	media     *media.Presenter
	prefs     *prefs.Presenter
	panels    *panels
	keys      *keys
	ending    *ending
	news      *newsDialog
	attention *attention

	strip  *demoStrip
	layout *shell.Layout
	body   *fyne.Container
	named  bool // the title may name the page
	frame  settings.Frame
	ends   []func()        // called when it is closed
	life   context.Context // until then
	closed bool
}

var _ host.Host = (*Window)(nil)

// New makes the window, which Run shows.
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
	// first: what is said is about the service that is left
	w.AtClose(parts.Tuner.Tuned.On(func(station.Change) { w.notices.dismiss() }))
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
		},
		Strip: w.panels.showDayStrip, Reduced: desktop.ReducedMotion, Keypad: w.panels.toggleKeypad,
		Touch: desktop.HasTouchScreen(), Turned: func() { w.aloud.Left() },
		WatchLine: func() { w.watch.WatchLine() },
	})
	w.aloud = page.NewAloud(w.page, parts.Listen.Sound, parts.Voice)
	shows := media.NewPlayouts(w, media.PlayoutParts{Tuner: parts.Tuner, Listen: parts.Listen})
	w.media = media.New(w, media.Parts{
		Listen: parts.Listen, Nav: w.page.Nav, Tuner: parts.Tuner,
		Playouts: shows.Show, Close: w.panels.toggleDownloads, ShowBar: w.panels.showPlayer,
	})
	w.find = find.New(w, find.Parts{
		Tuner: parts.Tuner, Nav: w.page.Nav, Open: w.openFound,
		Close: w.panels.closeFinder, Opened: w.panels.uncoverPage,
		Watch: func(words string) { w.watch.Words(words) },
	})
	w.watch = watch.New(w, watch.Parts{
		Tuner: parts.Tuner, Nav: w.page.Nav, Attention: w.attention.now, Line: w.page.MenuLine,
		Open: func(place browse.Place, line string) {
			w.page.Open(place, page.Sought{Page: place.Page, Line: line})
		},
		Notify: parts.Notifier.Send,
	})
	w.prefs = prefs.New(w, prefs.Parts{
		Profile: parts.Profile, Box: parts.Box, Tuner: parts.Tuner, Browse: discover.Browse,
		Voices: parts.Voice.Voices, Keymap: parts.Keymap, Table: func() *command.Table { return w.table },
		OpenFolder: w.openFolder, SizeIsGiven: parts.Dress.SizeIsGiven(),
	})
	return w.addCommands(
		w.page, w.aloud, w.panels, w.find, w.watch,
		save.New(w, save.Parts{Box: parts.Box, Tuner: parts.Tuner, Nav: w.page.Nav, Shown: w.page.Shown}),
		w.media, w.prefs,
		prefs.NewPlaylists(w, prefs.PlaylistParts{Profile: parts.Profile, Now: parts.Now}),
		find.NewPalette(w, find.PaletteParts{
			Table: func() *command.Table { return w.table }, GoTo: w.GoTo, Name: func(page int) string {
				return w.page.Nav.Directory().Name(page)
			},
		}),
		wall.NewPresenter(w, parts.Tuner, parts.Desk.OpenWall), w.keys,
	)
}

// openFound opens a page that was found, with the words marked there that it was found by.
func (w *Window) openFound(place browse.Place, sought string, exact bool) {
	s := page.Sought{}
	if sought != "" {
		s = page.Sought{Page: place.Page, Words: sought, Exact: exact}
	}
	w.page.Open(place, s)
}

// arrange puts everything into the window.
func (w *Window) arrange() {
	set := w.parts.Box.Get()
	w.layout = &shell.Layout{
		Page: container.NewStack(w.page.Content, w.page.Echo), Notice: w.notices.notice,
		Downloads: w.media.Panel(), Finder: w.find.Panel(), Keypad: w.panels.keypad,
		Strip: w.strip.Strip, Colours: w.page.Colours, Bar: w.page.Bar, Over: []fyne.CanvasObject{
			w.page.DayStrip, w.media.Bar(),
		},
		Edge: shell.NewEdge(w.panels.dragEdge, w.panels.keepEdge), Side: set.PanelWidth,
	}
	core.SetVisible(w.media.Panel(), set.Downloads)
	w.body = container.New(w.layout, w.layout.Objects()...)
	w.win.SetContent(container.NewStack(w.body, w.tips.Layer()))
	w.win.SetPadded(false)
	w.win.SetCloseIntercept(w.Close)
	if w.parts.Before == nil {
		w.place()
	}
}

// subscribe subscribes to what changes elsewhere.
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
	// the strip may have been closed in another window
	w.AtClose(w.parts.Box.On(settings.WindowPart, w.panels.showBars))
}

// showStoreTrouble reports a store that is not as it should be.
func (w *Window) showStoreTrouble() {
	if m := words.StoreMessage(w.parts.Tuner.Current().Outcome); m.Sentence != "" {
		w.ShowNotice(host.AboutStore, m)
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

// Relayout places everything again after something was shown or hidden. Refreshing the container would
// also draw all of it again, and make what has never been shown; for that, the toolkit draws nothing.
func (w *Window) Relayout() {
	if w.layout != nil {
		w.layout.Layout(nil, w.body.Size())
		canvas.Refresh(w.tips.Layer())
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
		w.parts.Desk.Changed()
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
				w.ShowNotice(host.AboutNothing, words.Message{
					Sentence: say.Text("picture.notCopied"), Hint: words.Why(err),
				})
				return
			}
			w.Done(say.Text("picture.copied"))
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
		return say.Error("address.kind", "Kind", u.Scheme)
	}
	return w.parts.App.OpenURL(w.parts.Tuner.Current().Outside(u))
}

// openFolder shows a folder in the desktop's own way.
func (w *Window) openFolder(path string) error {
	return w.parts.App.OpenURL(&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(path), "/")})
}

// Begin goes to the first page. A complaint, which may be nil, is something to report about the settings.
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

// Show shows the window. Its title names the page only once it is there: its class, by which a desktop knows the
// program, is made of the title that it is created with.
func (w *Window) Show() {
	w.attention.hidden = false
	w.win.Show()
	w.Do(func() {
		if !w.named {
			w.named = true
			w.keys.hear()
		}
		w.Changed()
	})
}

// Renewed makes a window that says everything in the language that is in use by now, in the place of this one, which is
// ended. What it shows and where the user was stay.
func (w *Window) Renewed() (*Window, error) {
	parts := w.parts
	parts.Before, parts.Place, parts.Frame = w, w.here(), w.State().Frame
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
	if prefs {
		again.prefs.ShowLanguage()
	}
	again.Changed()
	return again, nil
}

// Seen is the toolkit's window, nil while it is hidden.
func (w *Window) Seen() fyne.Window {
	if w.attention.hidden {
		return nil
	}
	return w.win
}

// GoTo goes to a place, as the user does.
func (w *Window) GoTo(place browse.Place) { w.page.Nav.Run(w.page.Nav.GoTo(place)) }

// AtClose has end called when the window is closed.
func (w *Window) AtClose(end func()) { w.ends = append(w.ends, end) }

// Speaks reports whether this is the window that shows what concerns all windows.
func (w *Window) Speaks() bool { return w.parts.Desk.Speaks(w) }

// Close is the user's way to close the window.
func (w *Window) Close() { w.parts.Desk.Close(w) }

// Hide takes the window away until Show.
func (w *Window) Hide() {
	w.attention.hidden = true
	w.win.Hide()
}

// Shut takes the window away for good.
func (w *Window) Shut() {
	w.Stop()
	w.win.Close()
}

// Stop ends what is asked for the page, and what the window follows. It is called when the window is closed, or when
// the loop has ended.
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

// Quit ends the program for the user, who is asked first where settings would be lost with it.
func (w *Window) Quit() { w.ending.quit() }

// End ends the program for the system, which asks nobody and waits for nobody.
func (w *Window) End() { w.ending.end() }
