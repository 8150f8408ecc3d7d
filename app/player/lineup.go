package player

import "time"

// item is a recording in the player: the current one, or the one that follows.
type item struct {
	*track
	id       string
	opened   bool
	hasEnded bool
	failed   bool
	stopped  bool  // it has come to the place of PlayUntil
	fault    error // stops it when the sound before has played
}

// again makes an item play from a place, or a pause near it, also after its end or a failure.
func (it *item) again(at time.Duration, pause bool) {
	it.hasEnded, it.failed, it.stopped, it.fault = false, false, false, nil
	it.request(at, pause)
}

// A lineup is the current item and the one that follows. The caller holds the stage's lock.
type lineup struct {
	news *reporter
	item *item // nil when idle
	next *item // may be nil
	lane *lane // plays the item's voice
	want bool  // it should play
}

// disband drops both items.
func (l *lineup) disband() {
	l.alone()
	l.dropNext()
	if l.item != nil {
		l.item.leave()
	}
	l.item, l.lane, l.want = nil, nil, false
}

// dropNext drops the item that would follow.
func (l *lineup) dropNext() {
	if l.next != nil {
		l.next.leave()
		l.next = nil
	}
}

// alone prevents the following item from starting until release is called. If it has started already,
// it becomes the current one first.
func (l *lineup) alone() (release func()) {
	if l.item != nil && l.lane.setVoice(nil) != l.item.voice && l.next != nil {
		l.advance()
	}
	return l.queue
}

// queue lets the next item follow, unless it or the current one has failed.
func (l *lineup) queue() {
	if l.item != nil && l.next != nil && !l.next.failed && l.item.fault == nil {
		l.lane.setVoice(l.next.voice)
	}
}

// advance makes the next item the current one. It may be playing already.
func (l *lineup) advance() {
	l.item.leave()
	l.item, l.next = l.next, nil
	l.item.voice.play(l.want)
	l.lane.pass(l.item.voice)
	l.news.report()
}

// items returns the items that are set.
func (l *lineup) items() []*item {
	var all []*item
	for _, it := range []*item{l.item, l.next} {
		if it != nil {
			all = append(all, it)
		}
	}
	return all
}

// findItem returns the item of a track, or nil if it has been dropped.
func (l *lineup) findItem(t *track) *item {
	for _, it := range l.items() {
		if it.track == t {
			return it
		}
	}
	return nil
}
