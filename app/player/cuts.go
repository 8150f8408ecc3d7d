package player

// timelineMarks is for how many pieces of 10 ms a timeline knows the way: for more than longDelay.
const timelineMarks = 64

// mark says that so much of what was pushed had been given when so many frames were rendered.
type mark struct {
	rendered int64
	place    int64
}

// timeline is which place of what was pushed was given when, for as long as sound can wait in the device. Places
// never go back.
type timeline struct {
	marks [timelineMarks]mark // a ring
	n     int                 // how many there ever were
}

// reset forgets everything: nothing has been given.
func (l *timeline) reset() { l.n, l.marks[0] = 1, mark{} }

// past gives the mark that came i before the last.
func (l *timeline) past(i int) *mark { return &l.marks[(l.n-1-i)%timelineMarks] }

// known is how many marks are there.
func (l *timeline) known() int { return min(l.n, timelineMarks) }

// add appends frames with whose last one a place was reached.
func (l *timeline) add(frames int, place int64) {
	if frames == 0 {
		return
	}
	last := l.past(0)
	place = max(place, last.place)
	if l.n > 1 && place == last.place && l.past(1).place == place {
		last.rendered += int64(frames)
		return
	}
	l.n++
	*l.past(0) = mark{last.rendered + int64(frames), place}
}

// rest appends frames of silence.
func (l *timeline) rest(frames int) { l.add(frames, l.past(0).place) }

// heard is the place that is heard while so many of the frames that were rendered wait in the device.
func (l *timeline) heard(waiting int64) int64 {
	now := l.past(0).rendered - waiting
	next := *l.past(0)
	for i := range l.known() {
		m := *l.past(i)
		if m.rendered > now {
			next = m
			continue
		}
		if next.rendered <= m.rendered {
			return m.place
		}
		return m.place + (next.place-m.place)*(now-m.rendered)/(next.rendered-m.rendered)
	}
	return next.place
}

// oldest is the earliest place that can be asked for.
func (l *timeline) oldest() int64 { return l.past(l.known() - 1).place }

// cut is a place at which frames of the recording were left out.
type cut struct {
	at  int64 // in frames pushed
	sum int64 // of the frames left out, here and before
}

// cuts are those of a generation, as far as they can still be asked for.
type cuts struct{ list []cut }

// add appends a cut. Those that do not matter at the oldest place and later are forgotten.
func (c *cuts) add(at, frames, oldest int64) {
	for len(c.list) > 1 && c.list[1].at <= oldest {
		c.list = c.list[:copy(c.list, c.list[1:])]
	}
	if n := len(c.list); n > 0 {
		frames += c.list[n-1].sum
	}
	c.list = append(c.list, cut{at, frames})
}

// before is how many frames of the recording were left out before a place.
func (c *cuts) before(place int64) int64 {
	for i := len(c.list) - 1; i >= 0; i-- {
		if c.list[i].at <= place {
			return c.list[i].sum
		}
	}
	return 0
}
