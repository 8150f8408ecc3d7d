package listen

import (
	"encoding/binary"
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
	ended := chaptered(120 * time.Second)
	ended.ID, ended.Status, ended.Stopped = l.track.load, player.Paused, true
	l.onState(ended)
	if l.Sleep.IsAtChapterEnd() {
		t.Error("it waits for another chapter")
	}
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

// withChapters returns a recording with chapters that begin at these moments, each up to the next, the last up to a
// minute.
func withChapters(sound []byte, begins ...time.Duration) []byte {
	frame := func(id string, body []byte) []byte {
		return append(append([]byte(id), 0, 0, 0, byte(len(body)), 0, 0), body...)
	}
	var frames []byte
	for i, at := range begins {
		end := time.Minute
		if i+1 < len(begins) {
			end = begins[i+1]
		}
		body := []byte{'a' + byte(i), 0}
		for _, d := range []time.Duration{at, end} {
			body = binary.BigEndian.AppendUint32(body, uint32(d.Milliseconds()))
		}
		body = append(body, 255, 255, 255, 255, 255, 255, 255, 255)
		frames = append(frames, frame("CHAP", append(body, frame("TIT2", []byte("\x03Part"))...))...)
	}
	head := []byte{'I', 'D', '3', 4, 0, 0, 0, 0, byte(len(frames) >> 7), byte(len(frames) & 127)}
	return append(append(head, frames...), sound...)
}

// TestSleepFollowsSeeks ends playing with the chapter, exactly, and with the one that plays after a seek: in the last
// one with the recording. It begins no next recording then.
func TestSleepFollowsSeeks(t *testing.T) {
	const first, second = 1500 * time.Millisecond, 3 * time.Second
	l := newListening(t, `[{"id":"a"},{"id":"b"}]`, nil)
	l.data["a"] = withChapters(l.data["a"], 0, first, second)
	l.Catalogue.Need()
	l.until(t, "the list", func() bool { return len(l.Catalogue.shown) == 2 })
	l.playRow(0)
	l.until(t, "the chapters", func() bool { return l.State().Player.Tags != nil && l.State().Player.DurationExact })
	paused := func(at time.Duration) {
		t.Helper()
		l.until(t, "the pause", func() bool { return !l.State().IsPlaying() })
		if d := l.State().Player.Position - at; d.Abs() > time.Millisecond {
			t.Errorf("it pauses %v from the end of the chapter", d)
		}
		if l.Sleep.IsAtChapterEnd() || l.Sleep.IsAtEnd() {
			t.Error("the timer is still on")
		}
	}
	l.SeekTo(0) // it may have played on for long
	if !l.Sleep.SetAtChapterEnd() {
		t.Fatal("there is no chapter")
	}
	paused(first)
	l.Want(true)
	l.until(t, "sound", func() bool { return l.State().Player.Position > first })
	l.SeekTo(first + 100*time.Millisecond)
	l.Sleep.SetAtChapterEnd()
	l.SeekTo(second + time.Second)
	if l.Sleep.IsAtChapterEnd() || !l.Sleep.IsAtEnd() {
		t.Errorf("in the last chapter it ends at %v", l.Sleep.chapterEnds)
	}
	l.SeekTo(first + 200*time.Millisecond)
	if l.Sleep.chapterEnds != second || l.Sleep.IsAtEnd() {
		t.Errorf("in the second chapter it ends at %v", l.Sleep.chapterEnds)
	}
	l.SeekTo(first - 300*time.Millisecond)
	paused(first)
	l.Want(true)
	l.SeekTo(second + 100*time.Millisecond)
	if !l.Sleep.SetAtChapterEnd() || !l.Sleep.IsAtEnd() {
		t.Error("the last chapter does not end with the recording")
	}
	l.SeekTo(l.State().Player.Duration - 200*time.Millisecond)
	l.until(t, "the end", func() bool { return l.State().Player.Status == player.Ended })
	if l.Playing() != l.Catalogue.Named("a").Key() || l.Sleep.IsAtEnd() {
		t.Errorf("%s plays", l.Playing())
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
