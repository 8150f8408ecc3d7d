package dialog

import (
	"image/color"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/reading"
	"sextant/widgets/widgettest"
)

// formDialog returns a dialog with all kinds of controls, more than there is room for.
func formDialog(on fyne.Canvas) (*Dialog, *control.Entry) {
	d := New(on, "A form", func(fyne.Shortcut) {})
	keys := d.Keys()
	form := NewForm()
	first := control.NewEntry(keys, "")
	form.Add("First", first)
	for range 6 {
		form.Add("Some words", control.NewEntry(keys, ""))
		form.Add("", control.NewSwitch(keys, "A switch", nil))
		form.Add("One of", control.NewChoice(keys, []string{"this", "that"}, nil))
	}
	d.SetForm(form)
	d.SetButtons(control.NewPushButton(keys, "Try", func() {}), control.NewPushButton(keys, "Done", d.Close).Strong())
	return d, first
}

// inView reports whether an object is in the visible part of its dialog.
func inView(d *Dialog, o fyne.CanvasObject) bool {
	driver := fyne.CurrentApp().Driver()
	top := driver.AbsolutePositionForObject(o)
	from, size := fyne.Position{}, d.Size()
	if _, inside := topIn(d.scroll.Content, o); inside {
		from, size = driver.AbsolutePositionForObject(d.scroll), d.scroll.Size()
	}
	return top.X >= from.X && top.Y >= from.Y && top.X+o.Size().Width <= from.X+size.Width &&
		top.Y+o.Size().Height <= from.Y+size.Height
}

// TestDialogTabStaysInView visits the controls of a dialog twice by Tab, in small windows.
func TestDialogTabStaysInView(t *testing.T) {
	for _, size := range []fyne.Size{{Width: 480, Height: 360}, {Width: 800, Height: 600}} {
		w := widgettest.Show(t, canvas.NewRectangle(nil), size.Width, size.Height)
		d, first := formDialog(w.Canvas())
		d.Open(fyne.NewSize(600, 600), first, func() {})
		seen := map[fyne.Focusable]int{first: 1}
		for i := range 44 {
			w.Canvas().FocusNext()
			o := w.Canvas().Focused()
			if o == nil {
				t.Fatalf("after %d times Tab nothing has the keyboard", i+1)
			}
			if seen[o]++; !inView(d, o.(fyne.CanvasObject)) {
				t.Errorf("%v: after %d times Tab, %T is out of view", size, i+1, o)
			}
		}
		if len(seen) != 21 {
			t.Errorf("Tab comes to %d controls, want 21", len(seen))
		}
	}
}

// TestDialogEscape closes a dialog by Escape from each control, which must be reported once.
func TestDialogEscape(t *testing.T) {
	w := widgettest.Show(t, canvas.NewRectangle(nil), 480, 360)
	for n := range 21 {
		d, first := formDialog(w.Canvas())
		closed := 0
		d.Open(fyne.NewSize(600, 600), first, func() { closed++ })
		for range n {
			w.Canvas().FocusNext()
		}
		o := w.Canvas().Focused()
		o.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if closed != 1 || w.Canvas().Overlays().Top() != nil {
			t.Errorf("Escape on %T: closed %d times", o, closed)
		}
	}
}

// TestDialogScrolls scrolls by keys that the controls do not use, and by the wheel over an entry.
func TestDialogScrolls(t *testing.T) {
	w := widgettest.Show(t, canvas.NewRectangle(nil), 480, 360)
	d, first := formDialog(w.Canvas())
	d.Open(fyne.NewSize(600, 600), first, func() {})
	at := func() float32 { return d.scroll.Offset.Y }
	widgettest.Press(first, fyne.KeyEnd)
	if at() != 0 {
		t.Error("End in an entry is the entry's own")
	}
	if widgettest.Press(first, fyne.KeyPageDown); at() == 0 {
		t.Error("Page Down in an entry does not scroll")
	}
	w.Canvas().Focus(d.buttons[0])
	end := d.scroll.Content.MinSize().Height - d.scroll.Size().Height
	if widgettest.Press(d.buttons[0], fyne.KeyEnd); at() != end {
		t.Errorf("End scrolls to %v, want %v", at(), end)
	}
	widgettest.Press(d.buttons[0], fyne.KeyUp)
	if widgettest.Press(d.buttons[0], fyne.KeyHome); at() != 0 {
		t.Errorf("Home scrolls to %v", at())
	}
	place := fyne.CurrentApp().Driver().AbsolutePositionForObject(first).AddXY(20, 10)
	test.Scroll(w.Canvas(), place, 0, -30)
	if at() == 0 {
		t.Error("the wheel over an entry does not scroll")
	}
}

// TestDialogKeepsTheKeyboard checks that clicks beside the controls do not remove the focus from the dialog.
func TestDialogKeepsTheKeyboard(t *testing.T) {
	w := widgettest.Show(t, canvas.NewRectangle(nil), 480, 360)
	d, first := formDialog(w.Canvas())
	d.Open(fyne.NewSize(600, 600), first, func() {})
	for _, at := range []fyne.Position{{X: 2, Y: 2}, {X: 40, Y: 20}, {X: 30, Y: 340}} {
		if !widgettest.OverFocusable(d, at) {
			t.Errorf("at %v nothing can have the keyboard, so that the toolkit takes it away", at)
		}
	}
}

func TestDialogIsSmallerThanTheWindow(t *testing.T) {
	w := widgettest.Show(t, canvas.NewRectangle(nil), 480, 360)
	d := New(w.Canvas(), "Buttons", func(fyne.Shortcut) {})
	keys := d.Keys()
	var buttons []*control.PushButton
	for _, word := range []string{"Playouts of this recording", "Add it to the queue", "Close the dialog", "Play"} {
		buttons = append(buttons, control.NewPushButton(keys, word, func() {}))
	}
	d.SetButtons(buttons...)
	d.SetStatus(strings.Repeat("Words that take several lines. ", 6))
	d.Open(fyne.NewSize(900, 900), nil, func() {})
	body := d.body.Position().Y
	for _, b := range append([]*control.PushButton(nil), buttons...) {
		end := b.Position().Add(b.Size())
		if b.Position().X < 0 || end.X > 480 || end.Y > 360 ||
			b.Size().Width < b.MinSize().Width || b.Position().Y < body {
			t.Errorf("%s goes from %v to %v, and needs %v", b.Text(), b.Position(), end, b.MinSize())
		}
	}
	if d.status.Position().Y+d.status.Size().Height > buttons[0].Position().Y {
		t.Error("what is said lies over the buttons")
	}
	w.Resize(fyne.NewSize(300, 240))
	d.Resize(w.Canvas().Size())
	if end := buttons[3].Position().Add(buttons[3].Size()); end.X > 300 || end.Y > 240 {
		t.Errorf("in a smaller window the last button ends at %v", end)
	}
}

// TestDialogText visits the links of a text by Tab, scrolls it, and copies all of it.
func TestDialogText(t *testing.T) {
	w := widgettest.Show(t, canvas.NewRectangle(nil), 480, 360)
	d := New(w.Canvas(), "A text", func(fyne.Shortcut) {})
	var followed []int
	text := reading.NewText(reading.Actions{
		Follow: func(link int) { followed = append(followed, link) }, Keys: d.Keys(), Menu: func(fyne.Position) {},
	})
	passages := []reading.Passage{
		{
			Kind: reading.Field, Name: "description", Text: "The sea; more on page 101, and 102/3.",
			Links: []reading.Link{{From: 22, Before: 25, Link: 5}, {From: 31, Before: 36, Link: 6}},
		},
	}
	for range 30 {
		passages = append(passages, reading.Passage{Kind: reading.Field, Name: "a field", Text: "its value"})
	}
	text.SetPassages(passages)
	d.SetText(text)
	done := control.NewPushButton(d.Keys(), "Close", d.Close)
	d.SetButtons(done)
	d.Open(fyne.NewSize(560, 400), done, func() {})
	widgettest.Press(done, fyne.KeyEnd)
	w.Canvas().FocusNext()
	flow := w.Canvas().Focused()
	if o, ok := flow.(fyne.CanvasObject); !ok || !slices.Contains(widgettest.Seen(text), o) {
		t.Fatalf("Tab comes to %T", flow)
	}
	if at := fyne.CurrentApp().Driver().AbsolutePositionForObject(
		flow.(fyne.CanvasObject)); at.Y != fyne.CurrentApp().Driver().AbsolutePositionForObject(text).Y {
		t.Error("the link that Tab came to is not in view")
	}
	widgettest.Press(flow, fyne.KeyReturn, fyne.KeyTab, fyne.KeyReturn, fyne.KeyTab)
	if w.Canvas().Focused() != done || len(followed) != 2 || followed[0] != 5 || followed[1] != 6 {
		t.Errorf("followed %v; %T has the keyboard", followed, w.Canvas().Focused())
	}
	text.SelectAll()
	if s := text.Selected(); !strings.HasPrefix(s,
		"description: The sea; more on page 101, and 102/3.\na field: its value\n") {
		t.Errorf("selected %q", s[:min(len(s), 80)])
	}
}

// TestCloseTakesTheKeyboard closes a dialog whose entry has the focus. The entry must lose it, because its cursor would
// blink invisibly for more than a minute.
func TestCloseTakesTheKeyboard(t *testing.T) {
	w := widgettest.Show(t, canvas.NewRectangle(nil), 800, 600)
	d := New(w.Canvas(), "A form", func(fyne.Shortcut) {})
	entry := &watchedEntry{Entry: control.NewEntry(d.Keys(), "")}
	d.SetContent(entry)
	d.Open(fyne.NewSize(300, 200), entry, func() {})
	if !entry.has {
		t.Fatal("the entry has not got the keyboard")
	}
	d.Close()
	if entry.has {
		t.Error("the entry still has the keyboard")
	}
}

// A watchedEntry records whether it has the focus.
type watchedEntry struct {
	*control.Entry
	has bool
}

func (e *watchedEntry) FocusGained() { e.has = true }

func (e *watchedEntry) FocusLost() { e.has = false }

// TestCloseBelow closes a dialog below another one and a menu, as happens when an answer comes late. The dialog above
// must be closed first, even if it is guarded.
func TestCloseBelow(t *testing.T) {
	w := widgettest.Show(t, canvas.NewRectangle(nil), 800, 600)
	order := ""
	open := func(name string) *Dialog {
		d := New(w.Canvas(), name, func(fyne.Shortcut) {})
		d.Open(fyne.NewSize(200, 100), nil, func() { order += name })
		return d
	}
	first, below := open("first"), open("below")
	above := open("above")
	above.Guard = func() bool { return false }
	w.Canvas().Overlays().Add(canvas.NewRectangle(nil))
	below.Close()
	if order != "abovebelow" || !above.Closed() || first.Closed() || w.Canvas().Overlays().Top() != first {
		t.Errorf("closed %q", order)
	}
}

// TestButtonsInTheOrderOfTheSystem checks that the strong button is the last one, except on Windows, where it is the
// first.
func TestButtonsInTheOrderOfTheSystem(t *testing.T) {
	button := func(word string) *control.PushButton { return control.NewPushButton(core.Keys{}, word, func() {}) }
	cancel, other, save := button("Cancel"), button("Copy"), button("Save").Strong()
	for system, want := range map[string][]*control.PushButton{
		"linux": {cancel, other, save}, "darwin": {cancel, other, save}, "windows": {save, other, cancel},
	} {
		if got := ordered([]*control.PushButton{cancel, other, save}, system); !slices.Equal(got, want) {
			t.Errorf("%s: %s, %s, %s", system, got[0].Text(), got[1].Text(), got[2].Text())
		}
	}
	if got := ordered([]*control.PushButton{other, cancel}, "windows"); got[0] != other {
		t.Error("buttons of which none goes on are turned around")
	}
}

// TestTabReachesDefaultButton checks that Tab goes from the last field to the default button, wherever that is among
// the buttons, and from there to the others.
func TestTabReachesDefaultButton(t *testing.T) {
	w := widgettest.Show(t, canvas.NewRectangle(nil), 800, 600)
	for at := range 3 {
		d := New(w.Canvas(), "A form", func(fyne.Shortcut) {})
		field := control.NewEntry(d.Keys(), "")
		form := NewForm()
		form.Add("Field", field)
		d.SetForm(form)
		var buttons []*control.PushButton
		for i := range 3 {
			b := control.NewPushButton(d.Keys(), "Button", func() {})
			b.SetStrong(i == at)
			buttons = append(buttons, b)
		}
		d.SetButtons(buttons...)
		d.Open(fyne.NewSize(500, 300), field, func() {})
		w.Canvas().FocusNext()
		if b, is := w.Canvas().Focused().(*control.PushButton); !is || !b.IsStrong() {
			t.Errorf("default button %d: Tab goes to %v", at, w.Canvas().Focused())
		}
		w.Canvas().FocusNext()
		if b, is := w.Canvas().Focused().(*control.PushButton); !is || b.IsStrong() {
			t.Errorf("default button %d: the second Tab goes to %v", at, w.Canvas().Focused())
		}
		d.Close()
	}
}

// TestFormHidesRows hides rows of a form in both layouts: the next row takes their place, and the form stays as high.
func TestFormHidesRows(t *testing.T) {
	widgettest.Show(t, canvas.NewRectangle(nil), 800, 600)
	for _, width := range []float32{400, 600} {
		form := NewForm()
		keys := core.Keys{}
		first, last := control.NewEntry(keys, ""), control.NewEntry(keys, "")
		size, time := control.NewEntry(keys, ""), control.NewSwitch(keys, "Time", nil)
		form.Add("First", first)
		form.Add("Size", size)
		form.Add("", time)
		form.Add("Last", last)
		form.fit(width)
		form.SetVisible(time, false)
		full := form.content.MinSize().Height
		form.SetVisible(size, false)
		form.SetVisible(time, true)
		form.content.Resize(fyne.NewSize(width, full))
		if form.content.MinSize().Height != full {
			t.Errorf("width %v: the height changes from %v to %v", width, full, form.content.MinSize().Height)
		}
		if gap := time.Position().Y - first.Position().Y - first.Size().Height; gap != formGap {
			t.Errorf("width %v: the row after a hidden one is %v below, want %v", width, gap, formGap)
		}
	}
}

// TestBoxKeepsItsTop lets the content of an open dialog grow and shrink: what is above the change stays where it is,
// unless there is no room below.
func TestBoxKeepsItsTop(t *testing.T) {
	w := widgettest.Show(t, container.NewStack(), 500, 400)
	d := New(w.Canvas(), "Title", func(fyne.Shortcut) {})
	grows := canvas.NewRectangle(color.Transparent)
	grows.SetMinSize(fyne.NewSize(10, 40))
	d.SetScrolled(grows)
	d.SetButtons(control.NewPushButton(d.Keys(), "Close", d.Close))
	d.Open(fyne.NewSize(300, 380), nil, func() {})
	w.Canvas().Capture()
	at, size := d.place()
	if middle := (400 - size.Height) / 2; at.Y < middle-1 || at.Y > middle+1 {
		t.Errorf("it opens at %v with %v", at, size)
	}
	for _, height := range []float32{90, 60, 40} {
		grows.SetMinSize(fyne.NewSize(10, height))
		d.Refresh()
		if now, _ := d.place(); now != at {
			t.Errorf("with %v its top is at %v, and was at %v", height, now, at)
		}
	}
	grows.SetMinSize(fyne.NewSize(10, 300))
	d.Refresh()
	if now, size := d.place(); now.Y+size.Height > 400-dialogMargin+1 || now.Y < dialogMargin-1 {
		t.Errorf("a high one is at %v with %v", now, size)
	}
}
