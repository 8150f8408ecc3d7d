package player

import "io"

// item is a recording in the player: the one that is heard, or the one that follows.
type item struct {
	*track
	id     string
	opened bool
	ended  bool
	failed bool
	fault  error // what ends or has ended it
}

// newItem begins to open and decode a recording. With p.mu held.
func (p *Player) newItem(src Source, opts LoadOptions) *item {
	it := &item{track: newTrack(src, p), id: opts.ID}
	it.voice.adjust(p.speed, p.even)
	it.ask(max(opts.StartAt, 0))
	p.work.Go(it.run)
	p.work.Go(it.closeSource)
	return it
}

// refuse closes a source that comes too late.
func refuse(src Source) {
	if c, ok := src.(io.Closer); ok {
		go func() { _ = c.Close() }()
	}
}

// SetNext gives the item that follows the one that is loaded, in place of any given before; nil
// takes it back. It is opened and decoded ahead, and begins at the very sample at which the other
// ends, which State.ID tells when it is heard. If it cannot be opened, State.NextErr says why, and
// the Player comes to the end as if nothing followed. opts.Paused does not count. When nothing is
// loaded, nothing can follow, and src is only closed.
func (p *Player) SetNext(src Source, opts LoadOptions) {
	p.mu.Lock()
	defer p.mu.Unlock()
	defer p.alone()()
	p.dropNext()
	switch {
	case src == nil:
	case p.item == nil || p.ctx.Err() != nil:
		refuse(src)
	default:
		p.next = p.newItem(src, opts)
	}
	p.tell()
}

// dropNext forgets the item that would follow.
func (p *Player) dropNext() {
	if p.next != nil {
		p.next.leave()
		p.next = nil
	}
}

// alone makes sure that the item that is heard is the present one and remains so, until the
// function that it returns is called.
func (p *Player) alone() (release func()) {
	if p.item != nil && p.lane.follow(nil) != p.item.voice && p.next != nil {
		p.advance()
	}
	return p.queue
}

// queue lets the next item follow, unless it or the present one has failed.
func (p *Player) queue() {
	if p.item != nil && p.next != nil && !p.next.failed && p.item.fault == nil {
		p.lane.follow(p.next.voice)
	}
}

// advance makes the next item the present one. Its sound may have begun already.
func (p *Player) advance() {
	p.item.leave()
	p.item, p.next = p.next, nil
	p.item.voice.play(p.want)
	p.lane.pass(p.item.voice)
	p.tell()
}

// items gives those that are there.
func (p *Player) items() []*item {
	var all []*item
	for _, it := range []*item{p.item, p.next} {
		if it != nil {
			all = append(all, it)
		}
	}
	return all
}

// find gives the item of a track, or nil if it has been dropped.
func (p *Player) find(t *track) *item {
	for _, it := range p.items() {
		if it.track == t {
			return it
		}
	}
	return nil
}
