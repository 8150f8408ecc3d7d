// Package wall is a window that shows many pages at once. Each is kept fresh and turns its subpages automatically;
// choosing one opens it in a main window.
package wall

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	toolkit "fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"sextant/app/navigate"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/teletext"
	"sextant/app/ui/loop"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/pageview"
)

// Most is the greatest number of pages on a wall.
const Most = 16

// pageShape is the aspect ratio of the service's pictures.
const pageShape = 720.0 / 456

// Parts are a wall's dependencies.
type Parts struct {
	App   fyne.App
	Tuner *station.Tuner
	Box   *settings.Box
	Pages []int
	Name  string         // empty for none
	Frame settings.Frame // its last frame, not known for a new one
	// Open opens a chosen page. Close closes the wall for the user, Edit asks for other pages, OnScreen shows the pages
	// as a public screen, and Quit ends the program.
	Open     func(teletext.Place)
	Close    func(*Wall)
	Edit     func(*Wall)
	OnScreen func(*Wall)
	Quit     func()
	// Front, which may be nil, is called when the wall gets or loses the focus.
	Front func(w fyne.Window, front bool)
	// Guard, which may be nil, makes the program survive panics of the handlers of a window's events.
	Guard func(fyne.Window)
	// Do posts a function to the UI goroutine, and Now returns the time in the local zone.
	Do  func(func())
	Now func() time.Time
}

// A Wall is a window with many pages. It belongs to the UI goroutine.
type Wall struct {
	parts Parts
	win   fyne.Window
	tips  *core.Tips
	head  fyne.CanvasObject // above the pages, hidden in full screen
	pages []*page
	frame settings.Frame
	ends  []func()
}

// New makes a wall. Show shows it.
func New(parts Parts) *Wall {
	w := &Wall{
		parts: parts, frame: parts.Frame, win: loop.NewWindow(parts.App, title(parts)),
		tips: core.NewTips(parts.Do),
	}
	var list []*pageview.Tile
	for _, number := range parts.Pages[:min(Most, len(parts.Pages))] {
		p := newPage(w, number)
		w.pages, list = append(w.pages, p), append(list, p.tile)
	}
	back := core.NewPlate(theme.ColorNameBackground, 0)
	w.head = w.newHead()
	tiles := container.NewBorder(w.head, nil, nil, nil, pageview.NewTileGrid(pageShape, list...))
	w.win.SetContent(container.NewStack(back, tiles, w.tips.Layer()))
	w.win.SetPadded(false)
	w.win.SetCloseIntercept(func() { parts.Close(w) })
	w.bind()
	w.place()
	w.subscribe()
	return w
}

// title returns a wall's title.
func title(p Parts) string {
	if p.Name != "" {
		return "Sextant" + " – " + p.Name
	}
	return say.Count("wall.window", len(p.Pages))
}

// An action is something to do with a wall, by a button above it and in its menu.
type action struct {
	title, keys string
	do          func()
}

func (w *Wall) actions() []action {
	full := say.Text("fullScreen.title")
	if w.win.FullScreen() {
		full = say.Text("wall.leaveFull")
	}
	return []action{
		{full, "F11", func() { w.setFull(!w.win.FullScreen()) }},
		{say.Text("screen.title"), "", func() { w.parts.OnScreen(w) }},
		{say.Text("wall.edit"), "", func() { w.parts.Edit(w) }},
		{say.Text("wall.close"), "Esc", func() { w.parts.Close(w) }},
	}
}

// newHead makes the row above the pages, with the wall's name and buttons.
func (w *Wall) newHead() fyne.CanvasObject {
	name := core.NewLine(14, theme.ColorNameForeground).Bold()
	name.SetText(w.parts.Name)
	row := container.NewHBox()
	for _, a := range w.actions() {
		tip := a.title
		if a.keys != "" {
			tip = say.Text("keyboard.with", "Title", a.title, "Keys", a.keys)
		}
		row.Add(control.NewTextButton(w.tips, a.title, tip, a.do))
	}
	return container.New(layout.NewCustomPaddedLayout(4, 0, 8, 8), container.NewBorder(nil, nil, nil, row, name))
}

// showMenu opens the menu of a page at a place.
func (w *Wall) showMenu(p *page, at fyne.Position) {
	items := []*fyne.MenuItem{
		fyne.NewMenuItem(say.Text("link.open", "Page", p.number), p.open), fyne.NewMenuItemSeparator(),
	}
	for _, a := range w.actions() {
		items = append(items, fyne.NewMenuItem(a.title, a.do))
	}
	control.Open(w.win.Canvas(), fyne.NewMenu("", items...), control.At(at))
}

// setFull enters or leaves full screen, with only the pages.
func (w *Wall) setFull(full bool) {
	w.State() // the frame before
	core.SetVisible(w.head, !full)
	w.win.SetFullScreen(full)
	w.win.Canvas().Refresh(w.win.Content())
}

// place restores the wall's frame, or makes a new one fill most of the screen.
func (w *Wall) place() {
	if f := w.frame; f.IsKnown() {
		loop.Place(w.win, fyne.NewSize(f.Width, f.Height), f.Placed, f.Left, f.Top, f.Maximised)
		return
	}
	size := fyne.NewSize(1000, 700)
	if room := loop.Room(); !room.IsZero() {
		size = fyne.NewSize(room.Width*0.9, room.Height*0.85)
	}
	w.frame = settings.Frame{Width: size.Width, Height: size.Height}
	w.win.Resize(size)
	w.win.CenterOnScreen()
}

// bind sets the handlers of keys.
func (w *Wall) bind() {
	c := w.win.Canvas()
	c.SetOnTypedKey(func(e *fyne.KeyEvent) { w.press(e.Name) })
	shortcut := func(key fyne.KeyName, more fyne.KeyModifier, do func()) {
		c.AddShortcut(&toolkit.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault | more},
			func(fyne.Shortcut) { do() })
	}
	shortcut(fyne.KeyW, 0, func() { w.parts.Close(w) })
	shortcut(fyne.KeyQ, 0, w.parts.Quit)
}

// keys gets the keys that pages do not handle.
func (w *Wall) keys() core.Keys {
	return core.Keys{
		Key: w.press, Rune: func(rune) {}, Leave: func() { w.press(fyne.KeyEscape) },
		Shortcut: func(s fyne.Shortcut) { w.win.Canvas().(fyne.Shortcutable).TypedShortcut(s) },
	}
}

// press moves the focus between pages by the arrows, and toggles full screen.
func (w *Wall) press(name fyne.KeyName) {
	switch name {
	case fyne.KeyF11:
		w.setFull(!w.win.FullScreen())
	case fyne.KeyEscape:
		if w.win.FullScreen() {
			w.setFull(false)
		} else {
			w.parts.Close(w)
		}
	case toolkit.KeyMenu:
		if at := slices.IndexFunc(w.pages, func(p *page) bool { return p.tile.Focused() }); at >= 0 {
			tile := w.pages[at].tile
			w.showMenu(w.pages[at], fyne.CurrentApp().Driver().AbsolutePositionForObject(tile).AddXY(20, 20))
		}
	case fyne.KeyLeft:
		w.walk(-1, 0)
	case fyne.KeyRight:
		w.walk(1, 0)
	case fyne.KeyUp:
		w.walk(0, -1)
	case fyne.KeyDown:
		w.walk(0, 1)
	}
}

// walk moves the focus to the page beside the focused one, or to the first.
func (w *Wall) walk(right, down int) {
	grid := &pageview.TileGrid{Shape: pageShape}
	size := w.win.Canvas().Size()
	if w.head.Visible() {
		size.Height -= w.head.Size().Height
	}
	columns := grid.Columns(len(w.pages), size)
	at := slices.IndexFunc(w.pages, func(p *page) bool { return p.tile.Focused() })
	next := at + right + down*columns
	if at < 0 {
		next = 0
	}
	if next >= 0 && next < len(w.pages) {
		w.win.Canvas().Focus(w.pages[next].tile)
	}
}

// subscribe subscribes to changes elsewhere.
func (w *Wall) subscribe() {
	t := w.parts.Tuner
	each := func(do func(p *page)) {
		for _, p := range w.pages {
			do(p)
		}
	}
	each(func(p *page) { w.ends = append(w.ends, t.PageChanged.On(p.nav.Refresh.OnPageChanged)) })
	w.ends = append(
		w.ends,
		t.PagesStale.On(func(pages []int) { each(func(p *page) { p.nav.Refresh.Invalidate(pages) }) }),
		t.Tuned.On(func(c station.Change) {
			if c.SameService { // walls of another service are closed
				each(func(p *page) { p.retune(c.To) })
			}
		}),
		w.parts.Box.On(settings.LookPart, func() {
			each(func(p *page) {
				p.nav.Keep(w.every())
				p.draw()
			})
		}),
	)
}

// every returns the interval at which each page is revalidated: all together as often as one page in a window.
func (w *Wall) every() time.Duration {
	return time.Duration(w.parts.Box.Get().Refresh*len(w.parts.Pages)) * time.Second
}

// attention returns how visible the wall is.
func (w *Wall) attention() navigate.Attention {
	if loop.IsMinimised(w.win) {
		return navigate.Minimised
	}
	return navigate.InFront
}

// Show shows the wall, and loads its pages.
func (w *Wall) Show() {
	for _, p := range w.pages {
		p.begin()
	}
	w.win.Show()
	w.parts.Do(func() {
		if front := w.parts.Front; front != nil {
			loop.HearFocus(w.win, func(is bool) { front(w.win, is) })
		}
		if w.parts.Guard != nil {
			w.parts.Guard(w.win)
		}
	})
}

// Seen returns the toolkit's window.
func (w *Wall) Seen() fyne.Window { return w.win }

// State returns the wall's frame and pages.
func (w *Wall) State() settings.OpenWindow {
	if !w.win.FullScreen() {
		now := settings.Frame{Width: w.win.Canvas().Size().Width, Height: w.win.Canvas().Size().Height}
		now.Maximised, now.Placed, now.Left, now.Top = loop.PlaceOf(w.win)
		w.frame = w.frame.Moved(now, loop.OnOtherMonitor(w.win, w.frame.Left, w.frame.Top))
	}
	return settings.OpenWindow{Frame: w.frame, Wall: w.parts.Pages, Name: w.parts.Name}
}

// Shut closes the wall's window.
func (w *Wall) Shut() {
	w.Stop()
	loop.Close(w.win)
}

// Stop cancels the pages' requests, and unsubscribes.
func (w *Wall) Stop() {
	for _, end := range w.ends {
		end()
	}
	w.ends = nil
	for _, p := range w.pages {
		p.nav.Stop()
	}
}

// caption returns a page's name and the subpage shown.
func caption(number int, name string, position, count int) string {
	text := strings.TrimSpace(fmt.Sprintf("%d  %s", number, name))
	if count > 1 {
		text += fmt.Sprintf("  ·  %d/%d", position, count)
	}
	return text
}
