package player

import (
	"bytes"
	"testing"
	"time"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// TestSeekToPause seeks near pauses in speech: playing goes on just before the speech does. Where no pause is near, it
// goes on at the place.
func TestSeekToPause(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	k, data := talkMP3(t, 0.5, 1, 0.4)
	near := func(at int) int { // where the nearest pause ends, -1 for none
		best := -1
		for _, p := range k.pauses {
			isNear := at-p[1] < pauseBefore && p[1]-at < pauseAfter
			if isNear && (best < 0 || max(at-p[1], p[1]-at) < max(at-best, best-at)) {
				best = p[1]
			}
		}
		return best
	}
	for at := 4 * Rate; at < len(k.sound)-Rate; at += Rate * testkit.Times(3, 1) {
		inBubble(t, func(b *bench) {
			b.Load(bytes.NewReader(data), LoadOptions{StartAt: timeOf(at), AtPause: true, Paused: true})
			b.pass(100 * ms)
			loaded := b.want(Paused).Position
			b.Seek(0)
			b.pass(100 * ms)
			b.SeekToPause(timeOf(at))
			b.pass(100 * ms)
			if s := b.want(Paused); s.Position != loaded {
				t.Errorf("%v after a seek, %v after loading", s.Position, loaded)
			}
			want, most := timeOf(at), time.Duration(0)
			if end := near(at); end >= 0 {
				want, most = timeOf(end-pauseKept), 60*ms
			}
			if d := loaded - want; d.Abs() > most {
				t.Errorf("at %v, want %v for %v", loaded, want, timeOf(at))
			}
		})
	}
}

func BenchmarkSeekToPause(b *testing.B) {
	_, data := talkMP3(b, 0.5, 1)
	t := newTrack(bytes.NewReader(data), nil)
	s := testkit.Must(openStream(t.ctx, t.src))(b)
	t.sound = s
	for b.Loop() {
		t.pauseNear(t.ctx, 9*ticks)
	}
}
