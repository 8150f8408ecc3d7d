package listen

import (
	"testing"
	"time"

	"sextant/app/player"
)

// chaptered returns the state of a recording at a position. It has three chapters, the last of which has no end.
func chaptered(at time.Duration) player.State {
	const minute = time.Minute
	return player.State{Position: at, Tags: &player.Tags{Chapters: []player.Chapter{
		{Start: 0, End: minute, Title: "Bell"},
		{Start: minute, End: 3 * minute, Title: "Fog"},
		{Start: 2 * minute, Title: "Tide"},
	}}}
}

// TestChapters checks the chapter of each position, and where "previous" leads from there.
func TestChapters(t *testing.T) {
	for at, want := range map[time.Duration]struct {
		title  string
		end    time.Duration
		back   time.Duration
		inside bool
	}{
		time.Second:                   {"Bell", time.Minute, 0, false}, // to the recording before
		4 * time.Second:               {"Bell", time.Minute, 0, true},
		time.Minute + time.Second:     {"Fog", 2 * time.Minute, 0, true},
		time.Minute + 5*time.Second:   {"Fog", 2 * time.Minute, time.Minute, true},
		2*time.Minute + 2*time.Second: {"Tide", 0, time.Minute, true},
		9 * time.Minute:               {"Tide", 0, 2 * time.Minute, true},
	} {
		s := State{Player: chaptered(at)}
		c, ok := s.Chapter()
		if back, inside := s.back(); !ok || c.Title != want.title || c.End != want.end || back != want.back ||
			inside != want.inside {
			t.Errorf("%v: %+v, back to %v, %v", at, c, back, inside)
		}
	}
	if _, ok := (State{}).Chapter(); ok {
		t.Error("there is a chapter in nothing")
	}
	if _, ok := (State{}).back(); ok {
		t.Error("nothing leads back")
	}
}

// TestSleepAtChapterEnd checks that playing ends with the chapter, but not if another recording plays by then.
func TestSleepAtChapterEnd(t *testing.T) {
	l := newListening(t, `[{"id":"a"},{"id":"b"}]`, nil)
	l.data["b"] = l.data["a"]
	l.Catalogue.Need()
	l.until(t, "the list", func() bool { return len(l.Catalogue.shown) == 2 })
	l.playRow(0)
	l.until(t, "a", func() bool { return l.track != nil && l.track.state.Status == player.Playing })
	if l.Sleep.SetAtChapterEnd() {
		t.Error("there is a chapter")
	}
	at := func(position time.Duration) {
		s := chaptered(position)
		s.ID, s.Status = l.track.load, player.Playing
		l.onState(s)
	}
	at(70 * time.Second)
	if !l.Sleep.SetAtChapterEnd() || !l.Sleep.IsAtChapterEnd() {
		t.Fatal("it does not end with the chapter")
	}
	at(119 * time.Second)
	if !l.Sleep.IsAtChapterEnd() {
		t.Error("it ended before the chapter")
	}
	at(120 * time.Second)
	if l.Sleep.IsAtChapterEnd() {
		t.Error("it waits for another chapter")
	}
	l.until(t, "the pause", func() bool { return !l.State().IsPlaying() })
	l.Want(true)
	at(70 * time.Second)
	l.Sleep.SetAtChapterEnd()
	l.playRow(1)
	l.until(t, "b", func() bool {
		return l.track != nil && l.track.item.ID == "b" &&
			l.track.state.Status == player.Playing
	})
	at(2 * time.Second)
	if l.Sleep.IsAtChapterEnd() {
		t.Error("the chapter of another recording counts")
	}
}

// TestSleepFollowsSeeks seeks while playing is to end with the chapter: it ends with the one that plays then, and with
// the recording in the last one. It begins no next recording then.
func TestSleepFollowsSeeks(t *testing.T) {
	l := newListening(t, `[{"id":"a"},{"id":"b"}]`, nil)
	l.Catalogue.Need()
	l.until(t, "the list", func() bool { return len(l.Catalogue.shown) == 2 })
	l.playRow(0)
	l.until(t, "a", func() bool { return l.track != nil && l.track.state.Status == player.Playing })
	at := func(position time.Duration) {
		s := chaptered(position)
		s.ID, s.Status = l.track.load, player.Playing
		s.Duration, s.DurationExact = 3*time.Minute, true
		s.Tags.Chapters[2].End = 3*time.Minute + 20*time.Millisecond
		l.onState(s)
	}
	at(70 * time.Second)
	l.Sleep.SetAtChapterEnd()
	l.SeekTo(5 * time.Second)
	at(5 * time.Second)
	if l.Sleep.chapterEnds != time.Minute {
		t.Errorf("in the first chapter it ends at %v", l.Sleep.chapterEnds)
	}
	l.SeekTo(150 * time.Second)
	at(150 * time.Second)
	if l.Sleep.chapterEnds != 0 || !l.Sleep.IsAtEnd() {
		t.Errorf("in the last chapter it ends at %v", l.Sleep.chapterEnds)
	}
	l.SeekTo(80 * time.Second)
	at(80 * time.Second)
	if l.Sleep.chapterEnds != 2*time.Minute || l.Sleep.IsAtEnd() {
		t.Errorf("in the second chapter it ends at %v", l.Sleep.chapterEnds)
	}
}

// TestChaptersBeyondTheEnd checks that chapters that begin at the end of a recording or later are not listed, once its
// length is known.
func TestChaptersBeyondTheEnd(t *testing.T) {
	s := State{Player: chaptered(0)}
	s.Player.Duration = 2 * time.Minute
	if n := len(s.Chapters()); n != 3 {
		t.Errorf("%d chapters by an estimate", n)
	}
	s.Player.DurationExact = true
	if n := len(s.Chapters()); n != 2 {
		t.Errorf("%d chapters", n)
	}
}
