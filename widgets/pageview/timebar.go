package pageview

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/app/say"
	"sextant/widgets/control"
	"sextant/widgets/core"
)

// TimeActions is what a time bar calls back.
type TimeActions struct {
	// Go: another version was chosen, counted from the oldest.
	Go func(i int)
	// Close ends the look at older versions.
	Close func()
}

// A TimeBar slides through the versions of a page that are stored, the oldest at the left.
type TimeBar struct {
	core.Base
	keys    core.Keys
	actions TimeActions

	count, at     int
	before, after *control.Button
	slider        *control.Slider
	text, aside   *core.Line
	content       *fyne.Container
}

var (
	_ fyne.Widget       = (*TimeBar)(nil)
	_ fyne.Focusable    = (*TimeBar)(nil)
	_ fyne.Shortcutable = (*TimeBar)(nil)
)

// NewTimeBar makes a bar for a page without versions.
func NewTimeBar(tips *core.Tips, keys core.Keys, actions TimeActions) *TimeBar {
	b := &TimeBar{
		keys: keys, actions: actions, slider: control.NewSlider(90),
		text: core.NewLine(14, theme.ColorNameForeground), aside: core.NewLine(12, theme.ColorNamePlaceHolder),
	}
	b.before = control.NewButton(tips, core.Icon("left"), say.Text("version.before"), func() { b.step(-1) })
	b.after = control.NewButton(tips, core.Icon("right"), say.Text("version.after"), func() { b.step(1) })
	closing := control.NewButton(tips, core.Icon("clear"), say.Text("version.present"), actions.Close)
	b.slider.OnChanged = func(share float64) { b.goTo(int(share*float64(b.count-1) + 0.5)) }
	b.slider.Named(say.Text("versions.title"), b.versionWords)
	b.slider.OnDone = func(float64) { b.takeKeys() }
	b.content = container.New(&timeLayout{}, core.NewTightRow(b.before, b.after), b.text, b.slider, b.aside, closing)
	b.ExtendBaseWidget(b)
	b.SetVersions(0, 0, "", "")
	return b
}

// SetVersions shows at which of the versions the page is, with words on it and on what it changed.
func (b *TimeBar) SetVersions(count, at int, text, aside string) {
	b.count, b.at = count, at
	b.text.SetText(text)
	b.aside.SetText(aside)
	b.slider.SetStops(max(count, 1))
	b.slider.SetEnabled(count > 1)
	b.slider.SetValue(float64(at) / float64(max(count-1, 1)))
	b.before.SetEnabled(at > 0)
	b.after.SetEnabled(at < count-1)
}

func (b *TimeBar) step(by int) { b.goTo(b.at + by) }

func (b *TimeBar) goTo(at int) {
	if at = max(0, min(at, b.count-1)); at != b.at && b.count > 0 {
		b.actions.Go(at)
	}
}

// takeKeys gives the keyboard to the bar, so that the keys go on where the pointer has stopped.
func (b *TimeBar) takeKeys() {
	if c := core.CanvasOf(b); c != nil {
		c.Focus(b)
	}
}

// FocusGained is called when the bar gets the keyboard.
func (b *TimeBar) FocusGained() { b.slider.SetKeyed(true) }

// FocusLost is called when the bar loses the keyboard.
func (b *TimeBar) FocusLost() { b.slider.SetKeyed(false) }

// TypedRune hands characters on.
func (b *TimeBar) TypedRune(r rune) { b.keys.Rune(r) }

// TypedShortcut hands shortcuts on.
func (b *TimeBar) TypedShortcut(s fyne.Shortcut) { b.keys.Shortcut(s) }

// TypedKey goes from version to version; Escape closes the bar. Other keys are handed on.
func (b *TimeBar) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyLeft:
		b.step(-1)
	case fyne.KeyRight:
		b.step(1)
	case fyne.KeyHome:
		b.goTo(0)
	case fyne.KeyEnd:
		b.goTo(b.count - 1)
	case fyne.KeyEscape:
		b.actions.Close()
	default:
		b.keys.Key(k.Name)
	}
}

// CreateRenderer makes what is drawn.
func (b *TimeBar) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(core.NewBand(), b.content))
}

// timeLayout puts all on one line; in a narrow window the words at the right go below those at the left.
type timeLayout struct{}

const (
	timeHeight = 40
	timeWide   = 640
)

// MinSize is what the buttons, the slider and some words need.
func (*timeLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[0].MinSize().Width+o[2].MinSize().Width+o[4].MinSize().Width+120, timeHeight)
}

// Layout places buttons, words, slider, words and button.
func (*timeLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	buttons, text, slider, aside, closing := o[0], o[1], o[2], o[3], o[4]
	const edge, gap, asideWidth = 6, 10, 130
	words := min(max(size.Width*0.22, 150), 230)
	left := edge + buttons.MinSize().Width + gap
	right := size.Width - closing.MinSize().Width - edge
	core.PutMiddle(buttons, edge, 0, buttons.MinSize().Width, size.Height)
	core.PutMiddle(closing, right, 0, closing.MinSize().Width, size.Height)
	if size.Width < timeWide {
		core.PutMiddle(text, left, 2, words, 22)
		core.PutMiddle(aside, left, 21, words, 18)
	} else {
		right -= asideWidth + gap
		core.PutMiddle(text, left, 0, words, size.Height)
		core.PutMiddle(aside, right+gap, 0, asideWidth, size.Height)
	}
	left += words + gap
	core.PutMiddle(slider, left, 0, max(0, right-gap-left), size.Height)
}
