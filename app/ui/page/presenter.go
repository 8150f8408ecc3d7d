// Package page presents the page on screen: its picture, cells or running text, its clock, its earlier versions, the
// colour keys, the bar below it, what is known of it, and the digits being typed.
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
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/core"
	"sextant/widgets/pageview"
)

// Parts are what the presenter is about.
type Parts struct {
	Box     *settings.Box
	Tuner   *station.Tuner
	Place   browse.Place // where it begins
	Turning bool         // subpages turn automatically at the beginning
	// Attention reports how much of the window can be seen.
	Attention func() navigate.Attention
	// Pointer is called when the pointer moves over the page, and Menu where the page's menu was asked for.
	Pointer func()
	Menu    func(at fyne.Position)
	// LinkMenu is called with where the menu of a link to a page was asked for.
	LinkMenu func(place browse.Place, at fyne.Position)
	// WatchLine asks for a notification when the line changes that MenuLine gives.
	WatchLine func()
	// Touch means that there is a screen to be touched.
	Touch bool
	// Keypad shows the keypad, as a click on the page's number does.
	Keypad func()
	// Switches are the items of the page bar that are the window's, and ToggleFavourite makes the page on screen a
	// favourite, or no more.
	Switches        []pageview.Item
	ToggleFavourite func()
	// Strip is called when the day strip with earlier versions comes, and when it goes.
	Strip func(there bool)
	// Turned is called when another page or subpage is shown while one is read aloud.
	Turned func()
	// Reduced reports whether the desktop asks for reduced motion, which may take a while.
	Reduced func() bool
}

// A Presenter shows the page on screen and hands on what the user does with it.
type Presenter struct {
	// Nav goes from page to page, and is there for all who want to.
	Nav *navigate.Navigation
	// Content is the page with what is drawn over it, Bar what is below it, and Echo where full screen shows the
	// number being typed. Colours has the colour keys; DayStrip, which goes through earlier versions, lies above them.
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
	// left has where the user was on services that were left, by [station.Connection.Service].
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
		Do: h.Do, Now: h.Now, Calendar: p.calendar,
	})
	p.bar = newBar(p)
	p.Content, p.Echo = container.NewStack(p.sheet.view, p.sheet.reading), p.echo.content
	p.Bar, p.Colours, p.DayStrip = p.bar.bar, p.colours.keys, p.versions.strip
	p.sheet.view.SetMessage(opening(parts.Place))
	p.follows()
	return p
}

// opening says what is shown where there is nothing yet.
func opening(place browse.Place) string { return say.Text("page.opening", "Page", place) }

// follows subscribes to what changes elsewhere.
func (p *Presenter) follows() {
	atClose := p.host.AtClose
	atClose(p.clock.stop)
	atClose(p.news.left)
	atClose(p.parts.Box.On(settings.LookPart, p.lookChanged))
	atClose(p.parts.Tuner.Lists.On(func(l kept.List) {
		if l == kept.Favourites {
			p.colours.update()
		}
		p.bar.update()
	}))
	atClose(p.parts.Tuner.PageChanged.On(func(c acquire.Change) {
		p.colours.update()
		p.news.changed(c.New.Number)
		p.versions.pageChanged(c)
	}))
	atClose(p.parts.Tuner.PagesStale.On(func(pages []int) { p.Nav.Refresh.Invalidate(pages) }))
	atClose(p.parts.Tuner.Tuned.On(p.retune))
}

// retune goes over to another service, where the user was on it last, or to the same one asked in another way.
func (p *Presenter) retune(c station.Change) {
	p.left[c.From.Service()] = p.Nav.Browser
	p.news.left()
	p.news.forget()
	p.usual, p.sought, p.sheet.read = nil, Sought{}, browse.Place{}
	p.versions.leave()
	p.Nav.Retune(c.To.Pages, c.To.Directory)
	place := browse.Place{Page: browse.Home}
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

// refreshEvery is how often the page on screen is asked for, 0 for never.
func (p *Presenter) refreshEvery() time.Duration {
	return time.Duration(p.parts.Box.Get().Refresh) * time.Second
}

// lookChanged follows a change of the settings.
func (p *Presenter) lookChanged() {
	p.Nav.Keep(p.refreshEvery())
	p.Nav.SetPatient(p.look().Patient)
	p.Nav.Refresh.WantPictures(p.showsPictures())
	p.sheet.update()
	p.versions.choose()
	p.news.lookChanged()
	p.update()
}

// update brings the bar and all around it up to date.
func (p *Presenter) update() {
	p.bar.update()
	p.echo.showEntry(p.Nav.Entry())
	p.host.Changed()
}

// KeysChanged shows what is around the page with other keys.
func (p *Presenter) KeysChanged() { p.Colours.Refresh() }

// look is how the settings say that a page is shown.
func (p *Presenter) look() settings.Look { return p.parts.Box.Get().Look }

func (p *Presenter) showsPictures() bool {
	look := p.look()
	return look.ShowsPictures()
}

// NumberWords are the page's number, or the one that is being typed.
func (p *Presenter) NumberWords() (number string, typing bool) {
	info := p.bar.bar.Info()
	return info.Number, info.Typing
}

// Title is the page's part of the window's title; empty while there is none.
func (p *Presenter) Title() string {
	shown := p.Nav.Shown()
	if shown.Page == 0 {
		return ""
	}
	title := browse.Place{Page: shown.Page}.String()
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

// Shown is what of the page is on screen: the page as it is or an earlier version, whether what is concealed is shown,
// and how many pixels the page has.
func (p *Presenter) Shown() (scene navigate.Scene, reveal bool, size image.Point) {
	return p.sheet.scene, p.sheet.reveal, p.sheet.view.PageSize()
}

// AgeWords says how old the page on screen is when that is to be known, and why; empty otherwise.
func (p *Presenter) AgeWords() string {
	since, why, again := p.Nav.Refresh.Outdated()
	if since.IsZero() {
		return ""
	}
	return p.calendar().Outdated(since, why, again)
}

// HasBack reports whether there is something that Back would take back.
func (p *Presenter) HasBack() bool {
	return p.sheet.view.HasPreview() || p.Nav.Entry() != "" || p.sheet.hasSelection() || p.sought.Page != 0 ||
		p.versions.isOn()
}

// Back takes back the nearest thing: the preview of a link, digits, a selection, the marks of a search, an earlier
// version. It reports whether there was one.
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

// calendar is the service's.
func (p *Presenter) calendar() words.Calendar {
	return p.parts.Tuner.Calendar(p.host.Now())
}
