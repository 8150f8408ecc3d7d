// Package listen plays a broadcaster's recordings: the service's list of them, the queue, the downloads, how far each
// was heard, and the one that plays. It has no user interface; its state belongs to the UI goroutine, and views
// subscribe to changes.
package listen

import (
	"context"
	"strings"
	"sync"
	"time"

	"sextant/app/kept"
	"sextant/app/media"
	"sextant/app/player"
	"sextant/app/publish"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/sound/recordings"
	"sextant/app/words"
)

// A Source is the part of a service that listening needs. The recording that plays keeps its own, so that its position
// is stored with its service, also when another one is tuned in meanwhile.
type Source struct {
	// Service identifies the service. Sources of one service with several addresses have the same.
	Service   string
	Downloads *recordings.Downloads
	Lists     *kept.Lists
	Positions *kept.Positions
	Zone      *time.Location                             // of the service's dates
	List      func(context.Context) (media.Value, error) // asks for the list of recordings
	// Hold keeps the service open until the function that it returns is called, which returns at once.
	Hold func() (release func())
}

// isOf reports whether a source is of the same service as another.
func (s *Source) isOf(other *Source) bool { return s.Service == other.Service }

// Config is what a controller needs beside a service.
type Config struct {
	Box  *settings.Box
	Post func(func()) // runs a function on the UI goroutine
	Now  func() time.Time
	// NewPlayer makes a player that reports its state from any goroutine.
	NewPlayer func(notify func(player.State)) *player.Player
}

// A Controller plays recordings.
type Controller struct {
	// Changed is called with every change of State.
	Changed publish.Topic[struct{}]
	// Trouble is called with why nothing can be heard, and with an empty message when that is over.
	Trouble publish.Topic[words.Message]
	// Noted is called with a message on something that the user did not do.
	Noted publish.Topic[string]

	Catalogue *Catalogue
	Queue     *Queue
	Marks     *Marks
	Library   *Library
	Sleep     *Sleep
	Sound     *Sound

	cfg    Config
	source *Source
	player *player.Player
	track  *track // the one that plays, nil for none
	lineup *lineup
	seeks  int // for State
	work   sync.WaitGroup
}

// New makes a controller for a service.
func New(s *Source, cfg Config) *Controller {
	c := &Controller{cfg: cfg, source: s}
	c.lineup = &lineup{controller: c, waiting: map[*following]*recordings.Recording{}}
	c.Queue = newQueue(s)
	c.Marks = newMarks(c, s)
	c.Catalogue = newCatalogue(s, cfg)
	c.Library = newLibrary(s)
	c.Sleep = &Sleep{controller: c}
	c.Sound = &Sound{controller: c}
	c.Queue.arranged.On(func(struct{}) { c.lineup.replan() })
	c.Catalogue.arranged.On(func(struct{}) { c.lineup.dropNext() })
	cfg.Box.On(settings.SoundPart, c.Sound.onSettings)
	c.resume()
	return c
}

// Tune switches to another service, or to another address of the same one. The recording continues to play, and after
// it the queue if the service is the same.
func (c *Controller) Tune(s *Source) {
	c.source, c.lineup.anchor = s, ""
	c.lineup.dropNext()
	c.Queue.tune(s)
	c.Marks.tune(s)
	c.Catalogue.tune(s)
	c.Library.tune(s)
	c.notify()
}

func (c *Controller) notify() {
	if c.track != nil {
		c.track.notePlaying()
	}
	c.Changed.Publish(struct{}{})
}

// Play plays a recording. After it the list continues from there.
func (c *Controller) Play(it media.Item) {
	c.lineup.anchor = it.Key()
	c.loadItem(c.source, it)
}

// PlayID plays a recording that need not be in the list.
func (c *Controller) PlayID(id string) {
	if id = strings.TrimSpace(id); id != "" {
		c.Play(c.Catalogue.Named(id))
	}
}

// PlayQueued plays an entry of the queue, and removes it from there. It reports whether it is still there.
func (c *Controller) PlayQueued(id string) bool {
	row := c.Queue.RowOf(id)
	if row < 0 {
		return false
	}
	it := c.Queue.Entries()[row].Item
	c.Queue.Remove(id)
	c.loadItem(c.source, it)
	return true
}

// playFirst plays the first entry of the queue, if there is one.
func (c *Controller) playFirst() {
	if queue := c.Queue.Entries(); len(queue) > 0 {
		c.PlayQueued(queue[0].ID)
	}
}

// loadItem loads a recording of a service, from where it was left.
func (c *Controller) loadItem(from *Source, it media.Item) {
	c.notePlace()
	at := startAt(from.Positions, it, c.cfg.Now())
	t := c.track
	if t != nil && (t.resumed || t.state.Status == player.Failed) && t.item.Key() == it.Key() && t.source.isOf(from) {
		at = t.resumesAt(c.cfg.Now())
	}
	c.loadItemAt(from, it, at)
}

// loadItemAt makes a recording of a service the one that plays. The player gets it once it is open.
func (c *Controller) loadItemAt(from *Source, it media.Item, at start) {
	c.lineup.dropNext()
	c.lineup.dropped = nil // what is loaded takes the place of all
	f := &following{item: it, load: c.lineup.newLoad(), source: from, start: at}
	before := c.track
	c.countStart(before, f)
	c.track = newTrack(f)
	c.track.before = before.opened()
	c.Trouble.Publish(words.Message{})
	options := player.LoadOptions{ID: f.load, SkipSilence: c.skipsSilence(from, it)}
	c.lineup.openRecording(f, func(rec *recordings.Recording, err error) {
		switch {
		case c.track == nil || c.track.load != f.load:
			c.lineup.giveBack(rec) // another one was loaded meanwhile
		case err != nil:
			c.fallBack()
			c.Trouble.Publish(words.Message{Sentence: say.Text("recording.notKept"), Hint: words.Why(err)})
		default:
			c.track.before.leave()
			c.track.before = nil
			options.Paused, options.StartAt = !c.track.wanted, c.track.state.Position
			options.AtPause = at.isEarlier && at.place == options.StartAt
			c.track.given = true
			c.Sound.activePlayer().Load(rec, options)
			c.Sleep.setUntil()
		}
	})
	c.notify()
}

// fallBack returns to the recording that still plays where the new one cannot be opened.
func (c *Controller) fallBack() {
	t := c.track
	c.track, t.before = t.before, nil
	c.seeks++ // it has played on since
	t.leave()
	c.notify()
}

// startTrack makes a recording the one that plays, and clears messages about the one before.
func (c *Controller) startTrack(f *following) {
	before := c.track
	c.countStart(before, f)
	c.track = newTrack(f)
	c.track.given = true
	if before != nil {
		before.leave()
	}
	c.Trouble.Publish(words.Message{})
}

// Toggle pauses or resumes, see Want.
func (c *Controller) Toggle() { c.Want(!c.State().IsWanted()) }

// Want plays or pauses the recording, also one that is being opened, or that is to go on when its device is back. After
// a failure it restarts with a new request to its own service. Where nothing is loaded it starts the queue.
func (c *Controller) Want(playing bool) {
	t := c.track
	switch {
	case t == nil && playing:
		c.playFirst()
	case t == nil, t.resumed && !playing:
	case t.resumed, playing && t.state.Status == player.Failed:
		c.loadItem(t.source, t.item)
	default:
		t.wanted = playing
		again := playing && t.state.Status == player.Ended
		if at := t.resumesAt(c.cfg.Now()); playing && t.given && at.isEarlier {
			c.seek(at)
		}
		if c.player != nil && playing {
			c.player.Play()
		} else if c.player != nil {
			c.player.Pause()
		}
		if again {
			t.from = 0
			c.seeks++
			c.update()
		}
		c.notify()
	}
}

// Stop ends playing.
func (c *Controller) Stop() {
	if c.track == nil {
		return
	}
	c.Sleep.Wake()
	c.notePlace()
	c.track.source.Positions.SetPlaying(nil)
	c.track.leave()
	c.track, c.lineup.next, c.lineup.dropped = nil, nil, nil
	if c.player != nil {
		c.player.Stop()
	}
	c.Trouble.Publish(words.Message{})
	c.notify()
}

// SeekShare goes to a part of State.Reach, from 0 to 1.
func (c *Controller) SeekShare(share float64) {
	c.SeekTo(time.Duration(share * float64(c.State().Reach)))
}

// SeekTo seeks to a moment, or to the nearest one in the recording. Before it is open, or after a failure, it will play
// from there.
func (c *Controller) SeekTo(to time.Duration) {
	t := c.track
	if t == nil {
		return
	}
	if t.given && c.player.State().ID != t.load {
		c.update() // the next one plays, which is not meant
		return
	}
	if to = max(0, to); t.state.DurationExact {
		to = min(to, t.state.Duration)
	} else if !t.given {
		to = min(to, t.reach())
	}
	c.Sleep.sought(to)
	t.pausedAt = time.Time{}
	c.seek(start{place: to})
}

// seek moves to a place of the recording that plays, and publishes that.
func (c *Controller) seek(to start) {
	t := c.track
	t.from = to.place
	c.seeks++
	if !t.given || t.state.Status == player.Failed {
		t.state.Position = to.place
		c.notify()
		return
	}
	if to.isEarlier {
		c.player.SeekToPause(to.place)
	} else {
		c.player.Seek(to.place)
	}
	c.Sleep.setUntil()
	c.update()
}

// countStart counts the beginning of a recording as a seek, unless it begins at 0 or, if it was loaded already, where
// it was. before may be nil.
func (c *Controller) countStart(before *track, f *following) {
	expected := time.Duration(0)
	if before != nil && before.item.Key() == f.item.Key() {
		expected = before.state.Position
	}
	if f.start.place != expected {
		c.seeks++
	}
}

// Step seeks forward, or back where by is negative.
func (c *Controller) Step(by time.Duration) {
	if c.track != nil {
		c.SeekTo(c.track.state.Position + by)
	}
}

// PlayNext plays the next recording.
func (c *Controller) PlayNext() {
	switch it, entry, ok := c.lineup.whatFollows(); {
	case entry != "":
		c.PlayQueued(entry)
	case ok:
		c.Play(it)
	}
}

// PlayPrevious goes back to the beginning of the chapter or to the one before, or else to the recording before in the
// list.
func (c *Controller) PlayPrevious() {
	if to, ok := c.State().back(); ok {
		c.SeekTo(to)
		return
	}
	if it, ok := c.lineup.previous(); ok {
		c.Play(it)
	}
}

// Close ends playing and all requests, and waits until the sound device is released. It must be called when no function
// runs on the UI goroutine any more.
func (c *Controller) Close() {
	c.Sleep.Wake()
	c.notePlace()
	c.Catalogue.cancelList()
	if c.player != nil {
		c.player.Close()
		c.player.Wait()
	}
	c.work.Wait()
	c.lineup.close()
	if c.track != nil {
		c.track.leave()
		c.track = nil
	}
}
