package app

import (
	"errors"
	"strings"
	"testing"
	"time"

	"sextant/app/kept"
	"sextant/app/player"
	"sextant/widgets/recordings"
)

// ids are those of the queue, in its order.
func (l *listening) ids() (all string) {
	for _, it := range l.playback.queue {
		all += it.ID
	}
	return all
}

func (l *listening) add(id string) {
	l.enqueue(*l.item(recordings.All, l.rowOf("id "+id)), false)
}

// TestQueue changes the queue in every way, and finds it again as the store has it.
func TestQueue(t *testing.T) {
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
		{"put first", func() { l.enqueue(l.items[1].Item, true) }, "bcba"},
		{"moved on", func() { l.moveQueued(0, 2) }, "cbba"},
		{"moved back", func() { l.moveQueued(3, 0) }, "acbb"},
		{"taken out", func() { l.dequeue(1) }, "abb"},
		{"put back", func() { l.view.undo() }, "acbb"},
		{"emptied", l.clearQueue, ""},
		{"filled again", func() { l.view.undo() }, "acbb"},
	}
	for _, s := range steps {
		if s.do(); l.ids() != s.want || l.view.counts[recordings.Queued] != len(s.want) {
			t.Errorf("%s: %q, want %q", s.what, l.ids(), s.want)
		}
	}
	if err := l.store.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	stored, _ := kept.ReadQueue(l.store)
	if len(stored) != 4 || stored[1].ID != "c" || stored[0].Title != "Harbour news" || stored[0].Duration != 7*time.Second {
		t.Errorf("kept %+v", stored)
	}
	if !strings.HasPrefix(l.view.feet[recordings.Queued], "4 recordings, 0:07|Clear") {
		t.Errorf("the foot says %q", l.view.feet[recordings.Queued])
	}
	for range kept.MostQueued {
		l.enqueue(l.items[0].Item, false)
	}
	if len(l.playback.queue) != kept.MostQueued || !strings.Contains(l.view.notice.Sentence, "full") {
		t.Errorf("%d queued, %+v", len(l.playback.queue), l.view.notice)
	}
}

// TestQueuePlays goes from the list through the queue and back to the list where it was left.
func TestQueuePlays(t *testing.T) {
	l := newListening(t, `[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d"}]`, nil)
	l.data["c"], l.data["d"] = l.data["a"], l.data["a"]
	l.needList()
	l.until(t, "the list", func() bool { return len(l.shown) == 4 })
	playing := func(id string) func() bool {
		return func() bool {
			return l.current != nil && l.current.ID == id && l.state.ID == l.load && l.state.Status == player.Playing
		}
	}
	if l.hasNext() || l.hasPrevious() {
		t.Error("there is something to go on with before anything plays")
	}
	l.playRow(recordings.All, 1)
	l.until(t, "b", playing("b"))
	l.until(t, "what follows to be ready", func() bool { return l.next != nil && l.next.item.ID == "c" })
	l.add("d")
	l.add("a")
	l.until(t, "the queue to be ready", func() bool { return l.next != nil && l.next.item.ID == "d" && l.state.Duration > 0 })
	l.playback.seekTo(l.duration() - 100*time.Millisecond)
	l.until(t, "the first of the queue", playing("d"))
	if l.ids() != "a" {
		t.Errorf("%q is left in the queue", l.ids())
	}
	l.playNext()
	l.until(t, "the second of the queue", playing("a"))
	if l.ids() != "" {
		t.Errorf("%q is left in the queue", l.ids())
	}
	if it, ok := l.previous(); !ok || it.ID != "b" {
		t.Errorf("back leads to %q", it.ID)
	}
	l.playNext()
	l.until(t, "the list where it was left", playing("c"))
	l.playPrevious()
	l.until(t, "the one before", playing("b"))
	l.add("d")
	l.stop()
	l.toggle()
	l.until(t, "the queue without anything before", playing("d"))
}

// noDevice is a machine without a sound device.
type noDevice struct{}

func (noDevice) Open() (player.Stream, error) { return nil, errors.New("there is none") }

// TestQueuedWithoutADevice queues the recording that cannot be heard: it stays queued, and unheard.
func TestQueuedWithoutADevice(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.make = func(notify func(player.State)) *player.Player { return player.New(noDevice{}, notify) }
	l.loaded(t)
	l.playRow(recordings.All, 0)
	l.until(t, "the word of it", func() bool { return strings.Contains(l.view.notice.Sentence, "no sound device") })
	l.add("a")
	l.until(t, "what follows to be ready", func() bool { return l.next != nil && l.next.queued })
	for range 20 {
		l.until(t, "a moment", func() bool { return true })
		time.Sleep(10 * time.Millisecond)
	}
	if l.heard["id a"].Done || l.ids() != "a" || l.current.ID != "a" {
		t.Errorf("heard: %+v; %q is queued", l.heard["id a"], l.ids())
	}
}

// TestGoneOverAlready takes back what follows in the moment in which the player goes over to it: the bar follows
// the player.
func TestGoneOverAlready(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.loaded(t)
	l.playRow(recordings.All, 0)
	l.until(t, "what follows to be ready", func() bool { return l.next != nil })
	load := l.next.load
	l.setFilter("harbour") // takes it back
	l.stateCame(player.State{ID: load, Status: player.Playing, Position: time.Second})
	if l.current.ID != "b" || l.state.Position != time.Second || l.view.info.Title != "Tide" {
		t.Errorf("%s plays at %v, and the bar says %q", l.current.ID, l.state.Position, l.view.info.Title)
	}
	l.playRow(recordings.All, 0)
	l.stateCame(player.State{ID: load, Status: player.Playing}) // a late word of it
	if l.current.ID != "a" {
		t.Errorf("%s plays", l.current.ID)
	}
}
