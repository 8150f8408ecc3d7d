package app

import (
	"fmt"
	"image/color"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"sextant/app/browse"
	"sextant/app/navigate"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
	"sextant/widgets/pageview"
	"sextant/widgets/reading"
	"sextant/widgets/recordings"
	"sextant/widgets/shell"
)

// A window is the main window: it shows what navigation and playback say, and hands them what the
// user does.
type window struct {
	app  *sextant
	win  fyne.Window
	tips *core.Tips

	page    *pageview.View
	reading *reading.View
	view    view
	echo    *canvas.Text // the page number being typed, in full screen
	echoed  *fyne.Container
	echoBox *canvas.Rectangle // behind it
	bar     *pageview.Bar
	notice  *shell.Notice
	keypad  fyne.CanvasObject
	panel   *recordings.Panel
	player  *recordings.PlayerBar
	finding *finding
	colours *pageview.ColourKeys
	timeBar *pageview.TimeBar
	shell   *shell.Layout
	body    *fyne.Container

	back, forward, turning, finderSwitch, keypadSwitch, panelSwitch, menuSwitch *control.Button

	targets [4]colourTarget
	usual   []int // where the user usually goes from here
	sought  sought
	times   timeMachine
	front   bool // the window has the keyboard
	named   bool // the title may tell of the page

	dialog     *dialog.Dialog // the open one
	unsaved    *dialog.Dialog // that asks whether to quit all the same
	folder     string         // of the file that was chosen last
	full       bool
	about      topic // of the notice
	passing    bool  // the notice goes away by itself
	corner     corner
	noticeTime *time.Timer
	barTime    *time.Timer
}

var _ navigate.Screen = (*window)(nil)

func newWindow(a *sextant, fa fyne.App) *window {
	w := &window{app: a, win: fa.NewWindow("Sextant"), tips: core.NewTips(a.do)}
	w.page = pageview.New(w.tips, pageview.Actions{
		Pointer: w.pointerMoved, Follow: w.follow, Name: w.linkName, Menu: w.showPageMenu, Keys: w.keys(),
	})
	w.reading = reading.New(reading.Actions{
		Follow: func(link int) { w.follow(w.view.links[link]) }, Menu: w.showPageMenu, Keys: w.keys(),
	})
	w.reading.Hide()
	w.page.SetMessage("Opening page " + a.options.Place.String() + " …")
	w.notice = shell.NewNotice(w.tips, w.closeNotice)
	w.keypad = pageview.NewKeypad(w.tips, w.digit, w.correct, w.clearEntry)
	setVisible(w.keypad, a.settings.Keypad)
	w.buildPanels()
	w.finding = newFinding(w)
	w.colours = pageview.NewColourKeys(w.tips, w.pressColour)
	w.timeBar = pageview.NewTimeBar(w.tips, w.keys(), pageview.TimeActions{Go: w.showVersion, Close: w.leaveTimeMachine})
	w.timeBar.Hide()
	w.bar = pageview.NewBar(w.buttons()...)
	w.buildEcho()
	w.shell = &shell.Layout{Page: container.NewStack(w.page, w.reading, w.corner.build(), w.echoed), Notice: w.notice, Downloads: w.panel, Finder: w.finding.panel, Keypad: w.keypad, Bars: []fyne.CanvasObject{w.colours, w.timeBar, w.bar, w.player}, Spare: w.colours}
	w.body = container.New(w.shell, w.shell.Objects()...)
	w.bar.OnReflow = func() { w.app.do(w.relayout) }
	w.win.SetContent(container.NewStack(w.body, w.tips.Layer()))
	w.win.SetPadded(false)
	w.win.SetMaster()
	w.win.SetCloseIntercept(a.quit)
	w.win.Resize(fyne.NewSize(a.settings.Width, a.settings.Height))
	w.bindKeys()
	return w
}

// relayout places everything anew after something was shown or hidden. Refreshing the container would
// also draw all of it anew, and make what has never been shown.
func (w *window) relayout() { w.shell.Layout(nil, w.body.Size()) }

// buildEcho makes the corner in which full screen shows the number being typed.
func (w *window) buildEcho() {
	w.echo = canvas.NewText("", theme.Color(theme.ColorNamePrimary))
	w.echo.TextSize = 40
	w.echo.FontSource = theme.DefaultTextFont()
	w.echoBox = canvas.NewRectangle(color.Transparent)
	w.echoBox.CornerRadius = 6
	box := container.NewStack(w.echoBox, container.NewPadded(container.NewPadded(w.echo)))
	w.echoed = container.NewVBox(container.NewHBox(container.NewPadded(box)))
}

// buttons are those of the page bar, in groups.
func (w *window) buttons() []*fyne.Container {
	nav := func(f func() *navigate.Navigation, move func(*navigate.Navigation)) func() {
		return func() { move(f()) }
	}
	get := func() *navigate.Navigation { return w.app.nav }
	button := func(icon fyne.Resource, tip string, move func(*navigate.Navigation)) *control.Button {
		return control.NewButton(w.tips, icon, tip, nav(get, move))
	}
	w.back = button(theme.NavigateBackIcon(), "Back (Alt+Left)", func(n *navigate.Navigation) { n.Run(n.Back()) })
	w.forward = button(theme.NavigateNextIcon(), "Forward (Alt+Right)", func(n *navigate.Navigation) { n.Run(n.Forward()) })
	w.turning = control.NewButton(w.tips, theme.MediaPlayIcon(), "", w.toggleTurning)
	w.finderSwitch = control.NewButton(w.tips, theme.SearchIcon(), "Find (Ctrl+F)", w.toggleFinder)
	w.keypadSwitch = control.NewButton(w.tips, core.Icon("keypad"), "Keypad (Ctrl+K)", w.toggleKeypad)
	w.panelSwitch = control.NewButton(w.tips, theme.MediaMusicIcon(), "Downloads to listen to (Ctrl+M)", w.togglePanel)
	w.menuSwitch = control.NewButton(w.tips, theme.MenuIcon(), "Menu (F10)", func() { w.showMenu() })
	group := func(list ...fyne.CanvasObject) *fyne.Container {
		return container.New(&tight{}, list...)
	}
	return []*fyne.Container{
		group(w.back, w.forward,
			button(theme.HomeIcon(), "Page 100 (Home)", func(n *navigate.Navigation) { n.Run(n.GoHome()) }),
			button(theme.ViewRefreshIcon(), "Reload (F5)", func(n *navigate.Navigation) { n.Run(n.Reload()) })),
		group(
			button(core.Icon("left"), "Previous page (Left)", func(n *navigate.Navigation) { n.Run(n.PreviousPage()) }),
			button(core.Icon("right"), "Next page (Right)", func(n *navigate.Navigation) { n.Run(n.NextPage()) }),
			button(core.Icon("up"), "Previous subpage (Up)", func(n *navigate.Navigation) { n.Run(n.PreviousSubpage()) }),
			button(core.Icon("down"), "Next subpage (Down)", func(n *navigate.Navigation) { n.Run(n.NextSubpage()) }),
			w.turning),
		group(w.finderSwitch, w.keypadSwitch, w.panelSwitch, w.menuSwitch),
	}
}

// tight lays buttons side by side without gaps.
type tight struct{}

func (*tight) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := fyne.Size{}
	for _, o := range objects {
		size.Width += o.MinSize().Width
		size.Height = max(size.Height, o.MinSize().Height)
	}
	return size
}

func (*tight) Layout(objects []fyne.CanvasObject, _ fyne.Size) {
	x := float32(0)
	for _, o := range objects {
		o.Resize(o.MinSize())
		o.Move(fyne.NewPos(x, 0))
		x += o.MinSize().Width
	}
}

// Changed brings the bar, the title and the buttons up to date.
func (w *window) Changed() {
	n := w.app.nav
	info := w.pageInfo(n)
	w.bar.SetInfo(info)
	if w.named {
		w.win.SetTitle(w.title(n))
	}
	w.showWay(w.back, theme.NavigateBackIcon(), "Back", "Alt+Left", n.BackTo)
	w.showWay(w.forward, theme.NavigateNextIcon(), "Forward", "Alt+Right", n.ForwardTo)
	if n.Turning() {
		w.turning.SetFace(theme.MediaPauseIcon(), "Hold this subpage (H)")
	} else {
		w.turning.SetFace(theme.MediaPlayIcon(), "Turn the subpages by themselves (H)")
	}
	w.turning.SetOn(n.Turning())
	w.finderSwitch.SetOn(w.finding.panel.Visible())
	w.keypadSwitch.SetOn(w.keypad.Visible())
	w.panelSwitch.SetOn(w.panel.Visible())
	w.showEcho(n.Entry())
	w.showCorner()
}

// showWay says at a button where in the history it leads.
func (w *window) showWay(b *control.Button, icon fyne.Resource, word, key string, to func() (browse.Place, bool)) {
	place, ok := to()
	b.SetEnabled(ok)
	if ok {
		word = strings.TrimSpace(fmt.Sprintf("%s to %v %s", word, place, w.app.nav.Directory.Name(place.Page)))
	}
	b.SetFace(icon, word+" ("+key+")")
}

// showEcho shows the number being typed in full screen. What it is shown in is always there and only seen
// then: the toolkit does not repaint for what it has never drawn.
func (w *window) showEcho(entry string) {
	if !w.full {
		entry = ""
	}
	if w.echo.Text == entry {
		return
	}
	w.echo.Text, w.echoBox.FillColor = entry, color.Transparent
	if entry != "" {
		w.echoBox.FillColor = theme.Color(theme.ColorNameBackground)
	}
	w.echoed.Refresh()
}

func (w *window) pageInfo(n *navigate.Navigation) pageview.Info {
	info := pageview.Info{Number: n.Entry(), Typing: n.Entry() != ""}
	if shown := n.Shown(); !info.Typing && shown.Page != 0 {
		info.Number = fmt.Sprint(shown.Page)
	}
	if info.Typing {
		info.Preview = w.previewWords(n.Entry())
	}
	if target, loading := n.Target(); loading && n.Slow {
		info.State = "Loading " + target.String() + " …"
		if n.Shown().Page == 0 && info.Number == "" {
			info.Number = fmt.Sprint(target.Page)
		}
	}
	doc := n.Document()
	if doc == nil {
		return info
	}
	info.Age = w.ageWords()
	if w.times.on {
		doc = w.view.answer.Document
		info.Age = w.times.ageWords()
	}
	info.Name = strings.TrimSpace(doc.Name)
	info.Network = strings.TrimSpace(doc.Network)
	if w.app.station.IsDemo {
		info.Network += " (demo)"
	}
	info.Hint = w.viewWords()
	info.Changed = w.app.calendar().Changed(w.app.calendar().Modified(doc))
	if position, count := n.Subpages(); count > 1 {
		info.Subpage = fmt.Sprintf("subpage %d of %d", position, count)
		if n.Turning() {
			info.Subpage += ", turning"
		}
	}
	return info
}

func (w *window) title(n *navigate.Navigation) string {
	parts := []string{"Sextant"}
	if shown := n.Shown(); shown.Page != 0 {
		page := fmt.Sprint(shown.Page)
		if _, count := n.Subpages(); count > 1 {
			page = shown.String()
		}
		if doc := n.Document(); doc != nil {
			page += " " + strings.TrimSpace(doc.Name)
		}
		parts = append(parts, page)
	}
	return strings.Join(parts, " – ")
}
