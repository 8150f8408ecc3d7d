package page

import (
	"fmt"
	"slices"

	"fyne.io/fyne/v2"

	"sextant/app/browse"
	"sextant/app/render"
	"sextant/app/settings"
	"sextant/app/ui/command"
	"sextant/widgets/pageview"
)

// Commands are what can be done with the page on screen.
func (p *Presenter) Commands() []command.Command {
	c := commands{p}
	return slices.Concat(c.digits(), c.travels(), c.colours(), c.views(), c.texts(), c.pages())
}

// TypeDigit types a digit of a page number, CorrectEntry takes the last one back, and ClearEntry all.
func (p *Presenter) TypeDigit(d int) { p.Nav.Run(p.Nav.Digit(d)) }

// CorrectEntry takes the last digit back.
func (p *Presenter) CorrectEntry() { p.Nav.Run(p.Nav.Correct()) }

// ClearEntry takes all digits back.
func (p *Presenter) ClearEntry() {
	p.Nav.Clear()
	p.changed()
}

// commands make the commands of the page.
type commands struct{ page *Presenter }

func (c commands) digits() []command.Command {
	var list []command.Command
	for d := range 10 {
		list = append(list, command.Command{
			ID: fmt.Sprintf("page.digit%d", d), Keys: []command.Key{command.Char(rune('0' + d))}, KeyWords: "0 – 9",
			Help: "type a page number; the third digit goes there", Do: func() { c.page.TypeDigit(d) },
		})
	}
	return append(
		list,
		command.Command{
			ID: "page.dial", Help: "go to a short number: 35 is 350",
			Keys: []command.Key{command.Press(fyne.KeyReturn)}, Also: []command.Key{command.Press(fyne.KeyEnter)},
			Do: func() { c.page.Nav.Run(c.page.Nav.Dial()) },
		},
		command.Command{
			ID: "page.correct", Help: "take a digit back, drop the number", KeyWords: "Backspace, Esc",
			Keys: []command.Key{command.Press(fyne.KeyBackspace)}, Do: c.page.CorrectEntry,
		},
	)
}

// travel is a command that goes somewhere.
func (c commands) travel(id, title, help string, key command.Key, move func() []browse.Effect) command.Command {
	return command.Command{
		ID: "page." + id, Title: title, Help: help, Keys: []command.Key{key}, Do: func() { c.page.Nav.Run(move()) },
	}
}

func (c commands) travels() []command.Command {
	n := c.page.Nav
	const pages, subpages, ways = "previous and next page", "previous and next subpage", "back and forward"
	return []command.Command{
		c.travel("previous", "Previous page", pages, command.Press(fyne.KeyLeft), func() []browse.Effect { return n.PreviousPage() }),
		c.travel("next", "Next page", pages, command.Press(fyne.KeyRight), func() []browse.Effect { return n.NextPage() }),
		c.travel("previousSubpage", "Previous subpage", subpages, command.Press(fyne.KeyUp), func() []browse.Effect { return n.PreviousSubpage() }),
		c.travel("nextSubpage", "Next subpage", subpages, command.Press(fyne.KeyDown), func() []browse.Effect { return n.NextSubpage() }),
		{
			ID: "page.turning", TitleNow: c.turningTitle, Help: "turn the subpages by themselves, each after its own time, or hold",
			Keys: []command.Key{command.Char('h')}, Checked: n.Turning, Do: c.page.toggleTurning,
		},
		c.travel("home", "Page 100", "page 100", command.Press(fyne.KeyHome), func() []browse.Effect { return n.GoHome() }),
		c.travel("back", "Back", ways, command.Alt(fyne.KeyLeft), func() []browse.Effect { return n.Back() }),
		c.travel("forward", "Forward", ways, command.Alt(fyne.KeyRight), func() []browse.Effect { return n.Forward() }),
		c.travel("reload", "Reload", "reload", command.Press(fyne.KeyF5), func() []browse.Effect { return n.Reload() }),
	}
}

// turningTitle is what the command is called that lets the subpages turn, or holds one.
func (c commands) turningTitle() string {
	if c.page.Nav.Turning() {
		return "Hold this subpage"
	}
	return "Turn the subpages by themselves"
}

func (p *Presenter) toggleTurning() { p.Nav.Run(p.Nav.ToggleTurning()) }

func (c commands) colours() []command.Command {
	var list []command.Command
	for i, key := range []fyne.KeyName{fyne.KeyF1, fyne.KeyF2, fyne.KeyF3, fyne.KeyF4} {
		list = append(list, command.Command{
			ID: fmt.Sprintf("page.colour%d", i+1), Keys: []command.Key{command.Press(key)}, KeyWords: "F1 – F4",
			Help: "the red, green, yellow and blue key, which say below the page where they lead",
			Do:   func() { c.page.colours.press(i) },
		})
	}
	return list
}

// viewKey goes round the views, and zoomKey round the whole page and its halves. The menu shows each at the item that it
// does at the moment.
func viewKey() command.Key { return command.Press(fyne.KeyF6) }

func zoomKey() command.Key { return command.Char('z') }

// views change how the page is shown.
func (c commands) views() []command.Command {
	l := c.page.looks
	list := []command.Command{{
		ID: "view.next", Help: "the view: the service's picture, sharp, or running text", Keys: []command.Key{viewKey()}, Do: l.nextView,
	}}
	for _, k := range settings.ViewKinds() {
		list = append(list, command.Command{
			ID: "view." + string(k), Title: k.Title(), Place: []command.Place{{Menu: command.ViewMenu, Group: 0}},
			KeyNow:  func() (command.Key, bool) { return viewKey(), afterView(c.page.look().View) == k },
			Checked: func() bool { return c.page.look().View == k }, Do: func() { l.setView(k) },
		})
	}
	for _, palette := range render.Palettes() {
		list = append(list, command.Command{
			ID: "view.palette." + palette.Name, Title: palette.Title, Place: []command.Place{{Menu: command.Colours}},
			Checked: func() bool { return c.page.look().Palette == palette.Name },
			Do:      func() { l.change(func(s *settings.Look) { s.Palette = palette.Name }) },
		})
	}
	return append(list, c.parts(l)...)
}

// parts change what of the page is seen.
func (c commands) parts(l looks) []command.Command {
	place := []command.Place{{Menu: command.ViewMenu, Group: 2}}
	const halves = "upper half, lower half, whole page"
	half := func(id, title string, z pageview.Zoom) command.Command {
		return command.Command{
			ID: "view." + id, Title: title, Place: place,
			KeyNow: func() (command.Key, bool) {
				return zoomKey(), afterZoom(c.page.sheet.zoom) == afterToggle(c.page.sheet.zoom, z)
			},
			Checked: func() bool { return c.page.sheet.zoom == z }, Do: func() { l.toggleHalf(z) },
		}
	}
	return []command.Command{
		{
			ID: "view.reveal", Title: "Reveal what is concealed", Help: "reveal what is concealed", Keys: []command.Key{command.Char('r')}, Place: place,
			Enabled: l.canReveal, Checked: func() bool { return c.page.sheet.reveal }, Do: l.toggleReveal,
		},
		{ID: "view.zoom", Help: halves, Keys: []command.Key{zoomKey()}, Do: l.nextZoom},
		half("upper", "Upper half", pageview.UpperHalf),
		half("lower", "Lower half", pageview.LowerHalf),
		{
			ID: "view.header", Title: "Header row with a clock", Place: place, Checked: func() bool { return c.page.look().Header },
			Do: func() { l.change(func(s *settings.Look) { s.Header = !s.Header }) },
		},
		{
			ID: "view.shape", Title: "Shape of an old television (4:3)", Place: place, Checked: func() bool { return c.page.look().FourToThree },
			Do: func() { l.change(func(s *settings.Look) { s.FourToThree = !s.FourToThree }) },
		},
	}
}

// texts are about text: its size, and taking it elsewhere.
func (c commands) texts() []command.Command {
	l := c.page.looks
	const size, scroll, copied = "size of running text", "scroll running text", "copy what is selected with the mouse (a rectangle with Ctrl held), select all"
	return []command.Command{
		{ID: "page.links", Help: "walk through the page's links, follow one; a click does too", KeyWords: "Tab, Enter"},
		{
			ID: "page.copy", Title: "Copy", Help: copied, Keys: []command.Key{command.Ctrl(fyne.KeyC)}, Place: []command.Place{{Menu: command.Context, Group: 0}},
			Enabled: c.page.sheet.hasSelection, Do: c.page.sheet.copySelection,
		},
		{
			ID: "page.selectAll", Title: "Select all", Help: copied, Keys: []command.Key{command.Ctrl(fyne.KeyA)},
			Place: []command.Place{{Menu: command.Context, Group: 0}}, Do: c.page.sheet.selectAll,
		},
		{
			ID: "page.copyAddress", Title: "Copy page address", Place: []command.Place{{Menu: command.Context, Group: 0}, {Menu: command.FileMenu, Group: 1}},
			Do: c.page.sheet.copyAddress,
		},
		{
			ID: "page.larger", Help: size, Keys: []command.Key{command.Ctrl(fyne.KeyPlus)}, Also: []command.Key{command.Ctrl(fyne.KeyEqual)},
			Do: func() { l.enlarge(1) },
		},
		{ID: "page.smaller", Help: size, Keys: []command.Key{command.Ctrl(fyne.KeyMinus)}, Do: func() { l.enlarge(-1) }},
		{ID: "page.usualSize", Help: size, Keys: []command.Key{command.Ctrl(fyne.Key0)}, Do: func() { l.enlarge(0) }},
		{ID: "page.up", Help: scroll, Keys: []command.Key{command.Press(fyne.KeyPageUp)}, Do: func() { c.page.sheet.reading.Page(-1) }},
		{ID: "page.down", Help: scroll, Keys: []command.Key{command.Press(fyne.KeyPageDown)}, Do: func() { c.page.sheet.reading.Page(1) }},
	}
}

// isThere tells whether there is a page on screen.
func (c commands) isThere() bool { return c.page.Nav.Shown().Page != 0 }

func (c commands) pages() []command.Command {
	place := []command.Place{{Menu: command.PageMenu, Group: 1}}
	return []command.Command{
		{
			ID: "page.versions", Title: "Earlier versions", Help: "earlier versions of the page, with what changed in them",
			Keys: []command.Key{command.Char('t')}, Place: place, Enabled: c.isThere, Do: c.page.versions.toggle,
		},
		{
			ID: "page.info", Title: "Page information", Help: "page information: what is known of the page, and what its document had to be forgiven",
			Keys: []command.Key{command.Ctrl(fyne.KeyI)}, Place: place, Enabled: c.isThere, Do: c.page.info.show,
		},
	}
}
