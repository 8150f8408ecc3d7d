package listen

import (
	"cmp"
	"slices"
	"time"

	"sextant/app/player"
)

// almost is how much before a recording's end its last chapter may end.
const almost = time.Second

// restartsAfter is how far into a chapter "previous" goes to its beginning rather than to the one before.
const restartsAfter = 3 * time.Second

// Chapters returns those of the recording that plays, by their beginnings, without those that would begin at its end or
// later.
func (s State) Chapters() []player.Chapter {
	if s.Player.Tags == nil {
		return nil
	}
	all := s.Player.Tags.Chapters
	if !s.Player.DurationExact {
		return all
	}
	n, _ := slices.BinarySearchFunc(all, s.Player.Duration, func(c player.Chapter, end time.Duration) int {
		return cmp.Compare(c.Start, end)
	})
	return all[:n]
}

// chapterAt returns the index of the chapter at a time, -1 for none.
func (s State) chapterAt(at time.Duration) int {
	last := -1
	for i, c := range s.Chapters() {
		if c.Start <= at {
			last = i
		}
	}
	return last
}

// Chapter returns the chapter that plays; ok is false where there is none.
func (s State) Chapter() (c player.Chapter, ok bool) {
	i := s.chapterAt(s.Player.Position)
	if i < 0 {
		return c, false
	}
	c = s.Chapters()[i]
	if i+1 < len(s.Chapters()) {
		c.End = min(max(c.End, c.Start), s.Chapters()[i+1].Start)
	}
	return c, s.Player.Position < c.End || c.End <= c.Start
}

// back returns where "previous" leads within the recording: to the beginning of the chapter, or of the one before
// within restartsAfter; ok is false where it leads to the recording before.
func (s State) back() (to time.Duration, ok bool) {
	i := s.chapterAt(s.Player.Position)
	if i < 0 {
		return 0, false
	}
	if c := s.Chapters()[i]; s.Player.Position-c.Start >= restartsAfter {
		return c.Start, true
	}
	if i == 0 {
		return 0, false
	}
	return s.Chapters()[i-1].Start, true
}

// SetAtChapterEnd ends playing with the present chapter, and reports whether there is one.
func (s *Sleep) SetAtChapterEnd() bool {
	state := s.controller.State()
	c, ok := state.Chapter()
	if !ok || c.End <= state.Player.Position {
		return false
	}
	s.Wake()
	s.endAt(c)
	s.setUntil()
	return true
}

// endAt ends playing with a chapter, or with the recording if that ends with it.
func (s *Sleep) endAt(c player.Chapter) {
	state := s.controller.State()
	if state.Player.DurationExact && c.End >= state.Player.Duration-almost {
		s.SetAtEnd()
	} else {
		s.chapterEnds = c.End
	}
	s.chapterOf = state.Key()
}

// sought takes the chapter in which a seek ends in place of the one before, if playing is to end with one.
func (s *Sleep) sought(to time.Duration) {
	state := s.controller.State()
	if s.chapterOf == "" || s.chapterOf != state.Key() {
		return
	}
	s.Wake()
	state.Player.Position = to
	if c, ok := state.Chapter(); ok && c.End > to {
		s.endAt(c)
	}
}

// setUntil makes the player pause at the end of the chapter, which a seek or loading has cancelled.
func (s *Sleep) setUntil() {
	if c := s.controller; s.chapterEnds > 0 && c.Playing() == s.chapterOf && c.track.given {
		c.player.PlayUntil(s.chapterEnds)
	}
}

// IsAtChapterEnd reports whether playing ends with the present chapter.
func (s *Sleep) IsAtChapterEnd() bool { return s.chapterEnds > 0 }

// watchChapter turns the timer off when the player has paused at the end of the chapter, or another recording plays. A
// chapter that turns out to end with the recording ends with that.
func (s *Sleep) watchChapter() {
	if s.chapterEnds == 0 {
		return
	}
	c := s.controller
	switch {
	case c.Playing() != s.chapterOf:
		s.Wake()
	case c.track.state.Stopped:
		s.Wake()
		c.track.wanted = false
	case c.track.state.DurationExact && s.chapterEnds >= c.track.state.Duration-almost:
		s.SetAtEnd()
		s.chapterOf = c.Playing()
	}
}
