package widgets

import (
	"image/color"
	"reflect"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

func TestMain(m *testing.M) {
	test.NewTempApp(&testing.T{}).Settings().SetTheme(Theme())
	m.Run()
}

// show puts an object into a window of a size.
func show(t *testing.T, o fyne.CanvasObject, width, height float32) fyne.Window {
	t.Helper()
	w := test.NewWindow(o)
	t.Cleanup(w.Close)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(width, height))
	return w
}

// textOf is what a line draws.
func textOf(l *Line) string {
	return test.WidgetRenderer(l).Objects()[0].(*canvas.Text).Text
}

func TestLineEndsInAnEllipsis(t *testing.T) {
	l := NewLine(14, "foreground")
	l.SetText("Town clock slow since 1911")
	show(t, l, 400, 20)
	if got := textOf(l); got != l.Text() {
		t.Errorf("with room for all: %q", got)
	}
	l.Resize(fyne.NewSize(90, 20))
	if got := textOf(l); !strings.HasSuffix(got, "…") || !strings.HasPrefix(l.Text(), strings.TrimSuffix(got, "…")) || len(got) < 8 {
		t.Errorf("shortened to %q", got)
	}
	l.Resize(fyne.NewSize(0, 20))
	if got := textOf(l); got != "…" {
		t.Errorf("without room: %q", got)
	}
}

func TestLineLooksForOtherFontsOnlyWhenItMust(t *testing.T) {
	text := NewCanvasText(12)
	for s, own := range map[string]bool{"Ääkköset – “ok” …": true, "Ελληνικά, Кириллица": true, "日本": false, "🎵": false, "": true} {
		if SetCanvasText(text, s); (text.FontSource != nil) != own {
			t.Errorf("%q: built-in font %v", s, text.FontSource != nil)
		}
	}
}

func TestKeypad(t *testing.T) {
	var typed []int
	tips := NewTips(func(f func()) { f() })
	corrected, cleared := 0, 0
	pad := NewKeypad(tips, func(d int) { typed = append(typed, d) }, func() { corrected++ }, func() { cleared++ })
	w := show(t, pad, 200, 200)
	grid := pad.(*fyne.Container).Objects[1].(*fyne.Container)
	for _, key := range grid.Objects {
		test.TapCanvas(w.Canvas(), fyne.CurrentApp().Driver().AbsolutePositionForObject(key).AddXY(5, 5))
	}
	if !reflect.DeepEqual(typed, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 0}) || corrected != 1 || cleared != 1 {
		t.Errorf("typed %v, corrected %d, cleared %d", typed, corrected, cleared)
	}
}

func TestDisabledButtonDoesNothing(t *testing.T) {
	taps := 0
	b := NewButton(NewTips(func(f func()) { f() }), Icon("left"), "", func() { taps++ })
	show(t, b, 40, 40)
	b.SetEnabled(false)
	test.Tap(b)
	b.SetEnabled(true)
	test.Tap(b)
	if taps != 1 {
		t.Errorf("%d taps", taps)
	}
}

func TestSlider(t *testing.T) {
	var moved, done []float64
	s := NewSlider(100)
	s.OnChanged = func(v float64) { moved = append(moved, v) }
	s.OnDone = func(v float64) { done = append(done, v) }
	show(t, s, 112, 24)
	at := func(x float32) *desktop.MouseEvent {
		return &desktop.MouseEvent{Button: desktop.MouseButtonPrimary, PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 10)}}
	}
	s.MouseDown(at(56))
	s.SetValue(0.9) // what plays on does not move what the user holds
	s.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(500, 10)}})
	s.MouseUp(at(500))
	s.DragEnd()
	if !reflect.DeepEqual(moved, []float64{0.5, 1}) || !reflect.DeepEqual(done, []float64{1}) {
		t.Errorf("moved %v, done %v", moved, done)
	}
	s.SetEnabled(false)
	s.MouseDown(at(10))
	s.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 10)})
	if len(moved) != 2 {
		t.Errorf("disabled, but moved to %v", moved)
	}
}

// box is an object of a least size.
func box(w, h float32) *canvas.Rectangle {
	r := canvas.NewRectangle(color.Black)
	r.SetMinSize(fyne.NewSize(w, h))
	return r
}

func TestShell(t *testing.T) {
	page, notice, downloads, keypad, bar := box(200, 126), box(80, 44), box(200, 100), box(140, 156), box(400, 44)
	s := &Shell{Page: page, Notice: notice, Downloads: downloads, Keypad: keypad, Bars: []fyne.CanvasObject{bar}}
	notice.Hide()
	downloads.Hide()
	check := func(what string, o fyne.CanvasObject, x, y, w, h float32) {
		t.Helper()
		if o.Position() != fyne.NewPos(x, y) || o.Size() != fyne.NewSize(w, h) {
			t.Errorf("%s is at %v with %v, want %v %v %v %v", what, o.Position(), o.Size(), x, y, w, h)
		}
	}
	s.Layout(nil, fyne.NewSize(876, 500))
	check("the page", page, 0, 0, 720, 456)
	keys := keypad.Position()
	notice.Show()
	s.Layout(nil, fyne.NewSize(876, 500))
	check("the page above a notice", page, 0, 0, 720, 412)
	check("the notice", notice, 0, 412, 720, 44)
	if keypad.Position() != keys {
		t.Errorf("the notice moves the keypad to %v", keypad.Position())
	}
	notice.Hide()
	keypad.Hide()
	s.Layout(nil, fyne.NewSize(876, 500))
	check("the page alone", page, 0, 0, 876, 456)
	downloads.Show()
	s.Layout(nil, fyne.NewSize(1000, 500))
	check("the downloads", downloads, 700, 0, 300, 456)
	check("the page beside them", page, 0, 0, 700, 456)
	s.Layout(nil, fyne.NewSize(1100, 500))
	check("the page in a wide window", page, 0, 0, 720, 456)
	s.Layout(nil, fyne.NewSize(1800, 500))
	check("the downloads in a very wide one", downloads, 1380, 0, 420, 456)
	s.Layout(nil, fyne.NewSize(480, 360))
	check("the downloads in a narrow window", downloads, 0, 0, 480, 316)
	if size := s.MinSize(nil); size.Width > 480 || size.Height > 360 {
		t.Errorf("the window cannot be smaller than %v", size)
	}
}

func TestEntryGivesTheKeyboardBack(t *testing.T) {
	left := 0
	var keys []fyne.KeyName
	var shortcuts int
	e := NewEntry(Keys{Key: func(k fyne.KeyName) { keys = append(keys, k) }, Leave: func() { left++ }, Shortcut: func(fyne.Shortcut) { shortcuts++ }}, "")
	show(t, e, 200, 40)
	test.Type(e, "tide")
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF11})
	e.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyQ, Modifier: fyne.KeyModifierControl})
	e.TypedShortcut(&fyne.ShortcutSelectAll{})
	if e.Text != "tide" || left != 1 || len(keys) != 1 || shortcuts != 1 || e.SelectedText() != "tide" {
		t.Errorf("%q, left %d, keys %v, shortcuts %d, selected %q", e.Text, left, keys, shortcuts, e.SelectedText())
	}
}

func TestNoticeAndPlayerBar(t *testing.T) {
	tips := NewTips(func(f func()) { f() })
	n := NewNotice(tips, func() {})
	if n.Visible() || n.Sentence() != "" {
		t.Error("a new notice says something")
	}
	again := 0
	n.Say("There is no page 555.", "Type another number.", "Try again", func() { again++ })
	show(t, n, 500, 44)
	test.Tap(n.action)
	if n.Sentence() != "There is no page 555." || again != 1 {
		t.Errorf("%q, tapped %d", n.Sentence(), again)
	}
	b := NewPlayerBar(tips, PlayerActions{TimeAt: func(float64) string { return "1:00" }})
	show(t, b, 500, 70)
	b.SetInfo(PlayerInfo{Title: "Tide", State: "Opening", Time: "0:03", Length: "1:00", Position: 0.05, Volume: 0.8, Seekable: true})
	if b.title.Text() != "Opening  ·  Tide" || b.clock.Text() != "0:03" || b.seek.value != 0.05 || b.volume.value != 0.8 {
		t.Errorf("%q, %q", b.title.Text(), b.clock.Text())
	}
	b.seek.set(0.5)
	if b.clock.Text() != "1:00" {
		t.Errorf("while dragging, the time is %q", b.clock.Text())
	}
}
