package listen

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/player"
	"sextant/app/sound/recordings"
	"sextant/app/testkit"
)

// TestResumedPlaysFromItsService resumes the recording of the run before after another service was tuned in: it is
// asked for where it is from, and its place is noted there.
func TestResumedPlaysFromItsService(t *testing.T) {
	l := newListening(t, threeItems, nil)
	own := l.source
	it := l.Catalogue.Named("a")
	own.Positions.SetPlaying(&it)
	l.resume()
	l.tuneElsewhere(t)
	l.Toggle()
	if got := l.track.source; got != own {
		t.Errorf("it is asked for from %q", got.Service)
	}
	l.until(t, "the sound", l.status(player.Playing))
}

// TestPauseOfWhatIsOpened pauses a recording that is being opened: it comes paused, and plays when it is wanted.
func TestPauseOfWhatIsOpened(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.Catalogue.Need()
	l.until(t, "the list", func() bool { return len(l.Catalogue.shown) == 3 })
	l.playRow(0)
	l.until(t, "a", l.status(player.Playing))
	l.playRow(1)
	l.Toggle()
	if l.State().IsPlaying() {
		t.Error("it is shown as playing")
	}
	l.until(t, "b, which is open", func() bool {
		return l.track.before == nil && l.track.state.Status != player.Opening
	})
	if s := l.State(); s.IsPlaying() || s.Key() == "" || l.track.item.ID != "b" {
		t.Errorf("%s is %v", l.track.item.ID, s.Player.Status)
	}
	l.Toggle()
	l.until(t, "b", l.status(player.Playing))
}

// TestPauseWhileTheDeviceIsLost pauses, as the sleep timer does, while the sound device is lost: nothing plays when it
// comes back.
func TestPauseWhileTheDeviceIsLost(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.Catalogue.Need()
	l.until(t, "the list", func() bool { return len(l.Catalogue.shown) == 3 })
	l.playRow(0)
	l.until(t, "a", l.status(player.Playing))
	s := l.track.state
	s.Status, s.Lost = player.Paused, true
	l.onState(s)
	if !l.State().IsWanted() {
		t.Error("it is not wanted any more")
	}
	l.Want(false)
	l.until(t, "the pause", func() bool { return l.player.State().Status == player.Paused })
	l.until(t, "what is shown", func() bool { return !l.State().IsWanted() })
}

// TestBadRecordingIsLeftOut plays a queue with recordings that cannot be played for their own sake: the next one
// follows, and it is said. Without the network nothing follows.
func TestBadRecordingIsLeftOut(t *testing.T) {
	l := newListening(t, threeItems, nil)
	l.data["d"] = []byte("not sound at all")
	for _, id := range []string{"c", "missing", "d", "a"} {
		testkit.NoError(t, l.enqueue(l.Catalogue.Named(id), false))
	}
	l.playFirst()
	l.until(t, "a", func() bool {
		return l.track != nil && l.track.item.ID == "a" && l.track.state.Status == player.Playing
	})
	if !strings.Contains(l.notice.Sentence, "cannot be played") || len(l.Queue.Entries()) > 0 {
		t.Errorf("notice %+v, %d in the queue", l.notice, len(l.Queue.Entries()))
	}
}

// TestResumesEarlier resumes after pauses: the longer they were, the earlier, but not where the user has gone to
// another place since.
func TestResumesEarlier(t *testing.T) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	for pause, want := range map[time.Duration]time.Duration{
		0: 0, time.Minute: 0, 11 * time.Minute: 5 * time.Second, 2 * time.Hour: 10 * time.Second,
		48 * time.Hour: 20 * time.Second, -time.Hour: 0,
	} {
		const place = time.Minute
		paused := &track{state: player.State{Status: player.Paused, Position: place}, pausedAt: now.Add(-pause)}
		if got := place - paused.resumesAt(now).place; got != want {
			t.Errorf("after %v: %v earlier, not %v", pause, got, want)
		}
		paused.state.Position = 3 * time.Second
		if got := paused.resumesAt(now).place; got < 0 {
			t.Errorf("after %v: %v", pause, got)
		}
	}
	l := newListening(t, threeItems, nil)
	l.hearFirst(t)
	l.SeekTo(6 * time.Second)
	l.until(t, "the place", func() bool { return l.track.state.Position >= 6*time.Second })
	l.Want(false)
	l.until(t, "the pause", l.status(player.Paused))
	l.track.pausedAt = time.Now().Add(-11 * time.Minute)
	l.Want(true)
	l.until(t, "the place before", func() bool {
		return l.track.state.Status == player.Playing && l.track.state.Position < 3*time.Second
	})
	l.Want(false)
	l.until(t, "the pause", l.status(player.Paused))
	l.track.pausedAt = time.Now().Add(-11 * time.Minute)
	l.SeekTo(4 * time.Second)
	l.until(t, "the place", func() bool { return l.track.state.Position >= 4*time.Second })
	l.Want(true)
	l.until(t, "sound", l.status(player.Playing))
	if at := l.track.state.Position; at < 4*time.Second {
		t.Errorf("it plays from %v", at)
	}
}

// TestIsBad lists the failures after which the queue goes on, and those after which it waits, because the next
// recording would fail as well.
func TestIsBad(t *testing.T) {
	source := func(err error) error { return &player.Error{Kind: player.KindSource, Err: err} }
	answer := func(kind api.Kind, status int, err error) error {
		return source(&api.Error{Kind: kind, Status: status, Err: err})
	}
	for _, err := range []error{
		&player.Error{Kind: player.KindNotMP3}, &player.Error{Kind: player.KindDamaged},
		&player.Error{Kind: player.KindUnsupported}, &player.Error{Kind: player.KindLowRate},
		source(recordings.ErrNoSound), source(recordings.ErrTooLong), source(recordings.ErrUnstable),
		source(recordings.ErrLength), source(recordings.ErrChecksum),
		answer(api.NotFound, 404, nil), answer(api.BadContent, 200, nil), answer(api.TooLarge, 200, nil),
		answer(api.Trouble, 200, api.ErrWebPage),
	} {
		if !isBad(err) {
			t.Errorf("after %v the queue waits", err)
		}
	}
	for _, err := range []error{
		nil, &player.Error{Kind: player.KindNoDevice}, &player.Error{Kind: player.KindDeviceLost},
		source(syscall.ENOSPC), source(recordings.ErrElsewhere), source(recordings.ErrNoRoom),
		answer(api.NoNetwork, 0, nil), answer(api.NoNetwork, 200, api.ErrPortal), answer(api.Trouble, 503, nil),
		answer(api.Trouble, 502, api.ErrWebPage), answer(api.QuotaUsed, 401, nil), answer(api.RateLimited, 429, nil),
		answer(api.Refused, 403, nil),
	} {
		if isBad(err) {
			t.Errorf("after %v the queue goes on", err)
		}
	}
}
