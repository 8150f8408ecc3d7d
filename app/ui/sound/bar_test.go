package sound

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/api"
	"sextant/app/kept"
	"sextant/app/player"
	"sextant/app/sound/listen"
	"sextant/app/sound/recordings"
	"sextant/app/ui/host"
	"sextant/widgets/control"
	"sextant/widgets/widgettest"
)

// TestPlayingIsMarked plays, pauses and stops recordings, and checks the player's bar and the mark in the list.
func TestPlayingIsMarked(t *testing.T) {
	l := newListening(t, threeItems)
	if l.marked() != -1 || l.hasBar() {
		t.Errorf("row %d is marked before anything plays", l.marked())
	}
	l.click(0)
	l.until(t, "sound", func() bool { return l.status(player.Playing)() && l.listen.State().Player.Position > 0 })
	if l.marked() != 0 {
		t.Errorf("row %d is marked", l.marked())
	}
	if got := l.info(); !l.hasBar() || !got.playing || got.previous || !got.next {
		t.Errorf("bar %v, %+v", l.hasBar(), got)
	}
	l.click(0) // pauses
	l.until(t, "the pause", l.status(player.Paused))
	if l.info().playing {
		t.Errorf("%+v", l.info())
	}
	l.listen.PlayNext()
	l.until(t, "the next", func() bool { return l.marked() == 1 && l.status(player.Playing)() })
	if got := l.info(); !got.previous {
		t.Errorf("there is no way back: %+v", got)
	}
	l.listen.Stop()
	if l.hasBar() {
		t.Error("stopped, but the bar is there")
	}
	if l.marked() != -1 {
		t.Errorf("stopped, but row %d is marked", l.marked())
	}
}

// TestBarIsThereAtOnce makes a presenter while a recording is loaded and paused. It must show the bar without waiting
// for a change.
func TestBarIsThereAtOnce(t *testing.T) {
	l := newListening(t, threeItems)
	l.click(0)
	l.until(t, "sound", l.status(player.Playing))
	l.listen.Toggle()
	l.until(t, "the pause", l.status(player.Paused))
	shown := false
	parts := l.parts
	parts.ShowBar = func(loaded bool) { shown = loaded }
	New(l.host, parts).Begin()
	if !shown {
		t.Error("the bar is not shown")
	}
}

// TestMarkFollows checks that the mark moves when the player continues with the next recording.
func TestMarkFollows(t *testing.T) {
	l := newListening(t, threeItems)
	l.listen.Sound.SetPlayOn(true)
	l.click(0)
	l.until(t, "sound", func() bool {
		s := l.listen.State()
		return s.Player.Status == player.Playing && s.Player.Duration > 0
	})
	l.listen.SeekTo(l.listen.State().Length - 100*time.Millisecond)
	l.until(t, "the next to be heard", func() bool {
		return l.listen.Playing() == "id b" && l.status(player.Playing)()
	})
	if l.marked() != 1 {
		t.Errorf("row %d is marked", l.marked())
	}
	if r := l.row(0); !r.Dim || !strings.HasPrefix(r.Detail, "played") {
		t.Errorf("the one before: %+v", r)
	}
}

// TestBarShowsTheOneChosen checks that the bar shows the title and length of a chosen recording at once, even while the
// one before is still being opened.
func TestBarShowsTheOneChosen(t *testing.T) {
	l := newListening(t, threeItems)
	held := make(chan struct{})
	defer close(held)
	l.hold = held
	l.host.Show(l.bar)
	l.bar.Show()
	l.click(0)
	if got := l.info(); got.title != "Harbour news" || got.state != "Opening…" || got.length != "0:07" {
		t.Errorf("%+v", got)
	}
	if got := drawn(l.bar); !strings.HasPrefix(got, "Opening…  ·  Harbour news|") || !strings.HasSuffix(got, "|0:07") {
		t.Errorf("the bar says %s", got)
	}
	l.click(1)
	if got := l.info(); got.title != "Tide" || got.state != "Opening…" || got.length != "" {
		t.Errorf("%+v", got)
	}
	if got := drawn(l.bar); !strings.HasPrefix(got, "Opening…  ·  Tide|") || strings.Contains(got, "0:07") {
		t.Errorf("the bar says %s", got)
	}
}

// TestBarShowsTheSpeed checks that the bar shows a changed speed before the title.
func TestBarShowsTheSpeed(t *testing.T) {
	l := newListening(t, threeItems)
	l.click(0)
	if got := l.info().title; got != "Harbour news" {
		t.Errorf("%q", got)
	}
	l.listen.Sound.SetSpeed(1.5)
	if got := l.info().title; got != "1.5×  ·  Harbour news" {
		t.Errorf("%q", got)
	}
}

// TestSoundTrouble plays recordings that cannot be played. A notice says why, no row is marked for a recording that is
// not in the list, and playing another recording removes the notice.
func TestSoundTrouble(t *testing.T) {
	l := newListening(t, threeItems)
	l.click(2)
	l.until(t, "the failure", l.noticed(host.AboutSound, "not an MP3"))
	if got := l.info().state; got != "Cannot play" {
		t.Errorf("the bar says %q", got)
	}
	l.listen.PlayID(" zzz ")
	l.until(t, "another failure", l.noticed(host.AboutSound, "does not exist"))
	if l.marked() != -1 {
		t.Errorf("row %d is marked", l.marked())
	}
	l.click(0)
	if l.host.Notice != nothing {
		t.Errorf("the notice is still %+v", l.host.Notice)
	}
	l.until(t, "sound", l.status(player.Playing))
	if l.host.Notice != nothing {
		t.Errorf("the notice is %+v", l.host.Notice)
	}
}

// TestDamagedPlaceIsReported plays a recording with a damaged part, which must be reported when it is played and in the
// recording's details.
func TestDamagedPlaceIsReported(t *testing.T) {
	l := newListening(t, threeItems)
	data := bytes.Clone(l.data["a"])
	clear(data[len(data)/2:][:2000])
	l.setData("a", data)
	l.click(0)
	l.until(t, "the word of it", func() bool { return strings.Contains(l.host.Mentioned, "damaged place") })
	if facts := fmt.Sprint(l.rows.facts(l.named("a"))); !strings.Contains(facts, " skipped") {
		t.Error(facts)
	}
	if facts := fmt.Sprint(l.rows.facts(l.named("b"))); strings.Contains(facts, " skipped") {
		t.Errorf("of another one: %s", facts)
	}
}

// TestQueueTab fills, changes and clears the queue, and checks its rows, its footer, the messages and undo.
func TestQueueTab(t *testing.T) {
	l := newListening(t, threeItems)
	expect := func(what, titles, foot string) {
		t.Helper()
		if got := l.tab(Queued); !strings.Contains(got, titles) || !strings.HasSuffix(got, foot) {
			t.Errorf("%s: the panel shows %s", what, got)
		}
	}
	const empty = "Recordings in the queue play next."
	expect("at first", empty, "")
	for _, id := range []string{"a", "c", "b", "b"} {
		l.enqueue(l.named(id), false)
	}
	if got := l.host.Mentioned; got != "“Tide” added to the queue." {
		t.Errorf("said %q", got)
	}
	expect("filled", "Harbour news|7\u00a0s|c|c|Tide|of the harbour|Tide|of the harbour|", "|4 recordings, 0:07|Clear")
	if r := l.rows.row(Queued, 0); len(r.Tools) > 0 {
		t.Errorf("a row of the queue has %+v", r.Tools)
	}
	l.removeRow(0)
	if got := l.host.Mentioned; got != "“Harbour news” removed from the queue." {
		t.Errorf("said %q", got)
	}
	expect("less one", "c|c|Tide|", "|3 recordings|Clear")
	l.host.Undo()
	expect("put back", "Harbour news|7\u00a0s|c|", "|4 recordings, 0:07|Clear")
	l.enqueue(l.named("b"), true)
	if got := l.host.Mentioned; got != "“Tide” plays next." {
		t.Errorf("said %q", got)
	}
	expect("one more", "Tide|of the harbour|Harbour news|", "|5 recordings, 0:07|Clear")
	l.panelActions().clear()
	expect("emptied", empty, "")
	if got := l.tab(Queued); strings.Contains(got, "Clear") {
		t.Errorf("an empty queue can be emptied: %s", got)
	}
	l.host.Undo()
	expect("filled again", "Tide|of the harbour|Harbour news|", "|5 recordings, 0:07|Clear")
}

// TestQueueIsFull checks the message when the queue is full.
func TestQueueIsFull(t *testing.T) {
	l := newListening(t, threeItems)
	for range kept.MostQueued + 1 {
		l.enqueue(l.named("a"), false)
	}
	if !strings.Contains(l.host.Mentioned, "full") {
		t.Errorf("said %q", l.host.Mentioned)
	}
}

// TestQueuedRowLeaves checks that a row leaves the queue when it is played.
func TestQueuedRowLeaves(t *testing.T) {
	l := newListening(t, threeItems)
	l.enqueue(l.named("c"), false)
	l.enqueue(l.named("b"), false)
	l.playRow(Queued, 1)
	if got := l.tab(Queued); strings.Contains(got, "Tide") || !strings.Contains(got, "|c|") {
		t.Errorf("the queue has %s", got)
	}
	if got := l.info().title; got != "Tide" {
		t.Errorf("%q plays", got)
	}
}

// TestEmptyListsNameTheMenu checks that empty lists name a command of a menu.
func TestEmptyListsNameTheMenu(t *testing.T) {
	l := newListening(t, threeItems)
	for tab, want := range map[Tab]string{
		Queued: "Right-click a recording › “Add to the queue” (Q)",
		Kept:   "Right-click a recording › “Download” (D)",
		Marks:  "While one plays: Listen › “Mark this moment”",
	} {
		if got := l.tab(tab); !strings.Contains(strings.ReplaceAll(got, "|", " "), want) {
			t.Errorf("%v: %q instead of %q", tab, got, want)
		}
	}
}

// TestOtherService switches to another service while rows and a notice are shown. None of them may stay.
func TestOtherService(t *testing.T) {
	for tab, message := range map[Tab]string{
		All:    "The service offers no recordings.",
		Queued: "Recordings in the queue", Kept: "Nothing on disk yet.",
	} {
		l := newListening(t, threeItems)
		l.enqueue(l.named("b"), false)
		l.listen.Library.Toggle(l.named("a"))
		l.until(t, "the recording", func() bool { return l.listen.Library.Of("id a").Progress == recordings.Stored })
		l.tab(tab)
		if tab == All {
			l.setTrouble(&api.Error{Kind: api.NoNetwork})
			l.listen.Catalogue.Reload()
			l.until(t, "the failure of the list", l.noticed(host.AboutList, "cannot reach"))
		} else {
			l.setData("c", nil)
			l.listen.Library.Toggle(l.named("c"))
			l.until(t, "the failure of another", l.noticed(host.AboutDownload, "could not be downloaded"))
		}
		other, closed := l.openSource(t, t.TempDir())
		t.Cleanup(closed)
		other.Service = "other"
		l.listen.Tune(other)
		if got := l.tab(tab); !strings.Contains(got, message) {
			t.Errorf("tab %d: the panel shows %s", tab, got)
		}
		if l.host.Notice != nothing {
			t.Errorf("the notice is still %+v", l.host.Notice)
		}
	}
}

// TestSecondWindowHasAllLists opens the panel of another window after all lists have come.
func TestSecondWindowHasAllLists(t *testing.T) {
	l := newListening(t, threeItems)
	l.enqueue(l.named("a"), false)
	l.listen.Library.Keep(l.named("a"))
	l.host.Until(t, "the recording on the disk", func() bool { return l.listen.Library.Count() == 1 })
	l.Presenter = New(l.host, l.parts)
	for _, tab := range []Tab{All, Queued, Kept} {
		if got := l.tab(tab); !strings.Contains(got, "Harbour news") {
			t.Errorf("tab %d of the second window shows %s", tab, got)
		}
	}
}

// TestQueueChangesBelowItsMenu opens menus of the queue, in which a recording is twice, and changes the queue before an
// item is chosen. It is the entry of the menu that is moved, removed and played, or none.
func TestQueueChangesBelowItsMenu(t *testing.T) {
	l := newListening(t, threeItems)
	l.panel.Choose(Queued)
	queue := l.listen.Queue
	order := func() (ids string) {
		for _, e := range queue.Entries() {
			ids += e.Item.ID
		}
		return ids
	}
	tests := []struct {
		title string
		row   int // of the menu
		gone  string
		want  string // after the first row was removed while the menu was open
	}{
		{"Remove from the queue", 2, "", "bc"},
		{"Remove from the queue", 3, "", "ba"},
		{"Move up", 3, "", "bca"},
		{"Move down", 1, "", "abc"},
		{"Move up", 1, "", "bac"}, // it is the first one now
		{"Play", 2, "", "bc"},
		{"Remove from the queue", 0, "“Harbour news” is no longer in the queue.", "bac"},
		{"Move down", 0, "“Harbour news” is no longer in the queue.", "bac"},
	}
	for _, tt := range tests {
		queue.Clear()
		for _, id := range []string{"a", "b", "a", "c"} {
			l.enqueue(l.named(id), false)
		}
		items := rowTable{l.Presenter}.rowMenu(rowTable{l.Presenter}.subject(Queued, tt.row)).Items
		queue.Remove(queue.Entries()[0].ID)
		l.host.Mentioned = ""
		items[slices.IndexFunc(items, func(i *fyne.MenuItem) bool { return i.Label == tt.title })].Action()
		if order() != tt.want {
			t.Errorf("%s of row %d leaves %s, not %s", tt.title, tt.row, order(), tt.want)
		}
		if tt.gone != "" && l.host.Mentioned != tt.gone {
			t.Errorf("%s of a row that is gone says %q", tt.title, l.host.Mentioned)
		}
	}
	for _, e := range queue.Entries() {
		items := rowTable{l.Presenter}.rowMenu(&subject{tab: Queued, item: e.Item, entry: e}).Items
		queue.Clear()
		for _, i := range items {
			if !i.IsSeparator && i.Label != "Details…" {
				i.Action()
			}
		}
	}
}

// TestQueueMenu moves and removes rows of the queue by their menu. The first row cannot move up, nor the last one down.
func TestQueueMenu(t *testing.T) {
	l := newListening(t, threeItems)
	for _, id := range []string{"a", "b", "c"} {
		l.enqueue(l.named(id), false)
	}
	l.panel.Choose(Queued)
	order := func() (ids string) {
		for _, e := range l.listen.Queue.Entries() {
			ids += e.Item.ID
		}
		return ids
	}
	choose := func(row int, title string) bool {
		t.Helper()
		for _, i := range (rowTable{l.Presenter}).rowMenu(rowTable{l.Presenter}.subject(Queued, row)).Items {
			if i.Label == title && !i.Disabled {
				i.Action()
				return true
			}
		}
		return false
	}
	if choose(0, "Move up") || choose(2, "Move down") {
		t.Error("a row is moved out of the queue")
	}
	if !choose(0, "Move down") || order() != "bac" {
		t.Errorf("moved down it is %s", order())
	}
	if !choose(2, "Move up") || order() != "bca" {
		t.Errorf("moved up it is %s", order())
	}
	if !choose(1, "Remove from the queue") || order() != "ba" {
		t.Errorf("without one it is %s", order())
	}
}

// sliders returns the bar's sliders for the place and the volume. The bar is shown.
func (l *listening) sliders(t *testing.T) (seek, volume *control.Slider) {
	t.Helper()
	l.host.Show(l.bar)
	l.bar.Show()
	l.bar.Resize(fyne.NewSize(900, 40))
	var all []*control.Slider
	for _, o := range widgettest.Seen(l.bar) {
		if s, is := o.(*control.Slider); is {
			all = append(all, s)
		}
	}
	if len(all) != 2 {
		t.Fatalf("%d sliders", len(all))
	}
	return all[0], all[1]
}

// paused plays the first recording, and pauses it at a place.
func (l *listening) paused(t *testing.T, at time.Duration) {
	t.Helper()
	l.click(0)
	l.until(t, "sound", func() bool { return l.status(player.Playing)() && l.listen.State().Player.DurationExact })
	l.listen.Want(false)
	l.until(t, "the pause", l.status(player.Paused))
	l.listen.SeekTo(at)
}

// TestWheelOverTheBar turns the wheel over the sliders: a notch is ten seconds, or five percent of the volume, in
// however many events it comes.
func TestWheelOverTheBar(t *testing.T) {
	l := newListening(t, threeItems)
	l.setData("a", bytes.Repeat(l.data["a"], 10)) // more than a minute
	l.paused(t, 30*time.Second)
	seek, volume := l.sliders(t)
	scroll := func(s *control.Slider, dx, dy float32, n int) {
		for range n {
			s.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(dx, dy)})
		}
	}
	at := func(want time.Duration) {
		t.Helper()
		if got := l.listen.State().Player.Position.Round(100 * time.Millisecond); got != want {
			t.Errorf("it is at %v, not %v", got, want)
		}
	}
	scroll(seek, 0, 1, 25)
	at(40 * time.Second)
	scroll(seek, 0, -50, 1)
	at(20 * time.Second)
	scroll(seek, -25, 0, 1)
	at(30 * time.Second)
	loud := l.listen.Sound.Volume()
	scroll(volume, 0, -1, 50)
	scroll(volume, 25, 0, 3)
	if got := l.listen.Sound.Volume(); math.Abs(loud-got-0.1) > 1e-9 {
		t.Errorf("from %v to %v", loud, got)
	}
	at(30 * time.Second)
}

// TestKnobIsHeldAtTheEnd holds the knob while the recording ends, and while the next one begins: releasing it seeks
// nowhere.
func TestKnobIsHeldAtTheEnd(t *testing.T) {
	for _, goesOn := range []bool{false, true} {
		l := newListening(t, threeItems)
		l.listen.Sound.SetPlayOn(goesOn)
		l.paused(t, 0)
		seek, _ := l.sliders(t)
		l.listen.SeekTo(l.listen.State().Length - 200*time.Millisecond)
		middle := fyne.PointEvent{Position: fyne.NewPos(seek.Size().Width/2, 10)}
		press := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary, PointEvent: middle}
		seek.MouseDown(press)
		l.listen.Want(true)
		l.until(t, "the end", func() bool { return l.status(player.Ended)() || l.listen.Playing() == "id b" })
		seeks := l.listen.State().Seeks
		seek.Dragged(&fyne.DragEvent{PointEvent: middle})
		seek.MouseUp(press)
		if s := l.listen.State(); s.Seeks != seeks || goesOn != (s.Key() == "id b") {
			t.Errorf("%s is at %v", s.Key(), s.Player.Position)
		}
	}
}

// TestDesktopIsNotifiedOfSeeks counts seeks for the desktop's controls.
func TestDesktopIsNotifiedOfSeeks(t *testing.T) {
	l := newListening(t, threeItems)
	l.paused(t, 2*time.Second)
	before := Playing(l.listen)
	controls := Controls(l.listen, nil, nil, func(f func()) { f() })
	controls.SeekTo("id b", time.Second) // which has ended
	controls.SeekBy(time.Second)
	after := Playing(l.listen)
	if !after.Exact || !after.Seekable || after.Seeks != before.Seeks+1 || after.At != 3*time.Second {
		t.Errorf("%+v after %+v", after, before)
	}
}

// TestBarWithoutALength shows a recording of unknown length: the bar is as long as what was heard, and can be used.
func TestBarWithoutALength(t *testing.T) {
	l := newListening(t, threeItems)
	it := l.named("a")
	s := listen.State{Item: &it, Reach: 10 * time.Second, Player: player.State{
		ID: "1", Status: player.Paused, Position: 5 * time.Second, Buffered: -1,
	}}
	if got := barInfo(s, l.listen.Sound); got.position != 0.5 || got.ready != 1 || !got.seekable || got.length != "" {
		t.Errorf("%+v", got)
	}
	s.Reach = 0
	if got := barInfo(s, l.listen.Sound); got.position != 0 || got.ready != 0 || got.seekable {
		t.Errorf("before any sound: %+v", got)
	}
}
