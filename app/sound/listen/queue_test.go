package listen

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/app/kept"
	"sextant/app/media"
	"sextant/app/player"
	"sextant/app/sound/recordings"
	"sextant/app/testkit"
)

// ids returns the IDs of the queue, in order.
func (l *listening) ids() (all string) {
	for _, e := range l.Queue.Entries() {
		all += e.Item.ID
	}
	return all
}

// entry returns the ID of a row of the queue.
func (l *listening) entry(row int) string { return l.Queue.Entries()[row].ID }

// remove removes a row of the queue.
func (l *listening) remove(row int) { l.undo, _ = l.Queue.Remove(l.entry(row)) }

func (l *listening) enqueue(it media.Item, first bool) error {
	undo, err := l.Queue.Add(it, first)
	l.undo = undo
	return err
}

func (l *listening) add(id string) {
	_ = l.enqueue(*l.Catalogue.At(l.Catalogue.RowOf("id " + id)), false)
}

// TestQueueSurvivesRestart changes the queue in every way, and checks the queue in the store.
func TestQueueSurvivesRestart(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	for _, id := range []string{"c", "b", "a"} {
		l.add(id)
	}
	steps := []struct {
		what string
		do   func()
		want string
	}{
		{"added", func() {}, "cba"},
		{"put first", func() { _ = l.enqueue(l.Catalogue.items[1].Item, true) }, "bcba"},
		{"moved on", func() { l.Queue.Move(l.entry(0), 2) }, "cbba"},
		{"moved back", func() { l.Queue.Move(l.entry(3), 0) }, "acbb"},
		{"taken out", func() { l.remove(1) }, "abb"},
		{"put back", func() { l.undo() }, "acbb"},
		{"emptied", func() { l.undo = l.Queue.Clear() }, ""},
		{"filled again", func() { l.undo() }, "acbb"},
	}
	for _, s := range steps {
		if s.do(); l.ids() != s.want || len(l.Queue.Entries()) != len(s.want) {
			t.Errorf("%s: %q, want %q", s.what, l.ids(), s.want)
		}
	}
	testkit.NoError(t, l.store.Flush(t.Context()))
	stored := kept.Read(l.store).Queue()
	if len(stored) != 4 || stored[1].ID != "c" ||
		stored[0].Title != "Harbour news" || stored[0].Duration != 7*time.Second {
		t.Errorf("kept %+v", stored)
	}
	if l.Queue.Length() != 7*time.Second {
		t.Errorf("they last %v", l.Queue.Length())
	}
	var err error
	for range kept.MostQueued {
		err = l.enqueue(l.Catalogue.items[0].Item, false)
	}
	if len(l.Queue.Entries()) != kept.MostQueued || !errors.Is(err, ErrFull) {
		t.Errorf("%d queued, %v", len(l.Queue.Entries()), err)
	}
}

// TestEntriesKeepTheirIDs changes a queue in which a recording is three times, here and as another program does. An
// entry keeps its ID, and what left the queue is not found.
func TestEntriesKeepTheirIDs(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	for _, id := range []string{"a", "b", "a", "c", "a"} {
		l.add(id)
	}
	first, b, second, c, third := l.entry(0), l.entry(1), l.entry(2), l.entry(3), l.entry(4)
	expect := func(what string, want ...string) {
		t.Helper()
		var ids []string
		for _, e := range l.Queue.Entries() {
			ids = append(ids, e.ID)
		}
		if !slices.Equal(ids, want) {
			t.Errorf("%s: %s, with the IDs %q, not %q", what, l.ids(), ids, want)
		}
	}
	other := func(change func([]media.Item) []media.Item) { // as Lists.Reload of another program's change
		items := slices.Clone(l.source.Lists.Queue())
		l.source.Lists.SetQueue(change(items))
	}
	l.Queue.Remove(first)
	expect("the first one removed", b, second, c, third)
	if _, ok := l.Queue.Remove(first); ok || l.Queue.Move(first, 1) || l.PlayQueued(first) {
		t.Error("an entry that is not there was found")
	}
	l.Queue.Move(third, 0)
	expect("the last one moved", third, b, second, c)
	l.Queue.Move(c, -1)
	expect("moved beyond the beginning", c, third, b, second)
	l.Queue.Move(c, 10)
	expect("moved beyond the end", third, b, second, c)
	other(func(items []media.Item) []media.Item { return items[1:] })
	expect("the first one removed elsewhere", b, second, c)
	other(func(items []media.Item) []media.Item { return slices.Insert(items, 1, items[2], items[1]) })
	got := l.Queue.Entries()
	expect("two more elsewhere", b, got[1].ID, got[2].ID, second, c)
	other(func(items []media.Item) []media.Item { slices.Reverse(items); return items })
	if l.Queue.RowOf(b) != 4 || l.Queue.RowOf(second) < 0 || l.Queue.RowOf(c) < 0 {
		t.Errorf("turned around elsewhere: %s, %+v", l.ids(), l.Queue.Entries())
	}
	known := map[string]bool{}
	for _, e := range l.Queue.Entries() {
		known[e.ID] = true
	}
	if len(known) != 5 {
		t.Errorf("%d IDs for 5 entries", len(known))
	}
}

// TestQueuePlays plays a row of the list, then the queue, and then the rest of the list.
func TestQueuePlays(t *testing.T) {
	l := newListening(t, `[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d"}]`, nil)
	l.data["c"], l.data["d"] = l.data["a"], l.data["a"]
	l.Catalogue.Need()
	l.until(t, "the list", func() bool { return len(l.Catalogue.shown) == 4 })
	playing := func(id string) func() bool {
		return func() bool {
			return l.track != nil && l.track.item.ID == id &&
				l.track.state.ID == l.track.load && l.track.state.Status == player.Playing
		}
	}
	if s := l.State(); s.Next || s.Previous {
		t.Error("there is something to go on with before anything plays")
	}
	l.playRow(1)
	l.until(t, "b", playing("b"))
	l.until(t, "what follows to be ready", func() bool { return l.lineup.next != nil && l.lineup.next.item.ID == "c" })
	l.add("d")
	l.add("a")
	l.until(t, "the queue to be ready", func() bool {
		return l.lineup.next != nil && l.lineup.next.item.ID == "d" && l.track.state.Duration > 0
	})
	l.SeekTo(l.track.length() - 100*time.Millisecond)
	l.until(t, "the first of the queue", playing("d"))
	if l.ids() != "a" {
		t.Errorf("%q is left in the queue", l.ids())
	}
	l.PlayNext()
	l.until(t, "the second of the queue", playing("a"))
	if l.ids() != "" {
		t.Errorf("%q is left in the queue", l.ids())
	}
	if it, ok := l.lineup.previous(); !ok || it.ID != "b" {
		t.Errorf("back leads to %q", it.ID)
	}
	l.PlayNext()
	l.until(t, "the list where it was left", playing("c"))
	l.PlayPrevious()
	l.until(t, "the one before", playing("b"))
	l.add("d")
	l.Stop()
	l.Toggle()
	l.until(t, "the queue without anything before", playing("d"))
}

// noDevice is an output without a sound device.
type noDevice struct{}

func (noDevice) Open() (player.Stream, error) { return nil, errors.New("there is none") }

// TestQueuedWithoutADevice adds a recording that cannot be played to the queue: it stays there, and unheard.
func TestQueuedWithoutADevice(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.cfg.NewPlayer = func(notify func(player.State)) *player.Player { return player.New(noDevice{}, notify) }
	l.loaded(t)
	l.Library.Toggle(*l.Catalogue.At(0))
	l.until(t, "all of the recording", func() bool { return l.Library.Of("id a").Progress == recordings.Stored })
	l.playRow(0)
	l.until(t, "the word of it", func() bool { return strings.Contains(l.notice.Sentence, "no sound device") })
	l.add("a")
	l.until(t, "what follows to be ready", func() bool { return l.lineup.next != nil && l.lineup.next.entry != "" })
	for range 20 {
		l.until(t, "a moment", func() bool { return true })
		time.Sleep(10 * time.Millisecond)
	}
	if l.heardOf("id a").Done || l.ids() != "a" || l.track.item.ID != "a" {
		t.Errorf("heard: %+v; %q is queued", l.heardOf("id a"), l.ids())
	}
}

// TestGoneOverAlready cancels the next recording at the moment in which the player starts it: the bar follows the
// player.
func TestGoneOverAlready(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.playRow(0)
	l.until(t, "what follows to be ready", func() bool { return l.lineup.next != nil })
	load := l.lineup.next.load
	l.Catalogue.SetFilter("harbour") // cancels it
	l.onState(player.State{ID: load, Status: player.Playing, Position: time.Second})
	if l.track.item.ID != "b" || l.track.state.Position != time.Second || l.State().Item.Title != "Tide" {
		t.Errorf("%s plays at %v, and the bar says %q", l.track.item.ID, l.track.state.Position, l.State().Item.Title)
	}
	l.playRow(0)
	l.onState(player.State{ID: load, Status: player.Playing}) // a late state of it
	if l.track.item.ID != "a" {
		t.Errorf("%s plays", l.track.item.ID)
	}
}

// TestQueueIsPublishedFirst checks that the queue's change is published before any other.
func TestQueueIsPublishedFirst(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.playRow(0)
	l.add("b")
	l.add("c")
	var notified []string
	l.Queue.Changed.On(func(struct{}) { notified = append(notified, "queue") })
	l.Changed.On(func(struct{}) { notified = append(notified, "playing") })
	l.remove(0)
	if len(notified) == 0 || notified[0] != "queue" {
		t.Errorf("notified of %q", notified)
	}
}
