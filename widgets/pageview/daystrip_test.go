package pageview

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// stripStart returns the time of the first version, in the afternoon.
func stripStart() time.Time { return time.Date(2026, 11, 20, 15, 30, 0, 0, time.UTC) }

// hourly returns n versions an hour apart.
func hourly(n int) (list []Moment) {
	for i := range n {
		list = append(list, Moment{At: stripStart().Add(time.Duration(i) * time.Hour), Change: -1})
	}
	return list
}

// stripTimes returns the times of a strip that ends an hour after the last of n hourly versions.
func stripTimes(n int) StripTimes {
	return StripTimes{
		Now: stripStart().Add(time.Duration(n) * time.Hour), Zone: time.UTC,
		Hour: func(t time.Time) string { return t.Format("15:04") },
		Day:  func(t time.Time) string { return t.Format("Monday") },
	}
}

// A stripRig is a strip with the record of its calls.
type stripRig struct {
	*DayStrip
	asked  widgettest.Asked
	window fyne.Window
}

func newStripRig(t *testing.T, versions []Moment, at int) *stripRig {
	t.Helper()
	r := &stripRig{}
	r.DayStrip = NewDayStrip(core.NewTips(func(func()) {}),
		core.Keys{
			Key:  func(k fyne.KeyName) { r.asked.Add("key %s", k) },
			Rune: func(c rune) { r.asked.Add("rune %c", c) },
		}, StripActions{
			Go: func(i int) { r.asked.Add("go %d", i) }, Play: func() { r.asked.Add("play") },
			Close: func() { r.asked.Add("close") },
		})
	r.SetVersions(versions, at, stripTimes(len(versions)))
	r.window = widgettest.Show(t, r.DayStrip, 800, 94)
	return r
}

// pointer returns an event of the pointer at a version.
func (r *stripRig) pointer(i int) *desktop.MouseEvent {
	x := r.line.scale().x(r.line.moments[i].At)
	return &desktop.MouseEvent{
		Button: desktop.MouseButtonPrimary, PointEvent: fyne.PointEvent{Position: fyne.NewPos(x+2, 10)},
	}
}

// TestStripKeys goes from version to version by keys and buttons, each of which continues from the version before.
func TestStripKeys(t *testing.T) {
	r := newStripRig(t, hourly(6), 2)
	widgettest.Press(r, fyne.KeyLeft, fyne.KeyLeft, fyne.KeyLeft, fyne.KeyLeft, fyne.KeyRight, fyne.KeyEnd,
		fyne.KeyRight, fyne.KeyHome)
	r.asked.Expect(t, "go 1", "go 0", "go 1", "go 5", "go 0")
	widgettest.Press(r, fyne.KeyPageDown, fyne.KeyPageDown, fyne.KeyPageUp, fyne.KeySpace, fyne.KeyF2, fyne.KeyEscape)
	r.TypedRune(' ')
	r.TypedRune('5')
	r.asked.Expect(t, "go 1", "go 2", "go 1", "play", "key F2", "close", "rune 5")
	test.Tap(r.before)
	test.Tap(r.after)
	test.Tap(r.play)
	r.asked.Expect(t, "go 0", "go 1", "play")
	if r.window.Canvas().Focused() != r.DayStrip || !r.line.keyed {
		t.Error("behind a button the strip has not the keyboard")
	}
}

// TestStripLeaps checks that Page Up and Page Down go by hours in a short span and by days in a long one.
func TestStripLeaps(t *testing.T) {
	quarters := hourly(9)
	for i := range quarters {
		quarters[i].At = stripStart().Add(time.Duration(i) * 15 * time.Minute)
	}
	for _, tt := range []struct {
		versions     []Moment
		at, by, want int
	}{
		{quarters, 0, 1, 4},
		{quarters, 8, -1, 4},
		{quarters, 6, 1, 8}, // the last version
		{quarters, 8, 1, core.None},
		{hourly(72), 10, 1, 34},
		{hourly(72), 30, -1, 6},
		{hourly(72), 10, -1, 0},
	} {
		r := newStripRig(t, tt.versions, tt.at)
		if got := r.leapTo(tt.by); got != tt.want {
			t.Errorf("of %d, from %d by %d: %d, want %d", len(tt.versions), tt.at, tt.by, got, tt.want)
		}
	}
}

// TestStripLeavesOut checks that versions that are left out are skipped.
func TestStripLeavesOut(t *testing.T) {
	versions := hourly(8)
	for _, i := range []int{0, 2, 3, 4, 7} {
		versions[i].Left = true
	}
	r := newStripRig(t, versions, 3)
	widgettest.Press(r, fyne.KeyRight, fyne.KeyRight, fyne.KeyRight, fyne.KeyHome, fyne.KeyLeft, fyne.KeyEnd)
	r.asked.Expect(t, "go 5", "go 6", "go 1", "go 6")
	r.line.MouseDown(r.pointer(4))
	r.line.MouseUp(r.pointer(4))
	r.asked.Expect(t, "go 5")
	for i := range versions {
		versions[i].Left = true
	}
	r.SetVersions(versions, 5, stripTimes(8))
	widgettest.Press(r, fyne.KeyRight, fyne.KeyLeft, fyne.KeyHome, fyne.KeyEnd, fyne.KeyPageUp)
	r.line.MouseDown(r.pointer(2))
	if r.asked.Expect(t); r.First() != core.None || !r.play.Disabled() {
		t.Error("where nothing counts there is something to go to")
	}
}

// TestStripScrubs drags, clicks and turns the wheel. The strip must have the focus afterwards.
func TestStripScrubs(t *testing.T) {
	r := newStripRig(t, hourly(10), 8)
	drag := func(i int) { r.line.Dragged(&fyne.DragEvent{PointEvent: r.pointer(i).PointEvent}) }
	drag(2) // ignored without MouseDown
	r.line.MouseDown(r.pointer(6))
	drag(5)
	drag(5)
	drag(3)
	r.line.MouseUp(r.pointer(3))
	drag(7)
	r.asked.Expect(t, "go 6", "go 5", "go 3")
	if r.window.Canvas().Focused() != r.DayStrip {
		t.Error("the strip has not the keyboard")
	}
	for _, by := range []float32{25, 10, 15, -50} {
		r.line.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, by)})
	}
	r.asked.Expect(t, "go 4", "go 5", "go 4", "go 3")
	r.line.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(-25, 3)})
	r.asked.Expect(t, "go 4")
	r.line.MouseDown(r.pointer(6))
	r.line.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 25)}) // nothing while the head is held
	r.line.MouseUp(r.pointer(6))
	r.asked.Expect(t, "go 6")
	secondary := r.pointer(9)
	secondary.Button = desktop.MouseButtonSecondary
	r.line.MouseDown(secondary)
	r.asked.Expect(t)
}

// TestHiddenStripIsNotDragged hides the strip while the button is held.
func TestHiddenStripIsNotDragged(t *testing.T) {
	r := newStripRig(t, hourly(10), 8)
	r.line.MouseDown(r.pointer(6))
	r.Hide()
	r.line.Dragged(&fyne.DragEvent{PointEvent: r.pointer(3).PointEvent})
	r.line.MouseUp(r.pointer(3))
	r.asked.Expect(t, "go 6")
	if r.window.Canvas().Focused() == r.DayStrip {
		t.Error("the hidden strip has the keyboard")
	}
	r.Show()
	r.line.Dragged(&fyne.DragEvent{PointEvent: r.pointer(2).PointEvent})
	r.asked.Expect(t)
}

// TestStripKeepsTheKeyboard checks that the strip gets the focus back after a click on the page, unless something else
// gets it or the strip is hidden.
func TestStripKeepsTheKeyboard(t *testing.T) {
	var later []func()
	s := NewDayStrip(core.NewTips(func(f func()) { later = append(later, f) }), core.Keys{}, StripActions{})
	other := widget.NewEntry()
	c := widgettest.Show(t, container.NewVBox(s, other), 800, 200).Canvas()
	rest := func() {
		for len(later) > 0 {
			f := later[0]
			later = later[1:]
			f()
		}
	}
	c.Focus(s)
	c.Unfocus()
	if rest(); c.Focused() != s {
		t.Error("the keys are gone")
	}
	c.Focus(other)
	if rest(); c.Focused() != other {
		t.Error("the strip takes the keys from something else")
	}
	c.Focus(s)
	s.Hide()
	c.Unfocus()
	if rest(); c.Focused() != nil {
		t.Error("a strip that is gone has the keys")
	}
}

// TestStripPlays checks that versions are not announced while they are played.
func TestStripPlays(t *testing.T) {
	r := newStripRig(t, hourly(5), 1)
	say := func(i int) { r.SetAt(i, StripWords{Text: fmt.Sprint("text ", i), Value: fmt.Sprint("value ", i)}) }
	say(1)
	r.SetPlaying(true)
	for i := 2; i < 4; i++ {
		if say(i); describe(r.line).Value.Words != "value 1" || r.text.Text() != fmt.Sprint("text ", i) {
			t.Errorf("at %d it says %q and announces %q", i, r.text.Text(), describe(r.line).Value.Words)
		}
	}
	if tip := r.play.Tip(); tip != "Pause (Space)" {
		t.Errorf("the button says %q", tip)
	}
	r.SetPlaying(false)
	if say(3); describe(r.line).Value.Words != "value 3" || r.play.Tip() != "Play the versions (Space)" {
		t.Errorf("afterwards it announces %q", describe(r.line).Value.Words)
	}
}

// TestStripIsNarrow checks that the texts are below each other in a narrow window, where a note replaces the change.
func TestStripIsNarrow(t *testing.T) {
	r := newStripRig(t, hourly(5), 1)
	r.Resize(fyne.NewSize(1000, 94))
	r.SetAt(1, StripWords{Text: "today 14:05 – 14:32", Change: "3 rows changed"})
	if r.change.Position().X < r.text.Position().X+r.text.MinSize().Width {
		t.Error("the change is not beside the text")
	}
	r.Resize(fyne.NewSize(480, 94))
	if r.change.Position().X != r.text.Position().X || r.change.Position().Y <= r.text.Position().Y {
		t.Errorf("narrow: words at %v and %v", r.text.Position(), r.change.Position())
	}
	r.SetNote("2 of 5 versions: this line changed")
	if r.note.Position().X != r.text.Position().X || r.change.Position().X >= 0 {
		t.Errorf("with a note: words at %v and %v", r.note.Position(), r.change.Position())
	}
}

// TestStripLabels checks the labels of spans from a second to more than a year in widths from 320 to 3840. The end
// always has one, they do not overlap or go beyond the edges, and wide strips have more than one.
func TestStripLabels(t *testing.T) {
	for _, span := range []time.Duration{
		time.Second, 10 * time.Minute, 3 * time.Hour, 9 * time.Hour, 30 * time.Hour, 4 * 24 * time.Hour,
		20 * 24 * time.Hour, 400 * 24 * time.Hour,
	} {
		for _, width := range []float32{320, 480, 1280, 3840} {
			l := newTimeline(func(int) {}, func(int) {}, func() {})
			times := stripTimes(0)
			times.Now = stripStart().Add(span)
			l.setMoments(hourly(1), 0, times)
			l.Resize(fyne.NewSize(width, 60))
			l.label()
			last := float32(-labelGap)
			for _, label := range l.labels {
				if label.from < last+labelGap || label.to > width {
					t.Errorf("%v, %v wide: %q from %v to %v behind %v",
						span, width, label.text, label.from, label.to, last)
				}
				last = label.to
			}
			if n := len(l.labels); n == 0 || l.labels[n-1].text != "now" || n == 1 && width > 1000 {
				t.Errorf("%v, %v wide: the labels are %v", span, width, l.labels)
			}
		}
	}
}

// TestStripHours checks that the labels are the same hours of each day, except next to the name of the first day.
func TestStripHours(t *testing.T) {
	l := newTimeline(func(int) {}, func(int) {}, func() {})
	l.setMoments(hourly(60), 0, stripTimes(60))
	l.Resize(fyne.NewSize(900, 60))
	l.label()
	var texts []string
	for _, label := range l.labels {
		texts = append(texts, label.text)
	}
	if want := []string{
		"Friday", "Saturday", "06:00", "12:00", "18:00", "Sunday", "06:00", "12:00", "18:00", "now",
	}; !slices.Equal(texts, want) {
		t.Errorf("the labels are %q, want %q", texts, want)
	}
}

// TestTicks checks that the height of a version's tick shows its change, that the head is above it, and that versions
// that are left out are faint.
func TestTicks(t *testing.T) {
	versions := hourly(4)
	versions[1].Change, versions[2].Change, versions[2].Left = 0, 1, true
	r := newStripRig(t, versions, 3)
	drawn := func(at int) (from int) {
		img := (&tickPainter{}).paint(r.line, 800, drawnUntil)
		x := int(r.line.scale().x(versions[at].At) + 0.5)
		for y := range tickBottom {
			if _, _, _, alpha := img.At(x, y).RGBA(); alpha > 0 {
				return y
			}
		}
		return tickBottom
	}
	if oldest, least, most, head := drawn(0), drawn(1), drawn(2), drawn(3); oldest != tickTop ||
		least < tickBottom-6 || most != tickTop || head != knobTop {
		t.Errorf("the ticks begin at %d, %d, %d, the head at %d", oldest, least, most, head)
	}
	img := (&tickPainter{}).paint(r.line, 800, drawnUntil)
	x := func(i int) int { return int(r.line.scale().x(versions[i].At) + 0.5) }
	if img.At(x(1), tickBottom-2) == img.At(x(2), tickBottom-2) {
		t.Error("what is left out looks like what counts")
	}
}

// BenchmarkStrip draws a strip of 500 versions.
func BenchmarkStrip(b *testing.B) {
	for _, width := range []int{1280, 3840} {
		l := newTimeline(func(int) {}, func(int) {}, func() {})
		l.setMoments(hourly(500), 0, stripTimes(500))
		l.Resize(fyne.NewSize(float32(width), 60))
		l.label()
		painter := &tickPainter{}
		b.Run(fmt.Sprintf("ticks at %d", width), func(b *testing.B) {
			for b.Loop() {
				painter.paint(l, width, drawnUntil)
			}
		})
		b.Run(fmt.Sprintf("labels at %d", width), func(b *testing.B) {
			for b.Loop() {
				l.labelled = 0
				l.label()
			}
		})
	}
}
