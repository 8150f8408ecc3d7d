package listen

import (
	"bytes"
	"context"
	"io"
	"syscall"
	"testing"
	"time"

	"sextant/app/player"
	"sextant/app/service"
	"sextant/app/sound/recordings"
	"sextant/app/store"
	"sextant/app/testkit"
)

// setServe sets how the service serves recordings; nil for all at once.
func (l *listening) setServe(serve func(data []byte) *service.Download) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.serve = serve
}

// half serves the first half of a recording, and then what rest reads. Its size is stated if sized.
func half(sized bool, rest io.Reader) func([]byte) *service.Download {
	return func(data []byte) *service.Download {
		d := &service.Download{Size: -1, Body: io.NopCloser(io.MultiReader(bytes.NewReader(data[:len(data)/2]), rest))}
		if sized {
			d.Size = int64(len(data))
		}
		return d
	}
}

// failing is a reader that fails.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// blocking is a reader that waits until its context ends.
type blocking struct{ ctx context.Context }

func (b blocking) Read([]byte) (int, error) {
	<-b.ctx.Done()
	return 0, io.EOF
}

// playing plays a row of the list, until its length is known exactly.
func (l *listening) playing(t *testing.T, row int) {
	t.Helper()
	l.loaded(t)
	l.playRow(row)
	l.until(t, "sound", func() bool { return l.track.state.DurationExact && l.track.state.Status == player.Playing })
}

// TestStepsAddUp steps several times while a state of the player from before waits to be handled: each step counts, and
// the place does not go back.
func TestStepsAddUp(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.playing(t, 0)
	testkit.Eventually(t, "a state that waits", func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		return len(l.posted) > 0
	})
	l.SeekTo(time.Second)
	for range 3 {
		l.Step(time.Second)
	}
	seeks := l.State().Seeks
	for range 20 {
		if s := l.State(); s.Player.Position < 4*time.Second || s.Seeks != seeks {
			t.Fatalf("it goes to %v, seek %d", s.Player.Position, s.Seeks)
		}
		l.until(t, "a moment", func() bool { return true })
	}
}

// TestSeeksAreCounted counts what changes the place by an action, and nothing else. The place is that of the seek when
// the number is.
func TestSeeksAreCounted(t *testing.T) {
	l := newListening(t, threeItems, nil)
	seeks := func(what string, want int, do func()) {
		t.Helper()
		before := l.State().Seeks
		do()
		if got := l.State().Seeks - before; got != want {
			t.Errorf("%s: %d seeks, not %d", what, got, want)
		}
	}
	l.source.Positions.Set(store.Position{Key: "id b", Position: 2 * time.Minute})
	seeks("a recording from its beginning", 0, func() { l.playing(t, 0) })
	seeks("playing", 0, func() {
		l.until(t, "some sound", func() bool { return l.track.state.Position > time.Second })
	})
	seeks("a pause", 0, func() {
		l.Want(false)
		l.until(t, "the pause", l.status(player.Paused))
		l.Want(true)
		l.until(t, "sound", l.status(player.Playing))
		l.Want(false)
		l.until(t, "the pause", l.status(player.Paused))
	})
	seeks("a seek", 1, func() { l.SeekTo(1500 * time.Millisecond) })
	seeks("a step of a moment", 1, func() { l.Step(10 * time.Millisecond) })
	seeks("a part of it", 1, func() { l.SeekShare(0.5) })
	seeks("earlier after a long pause", 1, func() {
		l.track.pausedAt = time.Now().Add(-20 * time.Minute)
		l.Want(true)
	})
	l.Sound.SetPlayOn(false)
	seeks("the end", 1, func() {
		l.SeekTo(l.State().Length - 200*time.Millisecond)
		l.until(t, "the end", l.status(player.Ended))
	})
	seeks("once more from its beginning", 1, func() {
		l.Want(true)
		if at := l.State().Player.Position; at > time.Second {
			t.Errorf("it begins at %v", at)
		}
	})
	seeks("another one that begins in its middle", 1, func() { l.playRow(1) })
	if at := l.State().Player.Position; at != 2*time.Minute {
		t.Errorf("it begins at %v", at)
	}
	seeks("the same from its beginning", 1, func() { l.loadItemAt(l.source, l.track.item, start{}) })
}

// TestSeekBeforeItIsOpen seeks while a recording is being opened: that one begins there, and the one that plays
// meanwhile stays where it is.
func TestSeekBeforeItIsOpen(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.playing(t, 0)
	l.loadItemAt(l.source, l.Catalogue.Named("b"), start{place: time.Second})
	l.SeekTo(500 * time.Millisecond) // before the file is open
	if at := l.player.State().Position; l.player.State().ID == l.track.load || at == 500*time.Millisecond {
		t.Errorf("what plays went to %v", at)
	}
	l.until(t, "the sound of b", l.status(player.Playing))
	if at := l.track.state.Position; at < 500*time.Millisecond || at >= time.Second {
		t.Errorf("it begins at %v", at)
	}
}

// TestSeekIsOfWhatIsShown seeks after the player has gone on with the next recording, before that is shown: it stays at
// its beginning.
func TestSeekIsOfWhatIsShown(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.Sound.SetPlayOn(false)
	l.playing(t, 0)
	next := &following{item: l.Catalogue.Named("b"), load: l.lineup.newLoad(), source: l.source}
	rec := testkit.Must(l.source.Downloads.Read(recordings.NoteOf(next.item)))(t)
	l.lineup.next = next
	l.player.SetNext(rec, player.LoadOptions{ID: next.load})
	l.SeekTo(l.State().Length - 100*time.Millisecond)
	testkit.Eventually(t, "the next", func() bool { return l.player.State().ID == next.load })
	if l.Playing() != "id a" {
		t.Fatalf("%s is shown", l.Playing())
	}
	l.SeekTo(4 * time.Second)
	if at := l.player.State().Position; l.Playing() != "id b" || at > 3*time.Second {
		t.Errorf("%s is at %v", l.Playing(), at)
	}
}

// A heardCase is what is done with a recording of ten minutes, and whether it counts as heard then.
type heardCase struct {
	length    time.Duration // ten minutes if 0
	estimated bool
	done      bool // it counted as heard before
	moves     []placeMove
	ended     bool // at last
	want      bool
}

// A placeMove is a seek to a place, or playing up to there.
type placeMove struct {
	seek bool
	to   time.Duration
}

func seekTo(to time.Duration) placeMove { return placeMove{true, to} }
func playTo(to time.Duration) placeMove { return placeMove{false, to} }

// left returns the place that is so many milliseconds before the end of ten minutes.
func left(ms time.Duration) time.Duration { return 10*time.Minute - ms*time.Millisecond }

var heardCases = map[string]heardCase{
	"a seek into the last part": {moves: []placeMove{seekTo(left(15000))}},
	"and back":                  {moves: []placeMove{seekTo(left(1000)), seekTo(left(590000)), playTo(left(589000))}},
	"half a second there":       {moves: []placeMove{seekTo(left(15000)), playTo(left(14500))}},
	"a second there, by quarters": {want: true, moves: []placeMove{
		seekTo(left(15000)), playTo(left(14750)), playTo(left(14500)), playTo(left(14250)), playTo(left(14000)),
	}},
	"three times as fast": {want: true, moves: []placeMove{
		seekTo(left(15000)), playTo(left(14250)), playTo(left(13500)),
	}},
	"two short stretches": {moves: []placeMove{
		seekTo(left(15000)), playTo(left(14500)), seekTo(left(14000)), playTo(left(13500)),
	}},
	"a second before it, and half in it": {moves: []placeMove{seekTo(left(21000)), playTo(left(19500))}},
	"an estimate": {estimated: true, moves: []placeMove{
		seekTo(left(15000)), playTo(left(1000)),
	}},
	"played on to its end": {want: true, ended: true, moves: []placeMove{
		seekTo(left(100)), playTo(left(0)),
	}},
	"a seek to its end": {ended: true, moves: []placeMove{seekTo(left(0))}},
	"the end of an estimate": {
		estimated: true, ended: true, want: true, moves: []placeMove{seekTo(left(300000)), playTo(left(60000))},
	},
	"a tenth of a second": {
		length: 100 * time.Millisecond, ended: true, want: true, moves: []placeMove{playTo(100 * time.Millisecond)},
	},
	"half a second, almost": {
		length: 500 * time.Millisecond, want: true, moves: []placeMove{playTo(490 * time.Millisecond)},
	},
	"heard, and sought in it":   {done: true, want: true, moves: []placeMove{seekTo(left(15000))}},
	"heard, and sought its end": {done: true, want: true, ended: true, moves: []placeMove{seekTo(left(0))}},
	"heard, and once more":      {done: true, moves: []placeMove{seekTo(left(580000))}},
	"heard, and its beginning": {done: true, want: true, moves: []placeMove{
		playTo(time.Second), playTo(2 * time.Second),
	}},
}

// TestHeardBySound reports places of a recording: it counts as heard where its last seconds were played, at any speed,
// and not where the knob or an estimate of the length has passed.
func TestHeardBySound(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.Sound.SetPlayOn(false)
	for name, tt := range heardCases {
		l.source.Positions.Set(store.Position{Key: "id a", Done: tt.done})
		l.track = newTrack(&following{item: l.Catalogue.Named("a"), load: "1", source: l.source})
		if tt.length == 0 {
			tt.length = 10 * time.Minute
		}
		s := player.State{ID: "1", Status: player.Playing, Duration: tt.length, DurationExact: !tt.estimated}
		for _, m := range tt.moves {
			if m.seek {
				l.seek(start{place: m.to})
			}
			s.Position = m.to
			l.onState(s)
		}
		if tt.ended {
			s.Status = player.Ended
			l.onState(s)
		}
		h := l.heardOf("id a")
		if h.Done != tt.want {
			t.Errorf("%s: heard is %v", name, h.Done)
		}
		if tt.ended && !h.Done && h.Position != 0 {
			t.Errorf("%s: it resumes at its end, %v", name, h.Position)
		}
		l.track.leave()
		l.track = nil
	}
}

// TestSeekToTheEndIsNotHeard lets the player go on with the next recording by a seek to the end of the one before.
func TestSeekToTheEndIsNotHeard(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.playing(t, 0)
	l.until(t, "the next to be ready", func() bool { return l.lineup.next != nil })
	l.SeekShare(1)
	l.until(t, "the next", func() bool { return l.track.item.ID == "b" })
	if h := l.heardOf("id a"); h.Done || h.Position != 0 {
		t.Errorf("%+v", h)
	}
}

// TestSeekBeyondAnEstimate seeks in a recording of seven seconds, the estimate of which is three: its second half can
// be reached.
func TestSeekBeyondAnEstimate(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.playing(t, 0)
	s := l.track.state
	s.Duration, s.DurationExact = 3*time.Second, false
	l.onState(s)
	l.SeekTo(5 * time.Second)
	if at := l.State().Player.Position; at < 5*time.Second {
		t.Errorf("it is at %v", at)
	}
	s.Position = 4 * time.Second
	l.onState(s)
	if got := l.State().Length; got < 4*time.Second {
		t.Errorf("at 4 s its length is %v", got)
	}
}

// TestSeekWithoutALength plays a recording of unknown size that is still arriving: one can seek in what was heard, and
// in what has arrived.
func TestSeekWithoutALength(t *testing.T) {
	l := newListening(t, `[{"id":"a"}]`, nil)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	for _, name := range []string{"Xing", "Info"} { // which have the length
		l.data["a"] = bytes.Replace(l.data["a"], []byte(name), make([]byte, len(name)), 1)
	}
	l.setServe(half(false, blocking{ctx}))
	l.Catalogue.Need()
	l.until(t, "the list", func() bool { return l.Catalogue.Count() == 1 })
	l.playRow(0)
	l.until(t, "some sound", func() bool {
		return l.track.state.Status == player.Playing && l.track.state.Position > 1500*time.Millisecond
	})
	if s := l.State(); s.Length != 0 || s.Reach < s.Player.Position || !s.IsSeekable() {
		t.Fatalf("%+v", s)
	}
	l.Want(false)
	l.until(t, "the pause", l.status(player.Paused))
	before := l.State().Reach
	l.Step(-10 * time.Second)
	s := l.State()
	if s.Player.Position != 0 || s.Reach < before { // more may have been decoded meanwhile
		t.Errorf("at %v of %v, not of %v", s.Player.Position, s.Reach, before)
	}
	l.SeekShare(0.5)
	if at, after := l.State().Player.Position, l.State().Reach; at < s.Reach/2 || at > after/2 {
		t.Errorf("the middle of %v to %v is at %v", s.Reach, after, at)
	}
	l.Want(true)
	l.SeekTo(2500 * time.Millisecond)
	l.until(t, "a place that has arrived", func() bool {
		return l.track.state.Status == player.Playing && l.track.state.Position >= 2500*time.Millisecond
	})
	stop()
	l.until(t, "the length", func() bool { return l.State().Length > 0 })
}

// TestFailureKeepsItsPlace runs out of disk space in a recording of seven seconds, after a seek: Play continues where
// the sound ended.
func TestFailureKeepsItsPlace(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.setServe(half(true, failing{syscall.ENOSPC}))
	l.hearFirst(t)
	l.SeekTo(2 * time.Second)
	l.until(t, "the failure", l.status(player.Failed))
	at := l.State().Player.Position
	if at < 2*time.Second {
		t.Fatalf("it failed at %v", at)
	}
	l.setServe(nil)
	l.Want(true)
	if now := l.State().Player.Position; now != at {
		t.Errorf("it failed at %v, and goes on at %v", at, now)
	}
	l.until(t, "sound again", l.status(player.Playing))
	if now := l.State().Player.Position; now < at {
		t.Errorf("it failed at %v, and plays at %v", at, now)
	}
}

// TestSeekAfterAFailure goes elsewhere after a failure, which stays until Play.
func TestSeekAfterAFailure(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.setServe(half(true, failing{syscall.ENOSPC}))
	l.loaded(t)
	l.playRow(0)
	l.until(t, "the failure", l.status(player.Failed))
	l.setServe(nil)
	l.SeekTo(time.Second)
	l.Sound.SetVolume(0.4) // the player reports that
	l.until(t, "the volume", func() bool { return l.track.state.Volume == 0.4 })
	if s := l.State(); s.Player.Status != player.Failed || s.Player.Position != time.Second {
		t.Errorf("%v at %v", s.Player.Status, s.Player.Position)
	}
	l.Want(true)
	l.until(t, "sound", l.status(player.Playing))
	if at := l.State().Player.Position; at < time.Second || at > 2*time.Second {
		t.Errorf("it plays at %v", at)
	}
}
