package pageview

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/app/say"
	"sextant/widgets/control"
	"sextant/widgets/core"
)

// StripActions are a day strip's callbacks.
type StripActions struct {
	// Go is called when another version is chosen, with its index from the oldest.
	Go func(i int)
	// Play starts or stops playing the versions.
	Play func()
	// Close goes back to the current page.
	Close func()
}

// StripWords describes the version on screen.
type StripWords struct {
	Text   string // from and until when it was on air
	Change string // what it changed
	Value  string // both, for screen readers
}

// A DayStrip navigates through the stored versions of a page, the oldest at the left. Some may be filtered out.
type DayStrip struct {
	core.Base
	tips    *core.Tips
	keys    core.Keys
	actions StripActions

	playing             bool
	before, play, after *control.Button
	text, change, note  *core.Line
	line                *timeline
	content             *fyne.Container
}

var (
	_ fyne.Widget       = (*DayStrip)(nil)
	_ fyne.Focusable    = (*DayStrip)(nil)
	_ fyne.Shortcutable = (*DayStrip)(nil)
)

// NewDayStrip makes a strip for a page without versions.
func NewDayStrip(tips *core.Tips, keys core.Keys, actions StripActions) *DayStrip {
	s := &DayStrip{
		tips: tips, keys: keys, actions: actions, text: core.NewLine(14, theme.ColorNameForeground),
		change: core.NewLine(12, theme.ColorNamePlaceHolder), note: core.NewLine(12, theme.ColorNamePrimary),
	}
	button := func(icon fyne.Resource, tip string, do func()) *control.Button {
		return control.NewButton(tips, icon, tip, func() {
			do()
			s.takeKeys()
		})
	}
	s.before = button(core.Icon("left"), say.Text("version.before"), func() { s.step(-1) })
	s.play = button(theme.MediaPlayIcon(), "", func() { s.actions.Play() }).TipNow(s.playTip)
	s.after = button(core.Icon("right"), say.Text("version.after"), func() { s.step(1) })
	closing := control.NewButton(tips, core.Icon("clear"), say.Text("version.present"), func() { s.actions.Close() })
	s.line = newTimeline(s.goTo, s.step, s.takeKeys)
	s.content = container.New(&stripLayout{},
		core.NewTightRow(s.before, s.play, s.after), s.text, s.change, s.note, closing, s.line)
	s.ExtendBaseWidget(s)
	s.update()
	return s
}

func (s *DayStrip) playTip() string {
	if s.playing {
		return say.Text("version.pause")
	}
	return say.Text("version.play")
}

// SetVersions shows versions; at is the one on screen.
func (s *DayStrip) SetVersions(m []Moment, at int, times StripTimes) {
	s.line.setMoments(m, at, times)
	s.update()
}

// SetAt sets the version on screen. While versions are played, that is not announced.
func (s *DayStrip) SetAt(at int, words StripWords) {
	s.text.SetText(words.Text)
	s.change.SetText(words.Change)
	if !s.playing {
		s.line.words = words.Value
	}
	s.line.setAt(at)
	s.update()
	s.arrange()
}

// arrange updates the layout for the words.
func (s *DayStrip) arrange() { s.content.Layout.Layout(s.content.Objects, s.content.Size()) }

// SetNote sets a note about which versions count, "" if all do.
func (s *DayStrip) SetNote(note string) {
	if s.note.Text() != note {
		s.note.SetText(note)
		s.arrange()
	}
}

// SetPlaying shows whether the versions are being played.
func (s *DayStrip) SetPlaying(playing bool) {
	if s.playing == playing {
		return
	}
	s.playing = playing
	icon := theme.MediaPlayIcon()
	if playing {
		icon = core.Icon("pause")
	}
	s.play.SetFace(icon, "")
}

func (s *DayStrip) update() {
	s.before.SetEnabled(s.Next(-1) != core.None)
	s.after.SetEnabled(s.Next(1) != core.None)
	s.play.SetEnabled(s.First() != core.None)
}

// First returns the oldest version that counts, -1 for none.
func (s *DayStrip) First() int { return s.counting(0, 1) }

// Last returns the newest version that counts, -1 for none.
func (s *DayStrip) Last() int { return s.counting(len(s.line.moments)-1, -1) }

// Next returns the next version that counts in a direction from the one on screen, -1 for none.
func (s *DayStrip) Next(by int) int { return s.counting(s.line.at+by, by) }

// counting returns the first version that counts, from i on in a direction, -1 for none.
func (s *DayStrip) counting(i, by int) int {
	for ; i >= 0 && i < len(s.line.moments); i += by {
		if !s.line.moments[i].Left {
			return i
		}
	}
	return core.None
}

// The steps of Page Up and Page Down, by the range of the strip.
const (
	leap     = time.Hour
	longLeap = 24 * time.Hour
	longLook = 48 * time.Hour // the least range for steps of days
)

// leapTo returns the nearest version that counts at least an hour or a day away in a direction, or the last one in that
// direction.
func (s *DayStrip) leapTo(by int) int {
	m, way := s.line.moments, leap
	if len(m) == 0 {
		return core.None
	}
	if s.line.times.Now.Sub(m[0].At) > longLook {
		way = longLeap
	}
	to := core.None
	for i := s.Next(by); i != core.None; i = s.counting(i+by, by) {
		if to = i; m[i].At.Sub(m[s.line.at].At).Abs() >= way {
			break
		}
	}
	return to
}

func (s *DayStrip) step(by int) { s.goTo(s.Next(by)) }

// goTo moves the head at once; the page is shown when it has been read.
func (s *DayStrip) goTo(at int) {
	if at == core.None || at == s.line.at && !s.playing {
		return
	}
	s.line.setAt(at)
	s.actions.Go(at)
}

// Hide ends a drag: the toolkit sends the pointer's events to where it was pressed, even if that is hidden.
func (s *DayStrip) Hide() {
	s.line.dragging = false
	s.Base.Hide()
}

// takeKeys focuses the strip, so that keys continue where the pointer stopped.
func (s *DayStrip) takeKeys() {
	if c := core.CanvasOf(s); c != nil {
		c.Focus(s)
	}
}

// FocusGained is called when the strip gets the focus.
func (s *DayStrip) FocusGained() { s.line.setKeyed(true) }

// FocusLost is called when the strip loses the focus. It takes it back unless another object gets it: the toolkit
// removes the focus when the page is clicked.
func (s *DayStrip) FocusLost() {
	s.line.setKeyed(false)
	s.tips.Do(func() {
		if c := core.CanvasOf(s); c != nil && s.Visible() && c.Overlays().Top() == nil && c.Focused() == nil {
			c.Focus(s)
		}
	})
}

// TypedRune passes on characters, except for the space bar's.
func (s *DayStrip) TypedRune(r rune) {
	if r != ' ' {
		s.keys.Rune(r)
	}
}

// TypedShortcut passes on shortcuts.
func (s *DayStrip) TypedShortcut(sc fyne.Shortcut) { s.keys.Shortcut(sc) }

// TypedKey goes from version to version; Space plays them, and Escape closes the strip. Other keys are passed on.
func (s *DayStrip) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyLeft:
		s.step(-1)
	case fyne.KeyRight:
		s.step(1)
	case fyne.KeyHome:
		s.goTo(s.First())
	case fyne.KeyEnd:
		s.goTo(s.Last())
	case fyne.KeyPageUp:
		s.goTo(s.leapTo(-1))
	case fyne.KeyPageDown:
		s.goTo(s.leapTo(1))
	case fyne.KeySpace:
		s.actions.Play()
	case fyne.KeyEscape:
		s.actions.Close()
	default:
		s.keys.Key(k.Name)
	}
}

// CreateRenderer implements fyne.Widget.
func (s *DayStrip) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(core.NewBand(), s.content))
}

// stripLayout lays out the timeline below a line of buttons and words. In a narrow window there are two lines of words,
// the second one with the note.
type stripLayout struct{}

const (
	stripTop  = 36
	stripWide = 900
)

// MinSize implements fyne.Layout.
func (*stripLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(max(o[5].MinSize().Width, o[0].MinSize().Width+o[4].MinSize().Width+120),
		stripTop+o[5].MinSize().Height)
}

// Layout places buttons, words, and the timeline.
func (*stripLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	buttons, closing, line := o[0], o[4], o[5]
	text, change, note := o[1].(*core.Line), o[2].(*core.Line), o[3].(*core.Line)
	const edge, gap = 6, 12
	left := edge + buttons.MinSize().Width + gap
	right := size.Width - closing.MinSize().Width - edge
	core.PutMiddle(buttons, edge, 1, buttons.MinSize().Width, stripTop)
	core.PutMiddle(closing, right, 1, closing.MinSize().Width, stripTop)
	line.Resize(fyne.NewSize(size.Width, line.MinSize().Height))
	line.Move(fyne.NewPos(0, stripTop))
	right = max(left, right-gap)
	if size.Width < stripWide {
		lower, other := change, note
		if note.Text() != "" {
			lower, other = note, change
		}
		core.PutMiddle(text, left, 2, right-left, 18)
		core.PutMiddle(lower, left, 18, right-left, 18)
		core.PutAway(other)
		return
	}
	for _, words := range []struct {
		line  *core.Line
		least float32 // the least width, so that what follows does not move while versions are played
	}{{text, max(170, size.Width*0.2)}, {change, 130}, {note, 0}} {
		width := min(max(words.least, words.line.WidthWanted()), max(0, right-left))
		core.PutMiddle(words.line, left, 1, width, stripTop)
		left = min(right, left+width+gap)
	}
}
