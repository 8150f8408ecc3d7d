package sound

import (
	"fmt"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"sextant/app/ui/hosttest"
	"sextant/widgets/core"
	"sextant/widgets/lists"
	"sextant/widgets/widgettest"
)

// newDownloads returns a panel of 300 x 400 in a window with lists of names on its tabs.
func newDownloads(t *testing.T, to *widgettest.Asked, names *[tabCount][]string) (*Panel, fyne.Canvas) {
	var p *Panel
	var w fyne.Window
	keys := core.Keys{
		Key:      func(k fyne.KeyName) { to.Add("key %s", k) },
		Rune:     func(r rune) { to.Add("rune %c", r) },
		Shortcut: func(s fyne.Shortcut) { to.Add("shortcut %s", s.ShortcutName()) },
		Leave: func() {
			to.Add("leave")
			w.Canvas().Unfocus()
		},
	}
	row := func(what string) func(int) {
		return func(i int) { to.Add("%s %s", what, names[p.Tab()][i]) }
	}
	p = newPanel(core.NewTips(func(func()) {}), keys, panelActions{
		row: func(tab Tab, i int) lists.Row {
			return lists.Row{
				ID: names[tab][i], Title: names[tab][i], Detail: "2:00", Wide: true, Tools: []lists.Tool{
					{Icon: "download", Tip: "Download (D)"}, {Icon: "more", Tip: "More"},
				},
			}
		},
		find: func(tab Tab, id string) int { return slices.Index(names[tab], id) },
		tab:  func(tab Tab) { to.Add("tab %d", tab) },
		play: row("play"), download: row("download"), remove: row("remove"),
		menu: func(i int, _ fyne.Position) { to.Add("menu %d", i) },
		letter: func(r rune, i int) bool {
			to.Add("letter %c %d", r, i)
			return r != '7'
		},
		move: func(from, at int) { to.Add("move %d %d", from, at) }, filter: func(text string) {
			to.Add("filter %s", text)
		},
		listMenu: func(fyne.CanvasObject) { to.Add("list menu") }, clear: func() { to.Add("clear") },
		pauseAll: func() { to.Add("pause all") }, close: func() { to.Add("close") },
	})
	for tab, list := range names {
		p.setRows(Tab(tab), len(list), false, "Nothing here.")
	}
	w = widgettest.Show(t, p, 300, 400)
	return p, w.Canvas()
}

func someDownloads() *[tabCount][]string {
	return &[tabCount][]string{{"One", "Two", "Three"}, {"Four", "Five"}, {}}
}

func TestDownloadsByKey(t *testing.T) {
	var to widgettest.Asked
	p, c := newDownloads(t, &to, someDownloads())
	p.FocusList(c)
	l := p.parts.list
	widgettest.Press(l, fyne.KeyDown, fyne.KeyReturn, fyne.KeyF5, desktop.KeyMenu)
	to.Expect(t, "play Two", "key F5", "menu 1")
	for _, r := range "qD7" {
		l.TypedRune(r)
	}
	to.Expect(t, "letter q 1", "letter D 1", "letter 7 1", "rune 7")
	widgettest.Press(l, fyne.KeyDelete, fyne.KeyUp, fyne.KeyUp)
	if to.Expect(t); c.Focused() != p.parts.entry {
		t.Error("Up from the first row does not lead to the filter")
	}
	test.Type(p.parts.entry, "t")
	widgettest.Press(p.parts.entry, fyne.KeyEscape, fyne.KeyDown)
	to.Expect(t, "filter t", "filter ")
	l.TypedShortcut(widgettest.Control(fyne.Key2))
	widgettest.Press(l, fyne.KeyUp, fyne.KeyDelete)
	to.Expect(t, "tab 1", "remove Four")
	l.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyDown, Modifier: fyne.KeyModifierAlt})
	l.TypedShortcut(widgettest.Control(fyne.KeyTab))
	widgettest.Press(l, fyne.KeyDown, fyne.KeyReturn, fyne.KeyDelete, fyne.KeyEscape)
	to.Expect(t, "move 0 1", "tab 2", "leave")
	if !p.parts.empty.Label.Visible() || p.parts.empty.Label.Text != "Nothing here." {
		t.Errorf("an empty list says %q", p.parts.empty.Label.Text)
	}
}

// tool is the width of a tool in a row.
const tool = 28

func TestDownloadsByMouse(t *testing.T) {
	var to widgettest.Asked
	p, _ := newDownloads(t, &to, someDownloads())
	l := p.parts.list
	at := func(row int, x float32) fyne.PointEvent {
		return fyne.PointEvent{Position: fyne.NewPos(x, l.Top(row)+20)}
	}
	tap := func(row int, x float32) {
		e := at(row, x)
		l.Tapped(&e)
	}
	right := l.Size().Width
	tap(1, 40)
	tap(1, right-5)
	tap(1, right-tool-5)
	e := at(2, 40)
	l.TappedSecondary(&e)
	to.Expect(t, "play Two", "menu 1", "download Two", "menu 2")
	p.Choose(Queued)
	l.MouseMoved(&desktop.MouseEvent{PointEvent: at(1, right-5)})
	tap(1, right-5)
	to.Expect(t, "remove Five")
	p.setFoot(Queued, "2 recordings", "Clear")
	test.Tap(p.parts.button)
	p.Choose(Kept)
	p.setFoot(Kept, "1 MB of 2 GB", "Pause all")
	test.Tap(p.parts.button)
	if to.Expect(t, "clear", "pause all"); p.parts.text.Text() != "1 MB of 2 GB" {
		t.Errorf("the foot says %q", p.parts.text.Text())
	}
	if p.setFoot(Kept, "2 MB of 2 GB", ""); p.parts.button.Visible() {
		t.Error("a button without words")
	}
}

// TestDownloadsKeepTheRow changes the order of a list. The current row must stay on its recording.
func TestDownloadsKeepTheRow(t *testing.T) {
	var to widgettest.Asked
	names := someDownloads()
	p, c := newDownloads(t, &to, names)
	p.FocusList(c)
	widgettest.Press(p.parts.list, fyne.KeyDown)
	names[All] = []string{"Three", "Two and a half", "One", "Two"}
	p.setRows(All, 4, false, "")
	widgettest.Press(p.parts.list, fyne.KeyReturn)
	to.Expect(t, "play Two")
}

// manyDownloads returns a panel with a long list of recordings, and counts the rows that are made.
func manyDownloads(tb testing.TB, made *int) *Panel {
	const count = 10_000
	p := newPanel(core.NewTips(func(func()) {}), core.Keys{}, panelActions{
		row: func(_ Tab, i int) lists.Row {
			*made++
			return lists.Row{
				ID: fmt.Sprint(i), Title: fmt.Sprint("Recording ", i), Detail: "2 Nov 2026  ·  25:00  ·  24 MB",
				Wide: true, New: i%3 == 0, Done: float64(i%5) / 5,
			}
		},
		find: func(Tab, string) int { return -1 },
	})
	p.setRows(All, count, false, "")
	w := test.NewWindow(p)
	tb.Cleanup(w.Close)
	w.Resize(fyne.NewSize(300, 800))
	return p
}

// TestDownloadsMakeOnlyWhatIsSeen scrolls through a long list. Rows out of view must not be made.
func TestDownloadsMakeOnlyWhatIsSeen(t *testing.T) {
	made := 0
	p := manyDownloads(t, &made)
	made = 0
	for range 10 {
		p.parts.list.ScrollTo(p.parts.list.Offset() + 5000)
	}
	if p.update(); made > 300 {
		t.Errorf("%d rows were made for eleven screens", made)
	}
	widgettest.Press(p.parts.list, fyne.KeyEnd)
	if widgettest.Rows(p.parts.list)[" Recording 9999"] == nil {
		t.Error("End does not lead to the last row")
	}
}

// TestLowPanel checks that the parts of a low panel, as in a window of 480 x 360 below a notice and above the player,
// are inside of it.
func TestLowPanel(t *testing.T) {
	for _, height := range []float32{150, 172, 216, 400} {
		p := newPanel(core.NewTips(func(func()) {}), core.Keys{}, panelActions{
			row: func(Tab, int) lists.Row { return lists.Row{Title: "A recording", Wide: true} },
		})
		widgettest.Show(t, p, 480, height)
		p.setRows(All, 9, false, "")
		p.setFoot(All, "9 recordings", "Clear")
		hosttest.Within(t, "the panel", p)
	}
}

func BenchmarkDownloads(b *testing.B) {
	made := 0
	p := manyDownloads(b, &made)
	l := p.parts.list
	b.Run("scroll", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			l.ScrollTo(float32(i * 60 % 400_000))
		}
	})
	b.Run("update", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			p.update()
		}
	})
}

func TestPlayerBar(t *testing.T) {
	tips := core.NewTips(func(func()) {})
	b := newPlayerBar(tips, playerActions{timeAt: func(float64) string { return "1:00" }})
	widgettest.Show(t, b, 500, 70)
	b.setInfo(playerInfo{
		title: "Tide", state: "Opening", time: "0:03", length: "1:00", position: 0.05, volume: 0.8, seekable: true,
	})
	if b.title.Text() != "Opening  ·  Tide" || b.clock.Text() != "0:03" ||
		b.seek.Value() != 0.05 || b.volume.Value() != 0.8 {
		t.Errorf("%q, %q", b.title.Text(), b.clock.Text())
	}
	middle := fyne.PointEvent{Position: fyne.NewPos(b.seek.Size().Width/2, 10)}
	b.seek.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary, PointEvent: middle})
	if b.clock.Text() != "1:00" {
		t.Errorf("while dragging, the time is %q", b.clock.Text())
	}
}

// TestHeldKnobBelongsToItsRecording holds the knob while another recording begins, the one that plays ends, or the bar
// is hidden: releasing it seeks nowhere, and the bar follows what plays.
func TestHeldKnobBelongsToItsRecording(t *testing.T) {
	for name, change := range map[string]func(b *PlayerBar, i playerInfo){
		"another begins": func(b *PlayerBar, i playerInfo) {
			i.recording, i.position, i.time = "2", 0, "0:00"
			b.setInfo(i)
		},
		"cannot be sought": func(b *PlayerBar, i playerInfo) {
			i.position, i.time, i.seekable = 0, "0:00", false
			b.setInfo(i)
		},
		"hidden": func(b *PlayerBar, i playerInfo) {
			i.position, i.time = 0, "0:00"
			b.setInfo(i)
			b.Hide()
			b.Show()
		},
	} {
		asked := &widgettest.Asked{}
		b := newPlayerBar(core.NewTips(func(func()) {}), playerActions{
			timeAt: func(float64) string { return "1:00" }, seek: func(share float64) { asked.Add("seek %v", share) },
			skip: func(n int) { asked.Add("skip %d", n) },
		})
		widgettest.Show(t, b, 500, 70)
		info := playerInfo{recording: "1", time: "0:03", length: "1:00", position: 0.05, seekable: true}
		b.setInfo(info)
		at := fyne.PointEvent{Position: fyne.NewPos(b.seek.Size().Width/2, 10)}
		middle := desktop.MouseEvent{Button: desktop.MouseButtonPrimary, PointEvent: at}
		b.seek.MouseDown(&middle)
		info.time = "0:04"
		b.setInfo(info)
		change(b, info)
		b.seek.Dragged(&fyne.DragEvent{PointEvent: at})
		b.seek.MouseUp(&middle)
		asked.Expect(t)
		if b.clock.Text() != "0:00" || b.seek.Value() != 0 {
			t.Errorf("%s: the bar says %s, at %v", name, b.clock.Text(), b.seek.Value())
		}
		info.seekable = true
		b.setInfo(info)
		for range 25 {
			b.seek.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -1)})
		}
		asked.Expect(t, "skip -1")
	}
}
