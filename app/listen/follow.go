package listen

import (
	"strconv"
	"sync"
	"time"

	"sextant/app/media"
	"sextant/app/player"
	"sextant/app/recordings"
	"sextant/app/say"
	"sextant/app/words"
)

// A following is a recording that is to be played, under the player's name for it.
type following struct {
	item   media.Item
	load   string
	source *Source
	queued bool // it is from the queue
}

// startAt is where the recording goes on.
func (f *following) startAt() time.Duration { return startAt(f.source.Positions, f.item) }

// A lineup knows what is played behind the present recording, and has it ready.
type lineup struct {
	controller *Controller
	next       *following // what the player goes on with automatically
	dropped    *following // what it was to go on with before, and may have
	// anchor is the key of the one last played from the list, where playing goes on after the queue.
	anchor string
	loads  int // how often anything was loaded

	mu      sync.Mutex
	waiting map[*following]*recordings.Recording // opened, and to be handed over
}

// openRecording opens a recording in the background and hands it over on the UI goroutine.
func (l *lineup) openRecording(f *following, opened func(*recordings.Recording, error)) {
	c := l.controller
	c.work.Go(func() {
		rec, err := f.source.Downloads.Read(recordings.NoteOf(f.item))
		l.mu.Lock()
		l.waiting[f] = rec
		l.mu.Unlock()
		c.cfg.Post(func() {
			l.mu.Lock()
			delete(l.waiting, f)
			l.mu.Unlock()
			opened(rec, err)
		})
	})
}

// close closes what was opened and is not handed over any more.
func (l *lineup) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, rec := range l.waiting {
		if rec != nil {
			_ = rec.Close() // it was only read
		}
	}
}

// giveBack closes a recording that is not played after all, in the background.
func (l *lineup) giveBack(rec *recordings.Recording) {
	c := l.controller
	if rec != nil {
		c.work.Go(func() { _ = rec.Close() }) // it was only read
	}
}

// newLoad is a name under which the player knows a recording from now on. The same one may be loaded twice.
func (l *lineup) newLoad() string {
	l.loads++
	return strconv.Itoa(l.loads)
}

// whatFollows is what is played next: the first of the queue, else what comes after the one last played from
// the list.
func (l *lineup) whatFollows() (it media.Item, queued, ok bool) {
	c := l.controller
	if queue := c.Queue.Items(); len(queue) > 0 {
		return queue[0], true, true
	}
	if row := c.Catalogue.RowOf(l.anchor); row >= 0 && row+1 < c.Catalogue.Count() {
		return *c.Catalogue.At(row + 1), false, true
	}
	return it, false, false
}

// goesOnWith is what is played next without the user asking for it.
func (l *lineup) goesOnWith() (it media.Item, queued, ok bool) {
	it, queued, ok = l.whatFollows()
	return it, queued, ok && (queued || l.controller.Sound.PlayOn())
}

// previous is the one before in the list. From a recording of the queue it is the one that was left for the
// queue.
func (l *lineup) previous() (it media.Item, ok bool) {
	c := l.controller
	row := c.Catalogue.RowOf(l.anchor)
	if row >= 0 && c.Playing() == l.anchor {
		row--
	}
	if row < 0 {
		return it, false
	}
	return *c.Catalogue.At(row), true
}

// prepareNext opens what follows, so that it does without a gap, once the present recording has arrived and
// needs the line no more. What plays of a service that was left is the last.
func (l *lineup) prepareNext() {
	c := l.controller
	t := c.track
	if t == nil || t.state.Buffered < 1 || !t.source.isOf(c.source) || c.Sleep.atEnd || l.next != nil {
		return
	}
	it, queued, ok := l.goesOnWith()
	if !ok {
		return
	}
	f := &following{it, l.newLoad(), c.source, queued}
	l.next = f
	options := player.LoadOptions{ID: f.load, StartAt: f.startAt(), SkipSilence: c.skipsSilence(f.source, f.item)}
	l.openRecording(f, func(rec *recordings.Recording, err error) {
		switch {
		case err != nil: // playing it will say why
		case l.next == f:
			c.player.SetNext(rec, options)
		default:
			l.giveBack(rec)
		}
	})
}

// dropNext takes back what was to follow, because something else may follow now. The player may have gone over
// to it already.
func (l *lineup) dropNext() {
	c := l.controller
	if l.next != nil {
		l.next, l.dropped = nil, l.next
		c.player.SetNext(nil, player.LoadOptions{})
	}
}

// replan prepares what follows now.
func (l *lineup) replan() {
	c := l.controller
	l.dropNext()
	l.prepareNext()
	c.notify() // there may be a next one now, or none
}

// onState takes the player's word.
func (c *Controller) onState(s player.State) {
	if c.track == nil || !c.isOfTrack(s) {
		return // the word of one that is gone
	}
	t := c.track
	if s.Skipped > 0 && t.state.Skipped == 0 {
		c.Noted.Publish(say.Text("sound.skipped"))
	}
	ended := s.Status == player.Ended && t.state.Status != player.Ended
	t.state = s
	c.publishSoundTrouble(s.Err)
	t.noteHeard(c.cfg.Now())
	c.Sleep.watchChapter()
	c.notify()
	c.lineup.prepareNext()
	switch {
	case !ended:
	case c.Sleep.atEnd:
		c.Sleep.Wake()
	case t.source.isOf(c.source):
		if _, _, ok := c.lineup.goesOnWith(); ok {
			c.PlayNext()
		}
	}
}

// isOfTrack reports whether a state is of the recording that plays. It goes over to the next one when the player
// has.
func (c *Controller) isOfTrack(s player.State) bool {
	for _, f := range []*following{c.lineup.next, c.lineup.dropped} {
		if f != nil && s.ID == f.load {
			c.goOver(f)
		}
	}
	return s.ID == c.track.load
}

// goOver takes the recording that follows for the one that plays, since the player has gone over to it.
func (c *Controller) goOver(f *following) {
	c.track.finish(c.cfg.Now())
	c.lineup.next, c.lineup.dropped = nil, nil
	c.startTrack(f)
	if !f.source.isOf(c.source) {
		return // the queue and the list are another service's by now
	}
	if row := c.Queue.RowOf(f.item.Key()); f.queued && row >= 0 {
		c.Queue.Remove(row)
	} else if !f.queued {
		c.lineup.anchor = f.item.Key()
	}
}

// publishSoundTrouble publishes why there is no sound, and nil once there is sound again. The next try fetches
// a damaged recording once more.
func (c *Controller) publishSoundTrouble(err error) {
	t := c.track
	switch {
	case err != nil && t.publishedErr == nil:
		c.Trouble.Publish(soundMessage(err))
		switch player.KindOf(err) {
		case player.KindNotMP3, player.KindDamaged:
			downloads, key := t.source.Downloads, t.item.Key()
			c.work.Go(func() { downloads.Forget(key) }) // which takes it off the disk
		}
	case err == nil && (t.publishedErr != nil || t.stalled && t.state.Status == player.Playing):
		t.stalled = false
		c.Trouble.Publish(words.Message{})
	}
	t.publishedErr = err
}

// DownloadsChanged handles a change of the downloads: also that nothing of what plays
// comes, though it is waited for.
func (c *Controller) DownloadsChanged() {
	c.Library.refresh()
	t := c.track
	if t == nil || t.stalled || t.state.Status != player.Opening && t.state.Status != player.Buffering {
		return
	}
	if d := t.source.Downloads.Status(t.item.Key()); d.Stalled != nil {
		t.stalled = true
		m := TransferMessage(d.Stalled)
		m.Hint = say.Text("download.retried")
		c.Trouble.Publish(m)
	}
}

func (c *Controller) notePlace() {
	if c.track != nil {
		c.track.notePlace(c.cfg.Now())
	}
}
