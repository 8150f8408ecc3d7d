package listen

import (
	"strconv"
	"sync"

	"sextant/app/media"
	"sextant/app/player"
	"sextant/app/say"
	"sextant/app/sound/recordings"
	"sextant/app/words"
)

// A following is a recording that is to be played, with the player's ID for it.
type following struct {
	item   media.Item
	load   string
	source *Source
	entry  string // its ID in the queue, "" if it is not from there
	start  start
}

// A lineup knows which recording is next, and opens it in time.
type lineup struct {
	controller *Controller
	next       *following // with which the player continues automatically
	dropped    *following // the next before, with which it may have continued already
	// anchor is the key of the last recording from the list, after which playing continues after the queue.
	anchor string
	loads  int // counts loads, for newLoad

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

// close closes the recordings that were opened, but not handed over.
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

// newLoad returns a new ID for the player, since the same recording may be loaded twice.
func (l *lineup) newLoad() string {
	l.loads++
	return strconv.Itoa(l.loads)
}

// whatFollows returns the next recording: the first of the queue, with its ID there, or else the one after anchor in
// the list.
func (l *lineup) whatFollows() (it media.Item, entry string, ok bool) {
	c := l.controller
	if queue := c.Queue.Entries(); len(queue) > 0 {
		return queue[0].Item, queue[0].ID, true
	}
	if row := c.Catalogue.RowOf(l.anchor); row >= 0 && row+1 < c.Catalogue.Count() {
		return *c.Catalogue.At(row + 1), "", true
	}
	return it, "", false
}

// goesOnWith returns the recording with which playing continues automatically.
func (l *lineup) goesOnWith() (it media.Item, entry string, ok bool) {
	it, entry, ok = l.whatFollows()
	return it, entry, ok && (entry != "" || l.controller.Sound.PlayOn())
}

// previous returns the one before in the list. For a recording of the queue it is the one before the queue.
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

// prepareNext opens the next recording, so that it follows without a gap, once the current one has arrived completely.
// A recording of a service that was left has no next one.
func (l *lineup) prepareNext() {
	c := l.controller
	t := c.track
	if t == nil || t.state.Buffered < 1 || !t.source.isOf(c.source) || c.Sleep.atEnd || l.next != nil {
		return
	}
	it, entry, ok := l.goesOnWith()
	if !ok {
		return
	}
	f := &following{it, l.newLoad(), c.source, entry, startAt(c.source.Positions, it, c.cfg.Now())}
	l.next = f
	options := player.LoadOptions{
		ID: f.load, StartAt: f.start.place, AtPause: f.start.isEarlier, SkipSilence: c.skipsSilence(f.source, f.item),
	}
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

// dropNext drops the next recording, since it may be another one now. The player may have continued with it already.
func (l *lineup) dropNext() {
	c := l.controller
	if l.next != nil {
		l.next, l.dropped = nil, l.next
		c.player.SetNext(nil, player.LoadOptions{})
	}
}

// replan chooses and prepares the next recording again.
func (l *lineup) replan() {
	c := l.controller
	l.dropNext()
	l.prepareNext()
	c.notify() // there may be a next one now, or none
}

// update handles the player's state.
func (c *Controller) update() { c.onState(c.player.State()) }

// onState handles a state of the player.
func (c *Controller) onState(s player.State) {
	if c.track == nil || !c.isOfTrack(s) {
		return // of a recording that plays no more
	}
	t := c.track
	if s.Skipped > 0 && t.state.Skipped == 0 {
		c.Noted.Publish(say.Text("sound.skipped"))
	}
	ended := s.Status == player.Ended && t.state.Status != player.Ended
	bad := s.Status == player.Failed && t.state.Status != player.Failed && isBad(s.Err)
	if s.Status == player.Paused && t.state.Status != player.Paused {
		t.pausedAt = c.cfg.Now()
	}
	if s.Moves != t.state.Moves {
		t.from = s.Position // which had been an estimate
		c.seeks++
	}
	t.follow(s)
	c.publishSoundTrouble(s.Err)
	t.noteHeard(c.cfg.Now())
	c.Sleep.watchChapter()
	c.notify()
	c.lineup.prepareNext()
	switch {
	case !ended && !bad:
	case c.Sleep.atEnd, c.Sleep.chapterEnds > 0:
		c.Sleep.Wake()
	case t.source.isOf(c.source):
		if _, _, ok := c.lineup.goesOnWith(); ok {
			if bad {
				c.Noted.Publish(say.Text("sound.leftOut", "Title", t.item.Name()))
			}
			c.PlayNext()
		}
	}
}

// isOfTrack reports whether a state is of the recording that plays, which is the next one if the player has continued
// with it.
func (c *Controller) isOfTrack(s player.State) bool {
	for _, f := range []*following{c.lineup.next, c.lineup.dropped} {
		if f != nil && s.ID == f.load {
			c.goOver(f)
		}
	}
	return s.ID == c.track.load
}

// goOver makes the next recording the one that plays, since the player has continued with it.
func (c *Controller) goOver(f *following) {
	c.track.finish(c.cfg.Now())
	c.lineup.next, c.lineup.dropped = nil, nil
	c.startTrack(f)
	if !f.source.isOf(c.source) {
		return // the queue and the list are another service's
	}
	if f.entry == "" {
		c.lineup.anchor = f.item.Key()
		return
	}
	c.Queue.Remove(f.entry)
}

// publishSoundTrouble publishes why there is no sound, and nil once there is sound again. The next attempt fetches a
// damaged recording again.
func (c *Controller) publishSoundTrouble(err error) {
	t := c.track
	switch {
	case err != nil && t.publishedErr == nil:
		c.Trouble.Publish(soundMessage(err))
		switch player.KindOf(err) {
		case player.KindNotMP3, player.KindDamaged:
			downloads, key := t.source.Downloads, t.item.Key()
			c.work.Go(func() { downloads.Forget(key) }) // which deletes its file
		}
	case err == nil && (t.publishedErr != nil || t.stalled && t.state.Status == player.Playing):
		t.stalled = false
		c.Trouble.Publish(words.Message{})
	}
	t.publishedErr = err
}

// DownloadsChanged handles a change of the downloads, also that no bytes come of the recording that plays.
func (c *Controller) DownloadsChanged() {
	c.Library.refresh()
	t := c.track
	if t != nil && t.source.Downloads.Status(t.item.Key()).Shorter {
		c.Library.DownloadShorter(recordings.NoteOf(t.item))
	}
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
