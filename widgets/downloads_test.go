package widgets

import (
	"fmt"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// newDownloads is a panel of 300 x 400 in a window with lists of names on its tabs.
func newDownloads(t *testing.T, to *asked, lists *[downloadTabs][]string) (*DownloadPanel, fyne.Canvas) {
	var p *DownloadPanel
	var w fyne.Window
	keys := Keys{
		Key:      func(k fyne.KeyName) { to.add("key %s", k) },
		Rune:     func(r rune) { to.add("rune %c", r) },
		Shortcut: func(s fyne.Shortcut) { to.add("shortcut %s", s.ShortcutName()) },
		Leave: func() {
			to.add("leave")
			w.Canvas().Unfocus()
		},
	}
	row := func(what string) func(int) {
		return func(i int) { to.add("%s %s", what, lists[p.Tab()][i]) }
	}
	p = NewDownloadPanel(NewTips(func(f func()) { f() }), keys, DownloadActions{
		Row: func(tab DownloadTab, i int) Row {
			return Row{ID: lists[tab][i], Title: lists[tab][i], Detail: "2:00", Wide: true, Tools: []Tool{{"download", "Download (D)"}, {"more", "More"}}}
		},
		Find: func(tab DownloadTab, id string) int { return slices.Index(lists[tab], id) },
		Tab:  func(tab DownloadTab) { to.add("tab %d", tab) },
		Play: row("play"), Download: row("download"), Queue: row("queue"), Keep: row("keep"), MarkHeard: row("heard"),
		Details: row("details"), Remove: row("remove"), Menu: func(i int, _ fyne.Position) { to.add("menu %d", i) },
		Move: func(from, at int) { to.add("move %d %d", from, at) }, Filter: func(text string) { to.add("filter %s", text) },
		Sort: func(fyne.CanvasObject) { to.add("sort") }, Clear: func() { to.add("clear") }, PauseAll: func() { to.add("pause all") }, Close: func() { to.add("close") },
	})
	for tab, list := range lists {
		p.SetRows(DownloadTab(tab), len(list), "Nothing here.")
	}
	w = show(t, p, 300, 400)
	return p, w.Canvas()
}

func someDownloads() *[downloadTabs][]string {
	return &[downloadTabs][]string{{"One", "Two", "Three"}, {"Four", "Five"}, {}}
}

func TestDownloadsByKey(t *testing.T) {
	var to asked
	p, c := newDownloads(t, &to, someDownloads())
	p.FocusList(c)
	l := p.parts.list
	pressKeys(l, fyne.KeyDown, fyne.KeyReturn, fyne.KeyF5, desktop.KeyMenu)
	to.expect(t, "play Two", "key F5", "menu 1")
	for _, r := range "qDkuio7" {
		l.TypedRune(r)
	}
	to.expect(t, "queue Two", "download Two", "keep Two", "heard Two", "details Two", "sort", "rune 7")
	pressKeys(l, fyne.KeyDelete, fyne.KeyUp, fyne.KeyUp)
	if to.expect(t); c.Focused() != p.parts.entry {
		t.Error("Up from the first row does not lead to the filter")
	}
	test.Type(p.parts.entry, "t")
	pressKeys(p.parts.entry, fyne.KeyEscape, fyne.KeyDown)
	to.expect(t, "filter t", "filter ")
	l.TypedShortcut(control(fyne.Key2))
	pressKeys(l, fyne.KeyUp, fyne.KeyDelete)
	to.expect(t, "tab 1", "remove Four")
	l.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyDown, Modifier: fyne.KeyModifierAlt})
	l.TypedShortcut(control(fyne.KeyTab))
	pressKeys(l, fyne.KeyDown, fyne.KeyReturn, fyne.KeyDelete, fyne.KeyEscape)
	to.expect(t, "move 0 1", "tab 2", "leave")
	if !p.parts.empty.label.Visible() || p.parts.empty.label.Text != "Nothing here." {
		t.Errorf("an empty list says %q", p.parts.empty.label.Text)
	}
}

func TestDownloadsByMouse(t *testing.T) {
	var to asked
	p, _ := newDownloads(t, &to, someDownloads())
	l := p.parts.list
	at := func(row int, x float32) fyne.PointEvent {
		return fyne.PointEvent{Position: fyne.NewPos(x, l.top(row)+20)}
	}
	tap := func(row int, x float32) {
		e := at(row, x)
		l.Tapped(&e)
	}
	right := l.Size().Width
	tap(1, 40)
	tap(1, right-5)
	tap(1, right-toolWidth-5)
	e := at(2, 40)
	l.TappedSecondary(&e)
	to.expect(t, "play Two", "menu 1", "download Two", "menu 2")
	p.Choose(QueuedDownloads)
	tap(1, right-5)
	to.expect(t, "remove Five")
	p.SetFoot(QueuedDownloads, "2 recordings", "Clear")
	test.Tap(p.parts.button)
	p.Choose(KeptDownloads)
	p.SetFoot(KeptDownloads, "1 MB of 2 GB", "Pause all")
	test.Tap(p.parts.button)
	if to.expect(t, "clear", "pause all"); p.parts.text.Text() != "1 MB of 2 GB" {
		t.Errorf("the foot says %q", p.parts.text.Text())
	}
	if p.SetFoot(KeptDownloads, "2 MB of 2 GB", ""); p.parts.button.Visible() {
		t.Error("a button without words")
	}
}

// TestDownloadsKeepTheRow sorts a list anew: the keys stay on the recording where they are.
func TestDownloadsKeepTheRow(t *testing.T) {
	var to asked
	lists := someDownloads()
	p, c := newDownloads(t, &to, lists)
	p.FocusList(c)
	pressKeys(p.parts.list, fyne.KeyDown)
	lists[AllDownloads] = []string{"Three", "Two and a half", "One", "Two"}
	p.SetRows(AllDownloads, 4, "")
	pressKeys(p.parts.list, fyne.KeyReturn)
	to.expect(t, "play Two")
}

// manyDownloads is a panel with a long list of recordings.
func manyDownloads(tb testing.TB, made *int) *DownloadPanel {
	const count = 10_000
	p := NewDownloadPanel(NewTips(func(f func()) { f() }), Keys{}, DownloadActions{
		Row: func(_ DownloadTab, i int) Row {
			*made++
			return Row{ID: fmt.Sprint(i), Title: fmt.Sprint("Recording ", i), Detail: "2 Nov 2026  ·  25:00  ·  24 MB", Wide: true, New: i%3 == 0, Done: float64(i%5) / 5}
		},
		Find: func(DownloadTab, string) int { return -1 },
	})
	p.SetRows(AllDownloads, count, "")
	w := test.NewWindow(p)
	tb.Cleanup(w.Close)
	w.Resize(fyne.NewSize(300, 800))
	return p
}

// TestDownloadsMakeOnlyWhatIsSeen scrolls through a long list: what is not in view is never made.
func TestDownloadsMakeOnlyWhatIsSeen(t *testing.T) {
	made := 0
	p := manyDownloads(t, &made)
	made = 0
	for range 10 {
		p.parts.list.scrollTo(p.parts.list.scroll.Offset.Y + 5000)
	}
	if p.Update(); made > 300 {
		t.Errorf("%d rows were made for eleven screens", made)
	}
	pressKeys(p.parts.list, fyne.KeyEnd)
	if shownRows(p.parts.list)[" Recording 9999"] == nil {
		t.Error("End does not lead to the last row")
	}
}

func BenchmarkDownloads(b *testing.B) {
	made := 0
	p := manyDownloads(b, &made)
	l := p.parts.list
	b.Run("scroll", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			l.scrollTo(float32(i * 60 % 400_000))
		}
	})
	b.Run("update", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			p.Update()
		}
	})
}
