package player

// timelineMarks is how many chunks of 10 ms a timeline covers: more than longDelay.
const timelineMarks = 64

// A mark maps a number of rendered frames to the frames that had been taken from the voice's input by then.
type mark struct {
	rendered int64
	place    int64
}

// timeline maps rendered frames to places in the voice's input, for as long as sound can wait in the device's buffer.
// Places never go back.
type timeline struct {
	marks [timelineMarks]mark // a ring
	n     int                 // marks added so far
}

// reset starts at the first place.
func (t *timeline) reset() { t.n, t.marks[0] = 1, mark{} }

// past returns the mark i before the last.
func (t *timeline) past(i int) *mark { return &t.marks[(t.n-1-i)%timelineMarks] }

// known returns how many marks are stored.
func (t *timeline) known() int { return min(t.n, timelineMarks) }

// add appends rendered frames, the last of which reaches place.
func (t *timeline) add(frames int, place int64) {
	if frames == 0 {
		return
	}
	last := t.past(0)
	place = max(place, last.place)
	if t.n > 1 && place == last.place && t.past(1).place == place {
		last.rendered += int64(frames)
		return
	}
	t.n++
	*t.past(0) = mark{last.rendered + int64(frames), place}
}

// rest appends rendered frames of silence: the place stays.
func (t *timeline) rest(frames int) { t.add(frames, t.past(0).place) }

// heard returns the place that is audible while the last waiting rendered frames are in the device's buffer.
func (t *timeline) heard(waiting int64) int64 {
	now := t.past(0).rendered - waiting
	next := *t.past(0)
	for i := range t.known() {
		m := *t.past(i)
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

// oldest returns the earliest place that heard can return.
func (t *timeline) oldest() int64 { return t.past(t.known() - 1).place }

// cut is a place at which frames of the recording were left out.
type cut struct {
	at  int64 // place, in frames pushed
	sum int64 // frames left out up to and including this cut
}

// cuts are the cuts of a generation from the timeline's oldest place on.
type cuts struct{ list []cut }

// add appends a cut, and drops those that make no difference from the oldest place on.
func (c *cuts) add(at, frames, oldest int64) {
	for len(c.list) > 1 && c.list[1].at <= oldest {
		c.list = c.list[:copy(c.list, c.list[1:])]
	}
	if n := len(c.list); n > 0 {
		frames += c.list[n-1].sum
	}
	c.list = append(c.list, cut{at, frames})
}

// before returns how many frames of the recording were left out before a place.
func (c *cuts) before(place int64) int64 {
	for i := len(c.list) - 1; i >= 0; i-- {
		if c.list[i].at <= place {
			return c.list[i].sum
		}
	}
	return 0
}

// frameAt returns the first frame pushed that is at a place of the recording or after it: the inverse of place and
// before.
func (c *cuts) frameAt(place int64) int64 {
	for i := len(c.list) - 1; i >= 0; i-- {
		here, before := c.list[i], int64(0)
		if i > 0 {
			before = c.list[i-1].sum
		}
		if place-before >= here.at {
			return max(place-here.sum, here.at)
		}
	}
	return place
}
