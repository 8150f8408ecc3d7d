// Package page presents the page on screen: its picture, cells or text, its clock, its earlier versions, the colour
// keys, the bar below it, information about it, and the digits being typed.
package page

import (
	"image"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/kept"
	"sextant/app/navigate"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/teletext"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/pageview"
)

// Parts are the presenter's dependencies.
type Parts struct {
	Box     *settings.Box
	Tuner   *station.Tuner
	Place   teletext.Place // the first page
	Turning bool           // subpages turn automatically at the start
	// Attention returns how visible the window is.
	Attention func() navigate.Attention
	// Pointer is called when the pointer moves over the page, and Menu with the position at which to open its menu.
	Pointer func()
	Menu    func(at fyne.Position)
	// LinkMenu is called with the position at which to open the menu of a link to a page.
	LinkMenu func(place teletext.Place, at fyne.Position)
	// Line returns what can be done with the line that MenuLine returns.
	Line func() host.LineAction
	// IsWatched reports whether a page is watched.
	IsWatched func(page int) bool
	// Keypad shows the keypad, as a click on the page's number does.
	Keypad func()
	// Switches are the window's items of the page bar, and ToggleFavourite adds the page on screen to the favourites,
	// or removes it.
	Switches        []pageview.Item
	ToggleFavourite func()
	// FavouritesMenu opens the menu of favourites.
	FavouritesMenu func(at control.Place)
	// Strip is called when the day strip with earlier versions is shown or hidden.
	Strip func(there bool)
	// Turned is called when another page or subpage is shown while one is read aloud.
	Turned func()
	// Reduced reports whether the desktop asks for reduced motion. It may block.
	Reduced func() bool
}

// A Presenter shows the page on screen and handles the user's actions on it.
type Presenter struct {
	// Nav navigates; other code may use it.
	Nav *navigate.Navigation
	// Content is the page with its overlays, Bar the bar below it, and Echo where full screen shows the number being
	// typed. Colours has the colour keys; DayStrip, for earlier versions, is above them.
	Content, Echo     fyne.CanvasObject
	Bar               *pageview.Bar
	Colours, DayStrip fyne.CanvasObject

	host     host.Host
	parts    Parts
	sheet    *sheet
	clock    *clock
	versions *versions
	colours  *colours
	bar      *bar
	echo     *echo
	wording  wording
	looks    looks
	info     info
	news     news
	intent   intent
	sought   Sought
	usual    []int // where the user usually goes from here
	// left holds the browsers of services that were left, by [station.Connection.Service].
	left map[string]*browse.Browser
}

// New makes the page's part of the window.
func New(h host.Host, parts Parts) *Presenter {
	p := &Presenter{host: h, parts: parts, left: map[string]*browse.Browser{}}
	p.wording, p.looks, p.info, p.news = wording{p}, looks{p}, info{p}, news{page: p}
	p.intent = intent{page: p, end: func() {}, text: core.Delay{Do: h.Do}}
	p.sheet = newSheet(p)
	p.clock = &clock{page: p}
	p.colours = newColours(p)
	p.versions = newVersions(p)
	p.echo = newEcho()
	st := parts.Tuner.Current()
	p.Nav = navigate.New(st.Pages, st.Directory, screen{p}, navigate.Config{
		Turning: parts.Turning, Patient: p.look().Patient, Pictures: p.showsPictures(), Every: p.refreshEvery(),
		Do: h.Do, Now: h.Now,
	})
	p.bar = newBar(p)
	p.Content, p.Echo = container.NewStack(p.sheet.view, p.sheet.reading), p.echo.content
	p.Bar, p.Colours, p.DayStrip = p.bar.bar, p.colours.keys, p.versions.strip
	p.sheet.view.SetMessage(opening(parts.Place))
	p.follows()
	return p
}

// opening returns the text while there is no page yet.
func opening(place teletext.Place) string { return say.Text("page.opening", "Page", place) }

// follows subscribes to changes elsewhere.
func (p *Presenter) follows() {
	atClose := p.host.AtClose
	atClose(p.clock.stop)
	atClose(p.news.left)
	atClose(p.news.forget) // its timer
	atClose(p.parts.Box.On(settings.LookPart, p.lookChanged))
	atClose(p.parts.Tuner.Lists.On(func(l kept.List) {
		if l == kept.Favourites {
			p.colours.update()
		}
		p.bar.update()
	}))
	relink := func() {
		if p.sheet.relink() {
			p.colours.update()
		}
	}
	atClose(p.parts.Tuner.Answered.On(func(int) { relink() }))
	atClose(p.parts.Tuner.PageChanged.On(func(c acquire.Change) {
		p.Nav.Refresh.OnPageChanged(c)
		p.sheet.relink()
		p.colours.update()
		p.news.changed(c.Page)
		p.versions.pageChanged(c)
	}))
	atClose(p.parts.Tuner.PagesStale.On(func(pages []int) {
		relink()
		p.Nav.Refresh.Invalidate(pages)
	}))
	atClose(p.parts.Tuner.Tuned.On(p.retune))
}

// retune switches to another service, at its last page, or to the same one with other parameters.
func (p *Presenter) retune(c station.Change) {
	p.left[c.From.Service()] = p.Nav.Browser
	p.news.left()
	p.news.forget()
	p.usual, p.sought, p.sheet.read = nil, Sought{}, teletext.Place{}
	p.versions.leave()
	p.Nav.Retune(c.To.Pages, c.To.Directory)
	place := teletext.Place{Page: browse.Home}
	if before := p.left[c.To.Service()]; before != nil {
		p.Nav.Follow(before)
		if shown := before.Shown(); shown.Page != 0 {
			place = shown
		}
	}
	if !c.SameService {
		p.sheet.putScene(navigate.Scene{})
		p.sheet.view.SetMessage(opening(place))
	}
	p.Nav.Run(p.Nav.GoTo(place))
}

// SetFull adapts to full screen, in which the pointer is hidden.
func (p *Presenter) SetFull(full bool) {
	p.echo.on = full
	p.echo.showEntry(p.Nav.Entry())
	p.sheet.view.HidePointer(full)
}

// HidePointer hides the pointer over the page, or shows it.
func (p *Presenter) HidePointer(hide bool) { p.sheet.view.HidePointer(hide) }

// refreshEvery returns the interval at which the page on screen is revalidated, 0 for never.
func (p *Presenter) refreshEvery() time.Duration {
	return time.Duration(p.parts.Box.Get().Refresh) * time.Second
}

// lookChanged applies a change of the settings.
func (p *Presenter) lookChanged() {
	p.Nav.Keep(p.refreshEvery())
	p.Nav.SetPatient(p.look().Patient)
	p.Nav.Refresh.WantPictures(p.showsPictures())
	p.sheet.update()
	p.versions.choose()
	p.news.lookChanged()
	p.update()
}

// update updates the bar and the rest of the window.
func (p *Presenter) update() {
	p.bar.update()
	p.echo.showEntry(p.Nav.Entry())
	p.host.Changed()
}

// KeysChanged updates what shows keys after they have changed.
func (p *Presenter) KeysChanged() { p.Colours.Refresh() }

// look returns the settings of the look.
func (p *Presenter) look() settings.Look { return p.parts.Box.Get().Look }

func (p *Presenter) showsPictures() bool {
	look := p.look()
	return look.ShowsPictures()
}

// NumberWords returns the page's number, or the one being typed.
func (p *Presenter) NumberWords() (number string, typing bool) {
	info := p.bar.bar.Info()
	return info.Number, info.Typing
}

// Title returns the page's part of the window's title, empty if there is no page.
func (p *Presenter) Title() string {
	shown := p.Nav.Shown()
	if shown.Page == 0 {
		return ""
	}
	title := teletext.Place{Page: shown.Page}.String()
	if _, count := p.Nav.Subpages(); count > 1 {
		title = shown.String()
	}
	if doc := p.Nav.Document(); doc != nil {
		title += " " + strings.TrimSpace(doc.Name)
	}
	return title
}

// Begin goes to the first page.
func (p *Presenter) Begin() { p.Nav.Run(p.Nav.GoTo(p.parts.Place)) }

// Shown returns what is on screen: the page or an earlier version, whether concealed text is revealed, and the page's
// size in pixels.
func (p *Presenter) Shown() (scene navigate.Scene, reveal bool, size image.Point) {
	return p.sheet.scene, p.sheet.reveal, p.sheet.view.PageSize()
}

// SetAround sets the heights of the bars that come and go above and below the page, see pageview.View.
func (p *Presenter) SetAround(room, above, below float32, keep bool) (top, bottom float32) {
	return p.sheet.view.SetAround(room, above, below, keep)
}

// AgeWords returns how old the page on screen is, and why, if it is stale; empty otherwise.
func (p *Presenter) AgeWords() string {
	since, again, why := p.Nav.Refresh.Outdated()
	if since.IsZero() {
		return ""
	}
	return p.calendar().Outdated(since, why, again)
}

// HasBack reports whether Back would do anything.
func (p *Presenter) HasBack() bool {
	return p.sheet.view.HasPreview() || p.Nav.Entry() != "" || p.sheet.hasSelection() || p.sought.Page != 0 ||
		p.versions.isOn()
}

// Back closes or clears the topmost of these: the preview of a link, typed digits, the selection, the marks of a
// search, an earlier version. It reports whether there was one.
func (p *Presenter) Back() bool {
	switch {
	case p.sheet.view.EndPreview():
	case p.Nav.Entry() != "":
		p.ClearEntry()
	case p.sheet.clearSelection(), p.clearSought():
	case p.versions.isOn():
		p.versions.leave()
	default:
		return false
	}
	return true
}

// calendar returns the service's calendar.
func (p *Presenter) calendar() words.Calendar {
	return p.parts.Tuner.Calendar(p.host.Now())
}
