package page

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/browse"
	"sextant/app/desktop"
	"sextant/app/render"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/ui/command"
	"sextant/app/words"
	"sextant/widgets/pageview"
)

// Commands returns the commands for the page on screen.
func (p *Presenter) Commands() []command.Command {
	c := commands{p}
	going := slices.Concat(c.digits(), c.travels(), c.colourCommands())
	return slices.Concat(command.In(command.Going, going...), command.In(command.Looking, c.views()...),
		c.texts(), command.In(command.Keeping, c.pages()...))
}

// TypeDigit types a digit of a page number.
func (p *Presenter) TypeDigit(d int) {
	p.Nav.Run(p.Nav.Digit(d))
	p.intent.typed()
}

// CorrectEntry removes the last digit.
func (p *Presenter) CorrectEntry() { p.Nav.Run(p.Nav.Correct()) }

// ClearEntry removes all digits.
func (p *Presenter) ClearEntry() {
	p.Nav.Clear()
	p.update()
}

// commands makes the commands of the page.
type commands struct{ page *Presenter }

func (c commands) digits() []command.Command {
	var list []command.Command
	for d := range 10 {
		list = append(list, command.Command{
			ID: fmt.Sprintf("page.digit%d", d), Keys: []command.Key{command.Char(rune('0' + d))},
			KeyWords: "0 – 9", Unlisted: true, Fixed: true,
			Title: fmt.Sprint(d), Help: say.Text("digit.help"), Do: func() { c.page.TypeDigit(d) },
		})
	}
	return append(
		list,
		command.Command{
			ID: "page.dial", Title: say.Text("dial.title"), Unlisted: true, Fixed: true, Help: say.Text("dial.help"),
			Keys: []command.Key{command.Press(fyne.KeyReturn)}, Also: []command.Key{command.Press(fyne.KeyEnter)},
			Do: func() { c.page.Nav.Run(c.page.Nav.Dial()) },
		},
		command.Command{
			ID: "page.correct", Title: say.Text("correct.title"), Unlisted: true, Fixed: true,
			Help:     say.Text("correct.help"),
			KeyWords: command.Words(command.Press(fyne.KeyBackspace), command.Press(fyne.KeyEscape)),
			Keys:     []command.Key{command.Press(fyne.KeyBackspace)}, Do: c.page.CorrectEntry,
		},
	)
}

// travel returns a command that navigates. remote is its key on a remote control, empty for none.
func (c commands) travel(id, title, help string, place []command.Place, key command.Key,
	remote fyne.KeyName, move func() []browse.Effect,
) command.Command {
	t := command.Command{
		ID: "page." + id, Title: title, Help: help, Keys: []command.Key{key}, Place: place, Do: func() {
			c.page.Nav.Run(move())
		},
	}
	if remote != "" {
		t.Also = []command.Key{command.Press(remote)}
	}
	return t
}

func (c commands) travels() []command.Command {
	n := c.page.Nav
	menu := command.At(command.GoMenu, 0)
	pages, subpages, ways := say.Text("go.pages.help"), say.Text("go.subpages.help"), say.Text("go.ways.help")
	return []command.Command{
		c.travel("previous", say.Text("go.previous"), pages, nil, command.Press(fyne.KeyLeft),
			desktop.KeyChannelDown, func() []browse.Effect { return n.PreviousPage() }).
			IfTyped(),
		c.travel("next", say.Text("go.next"), pages, nil, command.Press(fyne.KeyRight),
			desktop.KeyChannelUp, func() []browse.Effect { return n.NextPage() }).
			IfTyped(),
		c.travel("previousSubpage", say.Text("go.previousSubpage"), subpages, nil,
			command.Press(fyne.KeyUp), "", func() []browse.Effect { return c.page.sheet.turned(false) }).
			IfTyped(),
		c.travel("nextSubpage", say.Text("go.nextSubpage"), subpages, nil, command.Press(fyne.KeyDown),
			"", func() []browse.Effect { return c.page.sheet.turned(true) }).
			IfTyped(),
		{
			ID: "page.turning", Words: say.Text("turning.words"),
			Title: say.Text("turning.title"), TitleNow: c.turningTitle,
			Place: command.At(command.GoMenu, 1), Help: say.Text("turning.help"),
			Keys: []command.Key{command.Char('h')}, Checked: n.Turning, Do: c.page.toggleTurning,
		},
		c.travel("home", say.Text("go.home"), say.Text("go.home.help"), menu, command.Press(fyne.KeyHome),
			desktop.KeyHomepage, func() []browse.Effect { return n.GoHome() }).
			Found(say.Text("go.home.words")),
		c.travel("back", say.Text("go.back"), ways, menu, command.Alt(fyne.KeyLeft),
			desktop.KeyBack, func() []browse.Effect { return n.Back() }).
			Found(say.Text("go.back.words")),
		c.travel("forward", say.Text("go.forward"), ways, menu, command.Alt(fyne.KeyRight),
			desktop.KeyForward, func() []browse.Effect { return n.Forward() }).
			Found(say.Text("go.forward.words")),
		c.travel("reload", say.Text("go.reload"), say.Text("go.reload.help"), menu,
			command.Press(fyne.KeyF5), desktop.KeyReload, func() []browse.Effect { return n.Reload() }).
			Found(say.Text("go.reload.words")),
	}
}

// turningTitle returns the title of the command that starts or stops the turning of subpages.
func (c commands) turningTitle() string {
	if c.page.Nav.Turning() {
		return say.Text("turning.holdTitle")
	}
	return say.Text("turning.title")
}

func (p *Presenter) toggleTurning() { p.Nav.Run(p.Nav.ToggleTurning()) }

func (c commands) colourCommands() []command.Command {
	var list []command.Command
	remote := []fyne.KeyName{desktop.KeyRed, desktop.KeyGreen, desktop.KeyYellow, desktop.KeyBlue}
	titles := []string{
		say.Text("colourKey.red"), say.Text("colourKey.green"),
		say.Text("colourKey.yellow"), say.Text("colourKey.blue"),
	}
	for i, key := range []fyne.KeyName{fyne.KeyF1, fyne.KeyF2, fyne.KeyF3, fyne.KeyF4} {
		title := titles[i]
		list = append(list, command.Command{
			ID: fmt.Sprintf("page.colour%d", i+1), Keys: []command.Key{command.Press(key)}, KeyWords: "F1 – F4",
			Typed: true,
			Also:  []command.Key{command.Press(remote[i])},
			Title: title, TitleNow: func() string {
				return strings.TrimSuffix(title+": "+c.page.colours.words(i), ": ")
			},
			Enabled: func() bool { return c.page.colours.leads(i) }, Why: say.Text("colourKey.why"),
			Help: say.Text("colourKey.help"),
			Do:   func() { c.page.colours.press(i) },
		})
	}
	return list
}

// views returns the commands that change how the page is shown.
func (c commands) views() []command.Command {
	l := c.page.looks
	colours := say.Text("palette.help")
	list := []command.Command{
		{
			ID: "view.next", Words: say.Text("view.words"),
			Title: say.Text("view.title"), Help: say.Text("view.help"),
			Keys:    []command.Key{command.Press(fyne.KeyF6)},
			Place:   command.At(command.ViewMenu, 0),
			Checked: func() bool { return c.page.look().View == settings.TextView }, Do: l.toggleView,
		},
		{
			ID: "view.sharp", Words: say.Text("drawing.words"), Typed: true,
			Title:   say.Text("drawing.title"),
			Help:    say.Text("drawing.help"),
			Checked: func() bool { return c.page.look().Drawing == settings.SharpDrawing }, Do: l.toggleSharp,
		},
	}
	for _, palette := range render.Palettes() {
		list = append(list, command.Command{
			ID: "view.palette." + palette.Name, Title: words.Palette(palette.Name),
			Words: say.Text("palette.words"), Typed: true,
			Of: say.Text("display.palette"), Help: colours,
			Checked: func() bool { return c.page.look().Palette == palette.Name },
			Do:      func() { l.change(func(s *settings.Look) { s.Palette = palette.Name }) },
		})
	}
	return append(list, c.partCommands(l)...)
}

// partCommands returns the commands that change which part of the page is shown.
func (c commands) partCommands(l looks) []command.Command {
	place := command.At(command.ViewMenu, 1)
	halves := say.Text("half.help")
	half := func(id, title string, z pageview.Zoom) command.Command {
		return command.Command{
			ID: "view." + id, Title: title, Of: say.Text("half.of"), Help: halves,
			Words: say.Text("half.words"), Typed: true,
			Checked: func() bool { return c.page.sheet.zoom == z }, Do: func() { l.toggleHalf(z) },
		}
	}
	return []command.Command{
		{
			ID: "view.reveal", Words: say.Text("reveal.words"),
			Title: say.Text("reveal.title"), Help: say.Text("reveal.help"),
			Keys: []command.Key{command.Char('r')}, Place: place,
			Enabled: l.canReveal, Why: say.Text("reveal.why"),
			Checked: func() bool { return c.page.sheet.reveal }, Do: l.toggleReveal,
		},
		half("upper", say.Text("half.upper"), pageview.UpperHalf),
		half("lower", say.Text("half.lower"), pageview.LowerHalf),
		{
			ID: "view.zoom", Words: say.Text("half.words"), Typed: true,
			Title: say.Text("half.next"), Of: say.Text("half.of"), Help: halves,
			Keys: []command.Key{command.Char('z')}, Place: place, Do: l.nextZoom,
		},
		{
			ID: "view.header", Words: say.Text("headerRow.words"), Typed: true,
			Title: say.Text("headerRow.title"), Help: say.Text("headerRow.help"),
			Checked: func() bool { return c.page.look().Header },
			Do:      func() { l.change(func(s *settings.Look) { s.Header = !s.Header }) },
		},
		{
			ID: "view.shape", Words: say.Text("shape.words"), Typed: true,
			Title: say.Text("shape.title"), Help: say.Text("shape.help"), Checked: func() bool {
				return c.page.look().FourToThree
			},
			Do: func() { l.change(func(s *settings.Look) { s.FourToThree = !s.FourToThree }) },
		},
	}
}

// texts returns the commands for the size of text, and for copying it.
func (c commands) texts() []command.Command {
	l := c.page.looks
	size, scroll := say.Text("textSize.help"), say.Text("scroll.help")
	reads := func() bool { return c.page.look().View == settings.TextView }
	text := func(id, title, help string, do func(), keys ...command.Key) command.Command {
		return command.Command{
			ID: "page." + id, Title: title, Help: help, Keys: keys[:1], Also: keys[1:],
			Enabled: reads, Why: say.Text("textView.why"), Do: do,
		}
	}
	turn := func(by float32) func() {
		return func() {
			if !reads() {
				c.page.host.Mention(say.Text("textView.scrolls", "Keys", c.page.host.Command("view.next").InBrackets()))
				return
			}
			c.page.sheet.reading.Page(by)
		}
	}
	return slices.Concat(command.In(command.Going, command.Command{
		ID: "page.links", Title: say.Text("links.title"), Unlisted: true, Fixed: true, Help: say.Text("links.help"),
		Keys:     []command.Key{command.Press(fyne.KeyTab)},
		KeyWords: command.Words(command.Press(fyne.KeyTab), command.Press(fyne.KeyReturn)),
	}), command.In(command.Keeping, c.copies()...), command.In(
		command.Looking,
		text("larger", say.Text("textSize.larger"), size, func() { l.enlarge(1) }, command.Ctrl(fyne.KeyPlus),
			command.Ctrl(fyne.KeyEqual), command.Ctrl(fyne.KeyEqual, fyne.KeyModifierShift)).
			Found(say.Text("textSize.larger.words")),
		text("smaller", say.Text("textSize.smaller"), size, func() { l.enlarge(-1) }, command.Ctrl(fyne.KeyMinus)).
			Found(say.Text("textSize.smaller.words")),
		text("usualSize", say.Text("textSize.usual"), size, func() { l.enlarge(0) }, command.Ctrl(fyne.Key0)).
			Found(say.Text("textSize.usual.words")).IfTyped(),
		text("up", say.Text("scroll.up"), scroll, turn(-1), command.Press(fyne.KeyPageUp)).
			IfTyped(),
		text("down", say.Text("scroll.down"), scroll, turn(1), command.Press(fyne.KeyPageDown)).
			IfTyped(),
	))
}

// copies returns the commands that copy or save what is on screen.
func (c commands) copies() []command.Command {
	copied := say.Text("copy.help")
	return []command.Command{
		{
			ID: "page.copy", Words: say.Text("copy.words"),
			Title: say.Text("edit.copy"), Help: copied,
			Keys:    []command.Key{command.Ctrl(fyne.KeyC)},
			Place:   []command.Place{{Menu: command.PageMenu, Group: 2}, {Menu: command.Selection}},
			Enabled: c.page.sheet.hasSelection, Why: say.Text("copy.why"), Do: c.page.sheet.copySelection,
		},
		{
			ID: "page.copyTable", Words: say.Text("copyTable.words"), Typed: true,
			Title: say.Text("copyTable.title"), Help: say.Text("copyTable.help"),
			Place:   []command.Place{{Menu: command.Selection}},
			Enabled: c.page.sheet.hasSelection, Why: say.Text("copy.why"), Do: c.page.sheet.copyTable,
		},
		{
			ID: "page.selectAll", Typed: true,
			Title: say.Text("edit.selectAll"),
			Help:  copied, Keys: []command.Key{command.Ctrl(fyne.KeyA)},
			Enabled: c.isThere, Why: noPage(), Do: c.page.sheet.selectAll,
		},
		{
			ID: "page.copyAddress", Words: say.Text("copyAddress.words"),
			Title: say.Text("copyAddress.title"),
			Help:  say.Text("copyAddress.help"), Place: command.At(command.PageMenu, 2),
			Enabled: c.isThere, Why: noPage(), Do: c.page.sheet.copyAddress,
		},
	}
}

// noPage returns why the commands for the page are disabled.
func noPage() string { return say.Text("page.notYet") }

// isThere reports whether there is a page on screen.
func (c commands) isThere() bool { return c.page.Nav.Shown().Page != 0 }

func (c commands) pages() []command.Command {
	return []command.Command{
		{
			ID: "page.versions", Words: say.Text("versions.words"),
			Title: say.Text("versions.title"), Help: say.Text("versions.help"),
			Keys: []command.Key{command.Char('t')}, Place: command.And(command.PageMenu, 1, 2),
			Enabled: c.isThere, Why: noPage(), Do: c.page.versions.toggle,
		},
		{
			ID: "page.info", Words: say.Text("info.words"),
			Title: say.Text("info.title"), Help: say.Text("info.help"),
			Keys: []command.Key{command.Ctrl(fyne.KeyI)}, Place: command.At(command.PageMenu, 3),
			Enabled: c.isThere, Why: noPage(), Do: c.page.info.showInfo,
		},
	}
}
