package app

import (
	"fmt"
	"slices"
	"time"

	"sextant/app/acquire"
	"sextant/app/kept"
	"sextant/app/media"
	"sextant/app/player"
	"sextant/app/words"
	"sextant/widgets/recordings"
)

// setQueue changes what is played next. The change can be undone, whatever has been changed by then.
func (p *playback) setQueue(queue []media.Item) (undo func()) {
	before := p.queue
	p.keepQueue(before, queue)
	p.takeQueue(queue)
	return func() { p.setQueue(kept.MergeQueues(queue, before, p.queue)) }
}

// takeQueue takes over another queue.
func (p *playback) takeQueue(queue []media.Item) {
	p.queue = queue
	p.showQueue()
	p.dropNext()
	p.prepareNext()
	if p.current != nil {
		p.view.ShowPlayer(p.info()) // there may be a next one now, or none
	}
}

func (p *playback) showQueue() {
	p.view.ShowRows(recordings.Queued, len(p.queue), "What you put here is played next.\nQ in a list adds to it, and so does a row's menu.")
	if len(p.queue) == 0 {
		p.view.ShowFoot(recordings.Queued, "", "")
		return
	}
	text, total := words.CountWords(len(p.queue), "recording"), time.Duration(0)
	for i := range p.queue {
		total += p.queue[i].Duration
	}
	if total > 0 {
		text += ", " + words.PlayTime(total)
	}
	p.view.ShowFoot(recordings.Queued, text, "Clear")
}

// enqueue puts a recording at the queue's end, or at its beginning.
func (p *playback) enqueue(it media.Item, first bool) {
	if len(p.queue) >= kept.MostQueued {
		p.view.Mention(fmt.Sprintf("The queue is full: it holds %d recordings.", kept.MostQueued))
		return
	}
	at, word := len(p.queue), "was added to the queue"
	if first {
		at, word = 0, "is played next"
	}
	undo := p.setQueue(slices.Insert(slices.Clone(p.queue), at, it))
	p.view.OfferUndo(fmt.Sprintf("“%s” %s.", it.Name(), word), undo)
}

// dequeue takes a row out of the queue, which can be undone.
func (p *playback) dequeue(row int) {
	title := p.queue[row].Name()
	undo := p.setQueue(slices.Delete(slices.Clone(p.queue), row, row+1))
	p.view.OfferUndo(fmt.Sprintf("“%s” is out of the queue.", title), undo)
}

func (p *playback) moveQueued(from, to int) {
	queue := slices.Clone(p.queue)
	moved := queue[from]
	p.setQueue(slices.Insert(slices.Delete(queue, from, from+1), to, moved))
}

func (p *playback) clearQueue() {
	p.view.OfferUndo("The queue is empty.", p.setQueue(nil))
}

// playQueued plays a row of the queue, which leaves it.
func (p *playback) playQueued(row int) {
	it := p.queue[row]
	p.setQueue(slices.Delete(slices.Clone(p.queue), row, row+1))
	p.play(it)
}

// whatFollows is what is played next: the first of the queue, else what comes after the one last played from
// the list.
func (p *playback) whatFollows() (it media.Item, queued, ok bool) {
	if len(p.queue) > 0 {
		return p.queue[0], true, true
	}
	if row := p.rowOf(p.anchor); row >= 0 && row+1 < len(p.shown) {
		return *p.item(recordings.All, row+1), false, true
	}
	return it, false, false
}

// previous is the one before in the list. From a recording of the queue it is the one that was left for the
// queue.
func (p *playback) previous() (it media.Item, ok bool) {
	row := p.rowOf(p.anchor)
	if row >= 0 && p.playing() == p.anchor {
		row--
	}
	if row < 0 {
		return it, false
	}
	return *p.item(recordings.All, row), true
}

func (p *playback) hasNext() bool {
	_, _, ok := p.whatFollows()
	return ok
}

func (p *playback) hasPrevious() bool {
	_, ok := p.previous()
	return ok
}

// playNext goes on with what follows, and playPrevious goes back.
func (p *playback) playNext() {
	switch it, queued, ok := p.whatFollows(); {
	case queued:
		p.playQueued(0)
	case ok:
		p.playHere(it)
	}
}

func (p *playback) playPrevious() {
	if it, ok := p.previous(); ok {
		p.playHere(it)
	}
}

// prepareNext opens what follows, so that it does without a gap, once the present recording has arrived and
// needs the line no more.
func (p *playback) prepareNext() {
	if p.current == nil || p.state.Buffered < 1 || p.sleep.atEnd || p.next != nil {
		return
	}
	it, queued, ok := p.whatFollows()
	if !ok {
		return
	}
	rec, err := p.shelf().Read(acquire.NoteOf(it))
	if err != nil {
		return // playing it will say why
	}
	p.next = &following{it, p.newLoad(), queued}
	p.player.SetNext(rec, player.LoadOptions{ID: p.next.load, StartAt: p.startAt(it)})
}

// following is a recording that the player goes on with, under its name for it.
type following struct {
	item   media.Item
	load   string
	queued bool // it is from the queue
}

// dropNext takes back what was to follow, because something else may follow now. The player may have gone over
// to it already.
func (p *playback) dropNext() {
	if p.next != nil {
		p.next, p.dropped = nil, p.next
		p.player.SetNext(nil, player.LoadOptions{})
	}
}

// goOver takes the recording that follows for the current one, since the player has gone over to it.
func (p *playback) goOver(f *following) {
	p.finish(*p.current)
	p.next, p.dropped = nil, nil
	p.begin(&f.item, f.load)
	if row := p.find(recordings.Queued, p.playing()); f.queued && row >= 0 {
		p.setQueue(slices.Delete(slices.Clone(p.queue), row, row+1))
	} else if !f.queued {
		p.anchor = p.playing()
	}
	p.view.UpdateRows()
}

// playFrom plays a recording of a tab, which leaves the queue if it is from there.
func (p *playback) playFrom(tab recordings.Tab, it media.Item) {
	if row := p.find(tab, it.Key()); tab == recordings.Queued && row >= 0 {
		p.playQueued(row)
		return
	}
	p.playHere(it)
}
