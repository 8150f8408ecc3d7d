package pageview

import (
	"image"
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"sextant/app/access"
	"sextant/app/say"
	"sextant/widgets/core"
)

// A Moment is a version of a page on a day strip.
type Moment struct {
	At time.Time // when it was first received
	// Change is how much it changed, from 0 to 1, negative while not known.
	Change float32
	// Left is set if the version is skipped.
	Left bool
}

// StripTimes are the end of a day strip's range, and the formats of its times.
type StripTimes struct {
	Now time.Time
	// Zone is the time zone of days. Hour formats a time of day, and Day a day.
	Zone      *time.Location
	Hour, Day func(time.Time) string
}

// A timeline has a tick for each version, hours and days below them, and a head at the version on screen.
type timeline struct {
	core.Base
	goTo func(i int) // a version was chosen
	step func(by int)
	done func() // the pointer was released

	moments  []Moment
	from     time.Time // the earliest of them, not always the first: the clock may have been set
	times    StripTimes
	at       int
	words    string // of the version on screen, as last announced
	dragging bool
	keyed    bool
	wheel    core.Notches

	ticks    *canvas.Raster
	labels   []timeLabel
	labelled float32 // the width that the labels are for, 0 if there are none yet
}

var (
	_ fyne.Widget       = (*timeline)(nil)
	_ fyne.Draggable    = (*timeline)(nil)
	_ fyne.Scrollable   = (*timeline)(nil)
	_ desktop.Mouseable = (*timeline)(nil)
)

func newTimeline(goTo, step func(int), done func()) *timeline {
	l := &timeline{goTo: goTo, step: step, done: done, wheel: core.Notches{Sideways: true}}
	painter := &tickPainter{}
	l.ticks = canvas.NewRaster(func(w, h int) image.Image { return painter.paint(l, w, h) })
	l.ticks.ScaleMode = canvas.ImageScalePixels
	l.ExtendBaseWidget(l)
	return l
}

// setMoments shows versions; at is the one on screen.
func (l *timeline) setMoments(m []Moment, at int, times StripTimes) {
	l.moments, l.at, l.times, l.labelled, l.from = m, at, times, 0, times.Now
	for _, moment := range m {
		if moment.At.Before(l.from) {
			l.from = moment.At
		}
	}
	l.Refresh()
}

// setAt moves the head. The words stay as they are.
func (l *timeline) setAt(at int) {
	if l.at != at {
		l.at = at
		l.ticks.Refresh()
	}
}

// setKeyed shows whether the strip is focused.
func (l *timeline) setKeyed(keyed bool) {
	if l.keyed != keyed {
		l.keyed = keyed
		l.Refresh()
	}
}

// timelineEdge is the space beside the first and the last tick, for half of the head and the ring.
const timelineEdge = 12

func (l *timeline) scale() timeScale {
	return timeScale{
		from: l.from, to: l.times.Now, zone: l.times.Zone,
		left: timelineEdge, right: max(timelineEdge, l.Size().Width-timelineEdge),
	}
}

// nearest returns the version that counts nearest to a distance from the left, -1 for none.
func (l *timeline) nearest(x float32) int {
	s, best, least := l.scale(), core.None, math.Inf(1)
	for i, m := range l.moments {
		if away := math.Abs(float64(s.x(m.At) - x)); !m.Left && away < least {
			best, least = i, away
		}
	}
	return best
}

// MouseDown goes to the version at the pointer.
func (l *timeline) MouseDown(e *desktop.MouseEvent) {
	if e.Button == desktop.MouseButtonPrimary {
		core.KeepFinger()
		l.dragging = true
		l.goNear(e.Position.X)
	}
}

// MouseUp ends a click.
func (l *timeline) MouseUp(*desktop.MouseEvent) { l.DragEnd() }

// Dragged follows the pointer.
func (l *timeline) Dragged(e *fyne.DragEvent) {
	if l.dragging {
		l.goNear(e.Position.X)
	}
}

// DragEnd is called when the pointer is released.
func (l *timeline) DragEnd() {
	if l.dragging {
		l.dragging = false
		l.done()
	}
}

func (l *timeline) goNear(x float32) {
	if i := l.nearest(x); i != core.None {
		l.goTo(i)
	}
}

// Scrolled goes to the next version with each notch of the wheel, unless it is dragged.
func (l *timeline) Scrolled(e *fyne.ScrollEvent) {
	if !l.dragging && l.wheel.Each(e, l.step) {
		l.done()
	}
}

// Describe describes the version on screen.
func (l *timeline) Describe(t *core.Accessibility) {
	t.Role, t.Name = access.Slider, say.Text("versions.title")
	last := max(1, len(l.moments)-1)
	t.Value = &access.Value{Now: float64(l.at), Most: float64(last), Step: 1, Words: l.words}
	if l.keyed {
		t.States |= access.Focusable | access.Focused
	}
	if len(l.moments) > 0 {
		t.Value.Set = func(to float64) { l.goTo(max(0, min(len(l.moments)-1, int(math.Round(to))))) }
	}
}

// labelSize is the text size of the labels below the ticks.
const labelSize = 11.5

// label makes the labels for the current width, unless it has them.
func (l *timeline) label() {
	width := l.Size().Width
	if width == l.labelled {
		return
	}
	l.labelled, l.labels = width, nil
	if len(l.moments) == 0 {
		return
	}
	l.labels = l.scale().labels(labeller{
		hour: l.times.Hour, day: l.times.Day, now: say.Text("date.now"),
		width: func(text string) float32 { return core.TextWidth(text, labelSize, fyne.TextStyle{}) },
	}, width-timelineEdge+4)
}

// CreateRenderer implements fyne.Widget.
func (l *timeline) CreateRenderer() fyne.WidgetRenderer {
	r := &timelineRenderer{timeline: l, ring: core.NewRing(4)}
	r.Refresh()
	return r
}

type timelineRenderer struct {
	timeline *timeline
	labels   []*canvas.Text
	ring     *core.Ring
}

func (r *timelineRenderer) Destroy() {}

func (r *timelineRenderer) Objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{r.timeline.ticks}
	for _, text := range r.labels {
		objects = append(objects, text)
	}
	return append(objects, r.ring.Objects()...)
}

func (r *timelineRenderer) MinSize() fyne.Size { return fyne.NewSize(160, drawnUntil+21) }

func (r *timelineRenderer) Layout(size fyne.Size) {
	r.timeline.label()
	r.timeline.ticks.Resize(fyne.NewSize(size.Width, drawnUntil))
	r.ring.Put(fyne.Position{}, size)
	for len(r.labels) < len(r.timeline.labels) {
		r.labels = append(r.labels, core.NewCanvasText(labelSize))
	}
	for i, text := range r.labels {
		if text.Hidden = i >= len(r.timeline.labels); text.Hidden {
			continue
		}
		label := r.timeline.labels[i]
		core.SetCanvasText(text, label.text)
		text.Color = theme.Color(theme.ColorNamePlaceHolder)
		if label.day {
			text.Color = theme.Color(theme.ColorNameForeground)
		}
		text.Resize(text.MinSize())
		text.Move(fyne.NewPos(label.from, drawnUntil-1))
	}
}

func (r *timelineRenderer) Refresh() {
	r.ring.Show(r.timeline.keyed)
	r.Layout(r.timeline.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
}
