package app

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"sextant/app/acquire"
	"sextant/app/desktop"
	"sextant/app/media"
	"sextant/app/player"
	"sextant/app/store"
	"sextant/app/words"
	"sextant/widgets/recordings"
)

// listView is what playback shows things on. Its methods are called on the UI goroutine only.
type listView interface {
	// ShowRows shows so many rows on a tab, or a message where there are none, and UpdateRows what has
	// changed of those in view.
	ShowRows(tab recordings.Tab, count int, message string)
	UpdateRows()
	// ShowFoot says something at the foot of a tab, with a button if that has words.
	ShowFoot(tab recordings.Tab, text, button string)
	ShowPlayer(info *recordings.PlayerInfo)
	// TellOf shows a message until what it is about is settled, which Settled says.
	TellOf(about topic, m words.Message)
	Settled(about topic)
	Mention(sentence string)
	OfferUndo(sentence string, undo func())
}

// playback is what can be listened to and what is: the service's list, the queue, what is on the disk, and
// the recording being played. It lives on the UI goroutine.
type playback struct {
	view  listView
	do    func(func())
	now   func() time.Time
	zone  func() *time.Location // of the service's dates
	list  func(ctx context.Context) (media.Value, error)
	shelf func() *acquire.Downloads
	heard map[string]store.Heard // by key
	// keepHeard keeps a change of heard, and keepQueue one of the queue.
	keepHeard func(store.Heard)
	keepQueue func(before, after []media.Item)
	player    *player.Player
	make      func(notify func(player.State)) *player.Player
	volume    float64
	speed     float64
	even      bool
	onSound   func() // the user changed how it sounds
	sleep     sleepTimer

	listing
	queue []media.Item
	kept  []keptItem

	current *media.Item
	load    string       // the player's name for that, another one each time it is loaded
	state   player.State // of the current one
	toldErr error
	stalled bool       // it is told that nothing of it comes
	anchor  string     // the key of the one last played from the list
	next    *following // what the player goes on with by itself
	dropped *following // what it was to go on with before, and may have
	loads   int        // how often anything was loaded
	// failedDownload is the key of the one whose failure is told.
	failedDownload string
}

// calendar is the service's.
func (p *playback) calendar() words.Calendar {
	c := words.Calendar{Now: p.now()}
	if p.zone != nil {
		c.Zone = p.zone()
	}
	return c
}

// item is the one in a row of a tab.
func (p *playback) item(tab recordings.Tab, row int) *media.Item {
	switch tab {
	case recordings.Queued:
		return &p.queue[row]
	case recordings.Kept:
		return &p.kept[row].Item
	}
	return &p.items[p.shown[row]].Item
}

// playing is the key of the recording being played, empty for none.
func (p *playback) playing() string {
	if p.current == nil {
		return ""
	}
	return p.current.Key()
}

// playRow plays a row; the one that is playing already is paused or goes on. What is played from the queue
// leaves it.
func (p *playback) playRow(tab recordings.Tab, row int) {
	it := *p.item(tab, row)
	switch {
	case tab == recordings.Queued:
		p.playQueued(row)
	case it.Key() == p.playing():
		p.toggle()
	default:
		p.playHere(it)
	}
}

// playHere plays a recording, after which the list goes on behind it.
func (p *playback) playHere(it media.Item) {
	p.anchor = it.Key()
	p.play(it)
}

// playID plays a recording that need not be in the list.
func (p *playback) playID(id string) {
	if id = strings.TrimSpace(id); id != "" {
		p.playHere(p.itemNamed(id))
	}
}

// itemNamed is the recording of an id, with all that the list tells of it.
func (p *playback) itemNamed(id string) media.Item {
	for i := range p.items {
		if p.items[i].ID == id {
			return p.items[i].Item
		}
	}
	return media.Item{ID: id, Title: "Recording " + id}
}

func (p *playback) play(it media.Item) {
	p.notePlace()
	rec, err := p.shelf().Read(acquire.NoteOf(it))
	if err != nil {
		p.view.TellOf(aboutSound, words.Message{Sentence: "The recording cannot be kept while it plays.", Hint: err.Error()})
		return
	}
	if p.player == nil {
		p.player = p.make(func(s player.State) { p.do(func() { p.stateCame(s) }) })
		p.player.SetVolume(p.volume)
		p.player.SetSpeed(p.speed)
		p.player.SetEven(p.even)
	}
	p.dropNext()
	p.dropped = nil // what is loaded takes the place of all
	p.begin(&it, p.newLoad())
	p.player.Load(rec, player.LoadOptions{ID: p.load, StartAt: p.startAt(it)})
	p.view.UpdateRows()
	p.view.ShowPlayer(p.info())
}

// newLoad is a name under which the player knows a recording from now on. The same one may be loaded twice.
func (p *playback) newLoad() string {
	p.loads++
	return strconv.Itoa(p.loads)
}

// begin takes a recording for the current one, under the player's name for it. What was said of the one before
// is true no more.
func (p *playback) begin(it *media.Item, load string) {
	p.current, p.load, p.toldErr, p.stalled = it, load, nil, false
	p.state = player.State{ID: load, Status: player.Opening, Buffered: -1}
	p.view.Settled(aboutSound)
}

func (p *playback) stateCame(s player.State) {
	if p.current == nil || !p.isOfCurrent(s) {
		return // the word of one that is gone
	}
	if s.Skipped > 0 && p.state.Skipped == 0 {
		p.view.Mention("A damaged place in the recording was left out.")
	}
	ended := s.Status == player.Ended && p.state.Status != player.Ended
	p.state = s
	p.tellOfSound(s.Err)
	p.noteHeard(p.now())
	p.view.ShowPlayer(p.info())
	p.prepareNext()
	switch {
	case !ended:
	case p.sleep.atEnd:
		p.wake()
	default:
		p.playNext()
	}
}

// isOfCurrent tells whether a state is of the current recording. It goes over to the next one when the player
// has.
func (p *playback) isOfCurrent(s player.State) bool {
	for _, f := range []*following{p.next, p.dropped} {
		if f != nil && s.ID == f.load {
			p.goOver(f)
		}
	}
	return s.ID == p.load
}

// tellOfSound tells why nothing can be heard, and takes that back when it can be again.
func (p *playback) tellOfSound(err error) {
	switch {
	case err != nil && p.toldErr == nil:
		p.view.TellOf(aboutSound, soundMessage(err))
		switch player.KindOf(err) {
		case player.KindNotMP3, player.KindDamaged:
			p.shelf().Forget(p.playing()) // another try may get something better
		}
	case err == nil && (p.toldErr != nil || p.stalled && p.state.Status == player.Playing):
		p.stalled = false
		p.view.Settled(aboutSound)
	}
	p.toldErr = err
}

// tellOfStall tells that nothing of the current recording comes, though it is waited for.
func (p *playback) tellOfStall() {
	if p.current == nil || p.stalled || p.state.Status != player.Opening && p.state.Status != player.Buffering {
		return
	}
	if d := p.shelf().Of(p.playing()); d.Stalled != nil {
		p.stalled = true
		m := transferMessage(d.Stalled)
		m.Hint = "It is tried again by itself."
		p.view.TellOf(aboutSound, m)
	}
}

// info is what the player bar shows of the present state.
func (p *playback) info() *recordings.PlayerInfo {
	s := p.state
	info := &recordings.PlayerInfo{
		Title:    p.current.Name(),
		Time:     words.PlayTime(s.Position),
		Ready:    max(0, s.Buffered),
		Playing:  s.Wanted() || s.Status == player.Opening,
		Previous: p.hasPrevious(), Next: p.hasNext(),
		Volume: p.volume,
	}
	if p.speed != 1 {
		info.Title = fmt.Sprintf("%g ×  ·  %s", p.speed, info.Title)
	}
	if d := p.duration(); d > 0 {
		info.Length = words.PlayTime(d)
		info.Position = min(1, float64(s.Position)/float64(d))
		info.Seekable = s.Status != player.Opening && s.Status != player.Failed
	}
	switch s.Status {
	case player.Opening:
		info.State = "Opening"
	case player.Buffering:
		info.State = "Waiting for data"
	case player.Failed:
		info.State = "Cannot play"
	case player.Ended:
		info.State = "Ended"
	}
	return info
}

// duration is the player's, or the list's until the player knows better.
func (p *playback) duration() time.Duration {
	if p.state.Duration > 0 || p.current == nil {
		return p.state.Duration
	}
	return p.current.Duration
}

// toggle pauses or goes on. After a failure it begins anew with a new request. Where nothing plays it begins
// with the queue.
func (p *playback) toggle() {
	switch {
	case p.current == nil && len(p.queue) > 0:
		p.playQueued(0)
	case p.current == nil:
	case p.state.Status == player.Failed:
		p.play(*p.current)
	default:
		p.player.Toggle()
	}
}

// stop ends playing and closes the player bar.
func (p *playback) stop() {
	if p.current == nil {
		return
	}
	p.wake()
	p.notePlace()
	p.current, p.next, p.dropped = nil, nil, nil
	p.player.Stop()
	p.view.Settled(aboutSound)
	p.view.UpdateRows()
	p.view.ShowPlayer(nil)
}

func (p *playback) seek(share float64) {
	if d := p.duration(); p.current != nil && d > 0 {
		p.player.Seek(time.Duration(share * float64(d)))
	}
}

func (p *playback) setVolume(v float64) {
	p.volume = v
	if p.player != nil {
		p.player.SetVolume(v)
	}
	p.onSound()
}

// volumeStep is how much a key changes the volume.
const volumeStep = 0.05

// changeVolume makes what plays louder or softer.
func (p *playback) changeVolume(by float64) {
	if p.current != nil {
		p.setVolume(max(0, min(1, p.volume+by)))
		p.view.ShowPlayer(p.info())
	}
}

// close ends everything that plays or waits.
func (p *playback) close() {
	p.wake()
	p.notePlace()
	p.dropList()
	p.current = nil
	if p.player != nil {
		p.player.Close()
		p.player.Wait()
	}
}

// remoteState is how playback is now.
func (p *playback) remoteState() desktop.RemoteState {
	r := desktop.RemoteState{Volume: p.volume, Speed: p.speed, Next: p.hasNext(), Queued: len(p.queue) > 0}
	if p.current == nil {
		return r
	}
	r.Loaded = true
	r.Playing = p.state.Wanted() || p.state.Status == player.Opening
	r.Id, r.Title = p.current.Key(), p.current.Name()
	if t := p.state.Tags; t != nil {
		r.Artist, r.Album = t.Artist, t.Album
	}
	r.Length, r.At = p.duration(), p.state.Position
	r.Previous = p.hasPrevious()
	r.Seekable = r.Length > 0 && p.state.Status != player.Failed
	return r
}

// want plays or pauses what is loaded, or begins with the queue.
func (p *playback) want(playing bool) {
	if playing != p.remoteState().Playing {
		p.toggle()
	}
}

// seekTo goes to a moment, or to the nearest there is.
func (p *playback) seekTo(to time.Duration) {
	if d := p.duration(); p.current != nil && d > 0 {
		p.player.Seek(max(0, min(d, to)))
	}
}
