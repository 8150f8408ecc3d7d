package listen

import (
	"time"

	"sextant/app/player"
)

// restartsAfter is how far into a chapter "previous" goes to its beginning rather than to the one before.
const restartsAfter = 3 * time.Second

// chapters returns those of the recording that plays, by their beginnings.
func (s State) chapters() []player.Chapter {
	if s.Player.Tags == nil {
		return nil
	}
	return s.Player.Tags.Chapters
}

// chapterAt returns the index of the chapter at a time, -1 for none.
func (s State) chapterAt(at time.Duration) int {
	last := -1
	for i, c := range s.chapters() {
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
	c = s.chapters()[i]
	if i+1 < len(s.chapters()) {
		c.End = min(max(c.End, c.Start), s.chapters()[i+1].Start)
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
	if c := s.chapters()[i]; s.Player.Position-c.Start >= restartsAfter {
		return c.Start, true
	}
	if i == 0 {
		return 0, false
	}
	return s.chapters()[i-1].Start, true
}

// SetAtChapterEnd ends playing with the present chapter, and reports whether there is one.
func (s *Sleep) SetAtChapterEnd() bool {
	state := s.controller.State()
	c, ok := state.Chapter()
	if !ok || c.End <= state.Player.Position {
		return false
	}
	s.Wake()
	s.chapterEnds, s.chapterOf = c.End, state.Key()
	return true
}

// IsAtChapterEnd reports whether playing ends with the present chapter.
func (s *Sleep) IsAtChapterEnd() bool { return s.chapterEnds > 0 }

// watchChapter ends playing at the end of the chapter. In another recording, or before the chapter, the timer is off.
func (s *Sleep) watchChapter() {
	if s.chapterEnds == 0 {
		return
	}
	c := s.controller
	switch {
	case c.Playing() != s.chapterOf:
		s.Wake()
	case c.track.state.Position >= s.chapterEnds:
		s.Wake()
		c.Want(false)
	}
}
