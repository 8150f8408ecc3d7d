// Package widgettest has helpers for tests of widgets. Only tests import it.
package widgettest

import (
	"fmt"
	"image/color"
	"math"
	"reflect"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// Main runs the tests of a package with a theme.
func Main(m *testing.M, theme fyne.Theme) {
	test.NewTempApp(&testing.T{}).Settings().SetTheme(theme)
	m.Run()
}

// RefreshClock updates the time of the toolkit's cache, like each frame of a real window. In a test only a capture
// does: after a minute without one, new renderers count as expired, and the next capture replaces them by new ones that
// were never laid out (fyne#6509).
func RefreshClock() { test.Canvas().Capture() }

// Show shows an object in a window of a size.
func Show(t testing.TB, o fyne.CanvasObject, width, height float32) fyne.Window {
	t.Helper()
	RefreshClock()
	w := test.NewWindow(o)
	t.Cleanup(w.Close)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(width, height))
	return w
}

// Box returns an object with a minimum size.
func Box(w, h float32) *canvas.Rectangle {
	r := canvas.NewRectangle(color.Black)
	r.SetMinSize(fyne.NewSize(w, h))
	return r
}

// Asked records a widget's callbacks, each as a line.
type Asked []string

// Add adds a line.
func (a *Asked) Add(format string, args ...any) { *a = append(*a, fmt.Sprintf(format, args...)) }

// Expect compares the lines since the last call, and clears them.
func (a *Asked) Expect(t *testing.T, want ...string) {
	t.Helper()
	if len(*a)+len(want) > 0 && !reflect.DeepEqual([]string(*a), want) {
		t.Errorf("asked for %q, want %q", *a, want)
	}
	*a = nil
}

// Press types keys into an object.
func Press(o fyne.Focusable, keys ...fyne.KeyName) {
	for _, k := range keys {
		o.TypedKey(&fyne.KeyEvent{Name: k})
	}
}

// Control returns a shortcut with the Ctrl key.
func Control(key fyne.KeyName) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierControl}
}

// Drawn returns the text that a line draws.
func Drawn(line fyne.Widget) string {
	return test.WidgetRenderer(line).Objects()[0].(*canvas.Text).Text
}

// Seen returns an object and all objects drawn in it, as they are laid out.
func Seen(o fyne.CanvasObject) []fyne.CanvasObject {
	list := []fyne.CanvasObject{o}
	if !o.Visible() {
		return nil
	}
	switch o := o.(type) {
	case *fyne.Container:
		for _, child := range o.Objects {
			list = append(list, Seen(child)...)
		}
	case fyne.Widget:
		for _, child := range test.WidgetRenderer(o).Objects() {
			list = append(list, Seen(child)...)
		}
	}
	return list
}

// Rows returns the rows of a list in view, by their first two texts, which are page and title.
func Rows(list fyne.Widget) map[string]fyne.CanvasObject {
	rows := map[string]fyne.CanvasObject{}
	for _, o := range test.WidgetRenderer(list).Objects() {
		var texts []string
		for _, part := range Seen(o) {
			if t, ok := part.(*canvas.Text); ok {
				texts = append(texts, t.Text)
			}
		}
		if len(texts) > 1 {
			rows[texts[0]+" "+texts[1]] = o
		}
	}
	return rows
}

// ScrollOf returns the scroll container of an object, within another object.
func ScrollOf(o, in fyne.CanvasObject) *container.Scroll {
	for _, s := range Seen(in) {
		if s, ok := s.(*container.Scroll); ok && s.Content == o {
			return s
		}
	}
	return nil
}

// OverFocusable reports whether there is a focusable object at a position, like the toolkit at a click.
func OverFocusable(root fyne.CanvasObject, at fyne.Position) bool {
	found := false
	for _, o := range Seen(root) {
		p := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
		inside := at.X >= p.X && at.Y >= p.Y && at.X < p.X+o.Size().Width && at.Y < p.Y+o.Size().Height
		if _, ok := o.(fyne.Focusable); ok && inside {
			found = true
		}
	}
	return found
}

// Contrast returns the contrast ratio of two colours by WCAG: 1 for none, 21 for black on white.
func Contrast(a, b color.Color) float64 {
	light := func(c color.Color) float64 {
		r, g, b, _ := c.RGBA()
		l := 0.0
		for i, v := range []uint32{r, g, b} {
			s := float64(v) / 0xFFFF
			if s <= 0.04045 {
				s /= 12.92
			} else {
				s = math.Pow((s+0.055)/1.055, 2.4)
			}
			l += s * []float64{0.2126, 0.7152, 0.0722}[i]
		}
		return l
	}
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Over composes a translucent colour over an opaque one.
func Over(top, under color.Color) color.Color {
	r, g, b, a := top.RGBA()
	ur, ug, ub, _ := under.RGBA()
	mix := func(t, u uint32) uint16 { return uint16(t + u*(0xFFFF-a)/0xFFFF) }
	return color.RGBA64{mix(r, ur), mix(g, ug), mix(b, ub), 0xFFFF}
}
