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
)

// mark adds a mark at the current position.
func (l *listening) mark(t *testing.T, note string) (kept.Mark, func()) {
	t.Helper()
	k, undo, err := l.Marks.Add(note)
	if err != nil {
		t.Fatal(err)
	}
	return k, undo
}

// pausedAt plays the first recording and pauses it at a position.
func (l *listening) pausedAt(t *testing.T, at time.Duration) {
	t.Helper()
	l.loaded(t)
	l.playRow(0)
	l.until(t, "sound", func() bool { return l.status(player.Playing)() && l.track.state.Duration > 0 })
	l.Toggle()
	l.until(t, "the pause", l.status(player.Paused))
	l.SeekTo(at)
	l.until(t, "the place", func() bool { return l.track.state.Position == at })
}

func TestMarks(t *testing.T) {
	l := newListening(t, threeItems, nil)
	if _, _, err := l.Marks.Add(""); !errors.Is(err, ErrNothingPlays) {
		t.Errorf("nothing plays: %v", err)
	}
	l.pausedAt(t, 2*time.Second)
	changes := 0
	l.Marks.Changed.On(func(struct{}) { changes++ })
	first, undo := l.mark(t, "")
	if again, _ := l.mark(t, ""); again.Key() != first.Key() || len(l.Marks.All()) != 1 || changes != 1 {
		t.Errorf("the same moment twice: %+v, %d changes", l.Marks.All(), changes)
	}
	noted, _ := l.mark(t, " the\ntide  table ")
	if all := l.Marks.All(); len(all) != 1 || all[0].Note != "the tide table" || noted.Moment != 2*time.Second {
		t.Errorf("with a note: %+v", all)
	}
	undo()
	if len(l.Marks.All()) != 0 {
		t.Errorf("undone: %+v", l.Marks.All())
	}
	l.mark(t, "")
	l.SeekTo(time.Second)
	l.until(t, "the place", func() bool { return l.track.state.Position == time.Second })
	k, _ := l.mark(t, strings.Repeat("å", MaxNote))
	want := []time.Duration{time.Second, 2 * time.Second}
	if !slices.Equal(l.Marks.Moments(), want) || len(k.Note) > MaxNote {
		t.Errorf("%v, a note of %d bytes", l.Marks.Moments(), len(k.Note))
	}
	undo = l.Marks.Remove(k)
	if l.Marks.RowOf(k.Key()) != -1 || len(l.Marks.Of("id a")) != 1 {
		t.Errorf("removed: %+v", l.Marks.All())
	}
	if undo(); l.Marks.RowOf(k.Key()) != 0 {
		t.Errorf("taken back: %+v", l.Marks.All())
	}
}

// TestPlayMark plays from a mark, whatever is loaded, also in a recording that is no longer in the list.
func TestPlayMark(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.pausedAt(t, 3*time.Second)
	k, _ := l.mark(t, "")
	from := func(at time.Duration) func() bool {
		return func() bool {
			s := l.track.state
			return l.track.item.Title == "Harbour news" && s.Status == player.Playing && s.Position >= at &&
				s.Position < at+time.Second
		}
	}
	l.SeekTo(0)
	l.Marks.Play(k)
	l.until(t, "the mark in what is paused", from(3*time.Second))
	l.playRow(1)
	l.until(t, "another recording", func() bool { return l.track.item.ID == "b" && l.status(player.Playing)() })
	l.Marks.Play(k)
	l.until(t, "the mark in another recording", from(3*time.Second))
	l.Stop()
	l.Marks.Play(k)
	l.until(t, "the mark while nothing plays", from(3*time.Second))
	l.SeekTo(l.track.length() - 50*time.Millisecond)
	l.until(t, "the end", func() bool { return l.heardOf("id a").Done })
	l.PlayMoment(media.Moment{ID: "a", At: 4 * time.Second})
	l.until(t, "a moment of what was heard", from(4*time.Second))
	l.Stop()
	l.Catalogue.SetFilter("no recording")
	l.Marks.Play(k)
	l.until(t, "the mark of what the list has no more", from(3*time.Second))
	l.PlayMoment(media.Moment{ID: "none", At: time.Second})
	l.until(t, "what the service has not", l.status(player.Failed))
}

// TestMarkBelongsToItsService adds a mark while another service is tuned in: it belongs to the recording's service.
func TestMarkBelongsToItsService(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.pausedAt(t, time.Second)
	old := l.source
	l.tuneElsewhere(t)
	l.mark(t, "")
	if len(l.Marks.All()) != 0 || len(old.Lists.Marks()) != 1 || len(l.Marks.Moments()) != 1 {
		t.Errorf("here %+v, where it came from %+v", l.Marks.All(), old.Lists.Marks())
	}
	again := *old
	again.Lists = kept.Read(l.store)
	l.Tune(&again)
	l.mark(t, "noted")
	if len(l.Marks.All()) != 1 || l.Marks.All()[0].Note != "noted" {
		t.Errorf("tuned in again: %+v", l.Marks.All())
	}
	l.Stop()
}
