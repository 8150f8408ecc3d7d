package player

import "time"

// item is a recording in the player: the one that is heard, or the one that follows.
type item struct {
	*track
	id       string
	opened   bool
	hasEnded bool
	failed   bool
	fault    error // what ends or has ended it
}

// again makes an item go on from a place, whatever has become of it.
func (it *item) again(at time.Duration) {
	it.hasEnded, it.failed, it.fault = false, false, nil
	it.request(at)
}

// A lineup is the item that is heard and the one that follows. The caller holds the stage's lock.
type lineup struct {
	news *reporter
	item *item // nil when idle
	next *item // may be nil
	lane *lane // in which the item's voice is heard
	want bool  // it should play
}

// disband forgets the items.
func (l *lineup) disband() {
	l.alone()
	l.dropNext()
	if l.item != nil {
		l.item.leave()
	}
	l.item, l.lane, l.want = nil, nil, false
}

// dropNext forgets the item that would follow.
func (l *lineup) dropNext() {
	if l.next != nil {
		l.next.leave()
		l.next = nil
	}
}

// alone makes sure that the item that is heard is the present one and remains so, until the
// function that it returns is called.
func (l *lineup) alone() (release func()) {
	if l.item != nil && l.lane.setVoice(nil) != l.item.voice && l.next != nil {
		l.advance()
	}
	return l.queue
}

// queue lets the next item follow, unless it or the present one has failed.
func (l *lineup) queue() {
	if l.item != nil && l.next != nil && !l.next.failed && l.item.fault == nil {
		l.lane.setVoice(l.next.voice)
	}
}

// advance makes the next item the present one. Its sound may have begun already.
func (l *lineup) advance() {
	l.item.leave()
	l.item, l.next = l.next, nil
	l.item.voice.play(l.want)
	l.lane.pass(l.item.voice)
	l.news.report()
}

// items gives those that are there.
func (l *lineup) items() []*item {
	var all []*item
	for _, it := range []*item{l.item, l.next} {
		if it != nil {
			all = append(all, it)
		}
	}
	return all
}

// findItem gives the item of a track, or nil if it has been dropped.
func (l *lineup) findItem(t *track) *item {
	for _, it := range l.items() {
		if it.track == t {
			return it
		}
	}
	return nil
}
