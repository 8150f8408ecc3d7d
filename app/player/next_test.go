package player

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// follow loads a fixture and sets another as the next.
func (b *bench) follow(first, second string) {
	b.t.Helper()
	b.Load(bytes.NewReader(fixture(b.t, first)), LoadOptions{ID: first})
	b.SetNext(bytes.NewReader(fixture(b.t, second)), LoadOptions{ID: second})
}

// closed is a source that reports when it is closed.
type closed struct {
	*bytes.Reader
	reported chan struct{}
}

func newClosed(data []byte) closed { return closed{bytes.NewReader(data), make(chan struct{})} }

func (c closed) Close() error {
	close(c.reported)
	return nil
}

func (c closed) is() bool {
	select {
	case <-c.reported:
		return true
	default:
		return false
	}
}

// slow is a source whose Close takes a second.
type slow struct{ closed }

func (s slow) Close() error {
	time.Sleep(time.Second)
	return s.closed.Close()
}

// TestWaitIncludesTheSources closes the Player with an item and a next one: after Wait both sources are closed.
func TestWaitIncludesTheSources(t *testing.T) {
	inBubble(t, func(b *bench) {
		item, next := slow{newClosed(fixture(t, "stereo44.mp3"))}, slow{newClosed(fixture(t, "mono44.mp3"))}
		b.Load(item, LoadOptions{})
		b.SetNext(next, LoadOptions{})
		b.Close()
		b.Wait()
		if !item.is() {
			t.Error("the item is still open")
		}
		if !next.is() {
			t.Error("what follows is still open")
		}
	})
}

// TestNextFollowsAtTheSample checks that one recording is followed by the other without a sample between.
func TestNextFollowsAtTheSample(t *testing.T) {
	for _, second := range []string{"mono44.mp3", "mono44vbr.mp3", "stereo44.mp3"} {
		inBubble(t, func(b *bench) {
			b.follow("stereo44.mp3", second)
			b.pass(4 * time.Second)
			if s := b.want(Ended); s.ID != second || s.NextErr != nil {
				t.Errorf("%+v", s)
			}
			want := append(drain(open(t, fixture(t, "stereo44.mp3"))), drain(open(t, fixture(t, second)))...)
			lead := 2 * (int(timeToSamples(40*ms, Rate)) + chunkFrames)
			from := 2 * 2 * fadeFrames
			if largest, _ := difference(b.tape.pcm()[lead+from:], want[from:]); largest > 0 {
				t.Errorf("%s: a difference of %d", second, largest)
			}
		})
	}
}

// TestNextWithoutGap measures the silence between recordings of different rates and channels, at several speeds. Their
// headers have the encoder's delay and padding.
func TestNextWithoutGap(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	var tones [][]byte
	for _, kind := range []string{"-b 128", "-V 4 -m m", "--resample 48 -b 160", "--resample 22.05 -b 64 -m m"} {
		tones = append(tones,
			encode(t, "44100", strings.Fields("synth 0.9 sine 440 sine 440 gain -3"), strings.Fields(kind)))
	}
	for _, speed := range []float64{1, 0.5, 3} {
		for i, first := range tones {
			for j, second := range tones {
				if j != (i+1)%len(tones) && !testkit.IsLong() {
					continue
				}
				inBubble(t, func(b *bench) {
					b.SetSpeed(speed)
					b.Load(bytes.NewReader(first), LoadOptions{})
					b.SetNext(bytes.NewReader(second), LoadOptions{})
					b.pass(5 * time.Second)
					b.want(Ended)
					if gap := longestGap(left(b.tape.pcm())); gap > 5*ms {
						t.Errorf("kinds %d and %d at %v: a gap of %v", i, j, speed, gap)
					}
				})
			}
		}
	}
}

// longestGap returns the longest silence between sounds.
func longestGap(pcm []int16) time.Duration {
	longest, quiet, began := 0, 0, false
	for _, s := range pcm {
		if s > -300 && s < 300 {
			quiet++
			continue
		}
		if began {
			longest = max(longest, quiet)
		}
		began, quiet = true, 0
	}
	return samplesToTime(int64(longest), Rate)
}

func TestNextIsReported(t *testing.T) {
	inBubble(t, func(b *bench) {
		first, second := newClosed(fixture(t, "stereo44.mp3")), newClosed(fixture(t, "mono22-32.mp3"))
		b.Load(first, LoadOptions{ID: "first"})
		b.SetNext(second, LoadOptions{ID: "second", StartAt: 300 * ms, Paused: true})
		b.pass(time.Second)
		if s := b.wantAt(Playing, 900*ms); s.ID != "first" || first.is() {
			t.Errorf("%+v", s)
		}
		b.pass(450 * ms)
		if s := b.wantAt(Playing, 450*ms); s.ID != "second" || !first.is() || second.is() {
			t.Errorf("%+v", s)
		}
		b.SetNext(bytes.NewReader(fixture(t, "mono44.mp3")), LoadOptions{ID: "third"})
		b.pass(time.Second)
		if s := b.want(Playing); s.ID != "third" || !second.is() {
			t.Errorf("%+v", s)
		}
		if got := b.statuses(); got != "opening buffering playing" && got != "buffering playing" {
			t.Errorf("reported %q", got)
		}
		b.pass(2 * time.Second)
		b.want(Ended)
	})
}

// TestNextPosition checks that the first item is current until its last sample was heard, and that the position never
// goes back.
func TestNextPosition(t *testing.T) {
	inBubble(t, func(b *bench) {
		b.follow("stereo44.mp3", "mono44.mp3")
		last, id := time.Duration(0), "stereo44.mp3"
		for range 500 {
			b.pass(5 * ms)
			s := b.State()
			if s.ID != id {
				if last < 1150*ms || s.Position > 50*ms {
					t.Errorf("the next begins at %v after %v", s.Position, last)
				}
				id, last = s.ID, 0
			}
			if s.Position < last {
				t.Fatalf("from %v back to %v in %s", last, s.Position, id)
			}
			last = s.Position
		}
		if id != "mono44.mp3" {
			t.Errorf("still in %s", id)
		}
	})
}

func TestNextTakenBack(t *testing.T) {
	inBubble(t, func(b *bench) {
		second, third := newClosed(fixture(t, "mono44.mp3")), newClosed(fixture(t, "mono44.mp3"))
		b.SetNext(second, LoadOptions{})
		b.pass(ms)
		if !second.is() {
			t.Error("something follows nothing")
		}
		second = newClosed(fixture(t, "mono44.mp3"))
		b.load("stereo44.mp3")
		b.SetNext(second, LoadOptions{ID: "second"})
		b.pass(500 * ms)
		b.SetNext(third, LoadOptions{ID: "third"})
		b.pass(500 * ms)
		if !second.is() || third.is() {
			t.Error("the replaced source is open, or the new one closed")
		}
		b.SetNext(nil, LoadOptions{})
		b.pass(time.Second)
		if s := b.want(Ended); s.ID != "" || !third.is() {
			t.Errorf("%+v", s)
		}
		b.follow("stereo44.mp3", "mono44.mp3")
		b.load("mono22-32.mp3")
		b.pass(3 * time.Second)
		if s := b.want(Ended); s.ID != "" {
			t.Errorf("the next survives a Load: %+v", s)
		}
	})
}

func TestNextThatFails(t *testing.T) {
	inBubble(t, func(b *bench) {
		b.load("stereo44.mp3")
		b.SetNext(strings.NewReader("<html>"), LoadOptions{ID: "page"})
		b.pass(100 * ms)
		if s := b.want(Playing); KindOf(s.NextErr) != KindNotMP3 || s.Err != nil || s.ID != "" {
			t.Errorf("%+v", s)
		}
		b.pass(2 * time.Second)
		if s := b.want(Ended); KindOf(s.NextErr) != KindNotMP3 || s.Position != s.Duration {
			t.Errorf("%+v", s)
		}
		b.Play()
		b.pass(200 * ms)
		b.wantAt(Playing, 180*ms)
		b.SetNext(bytes.NewReader(fixture(t, "mono44.mp3")), LoadOptions{ID: "good"})
		b.pass(1300 * ms)
		if s := b.want(Playing); s.NextErr != nil || s.ID != "good" {
			t.Errorf("%+v", s)
		}
	})
}

// TestNextAfterFailure checks that the next item does not start after a broken one without Play.
func TestNextAfterFailure(t *testing.T) {
	inBubble(t, func(b *bench) {
		lost := errors.New("connection lost")
		d := newDownload(fixture(t, "stereo44.mp3"))
		d.arrive(6000)
		d.breakOff(lost)
		b.Load(d, LoadOptions{ID: "broken"})
		b.SetNext(bytes.NewReader(fixture(t, "mono44.mp3")), LoadOptions{ID: "next"})
		b.pass(3 * time.Second)
		if s := b.want(Failed); s.ID != "broken" || !errors.Is(s.Err, lost) {
			t.Errorf("%+v", s)
		}
		d.arrive(1 << 20)
		b.Play()
		b.pass(time.Second)
		if s := b.want(Playing); s.ID != "next" || s.Err != nil {
			t.Errorf("%+v", s)
		}
	})
}

func TestNextThatBreaks(t *testing.T) {
	inBubble(t, func(b *bench) {
		d := newDownload(fixture(t, "mono44.mp3"))
		d.arrive(3000)
		d.breakOff(errors.New("connection lost"))
		b.load("stereo44.mp3")
		b.SetNext(d, LoadOptions{ID: "broken"})
		b.pass(1400 * ms)
		if s := b.want(Playing); s.ID != "broken" || s.Err != nil {
			t.Errorf("%+v", s)
		}
		b.pass(time.Second)
		if s := b.want(Failed); s.ID != "broken" || KindOf(s.Err) != KindSource || s.Position < 300*ms {
			t.Errorf("%+v", s)
		}
	})
}

func TestNextThatIsLate(t *testing.T) {
	inBubble(t, func(b *bench) {
		d := newDownload(fixture(t, "mono44.mp3"))
		b.load("stereo44.mp3")
		b.SetNext(d, LoadOptions{ID: "late"})
		b.pass(2 * time.Second)
		if s := b.want(Opening); s.ID != "late" {
			t.Errorf("%+v", s)
		}
		b.Pause()
		d.arrive(1 << 20)
		b.pass(500 * ms)
		b.wantAt(Paused, 0)
		b.Play()
		b.pass(300 * ms)
		b.wantAt(Playing, 260*ms)
	})
}

// TestNextAndHands calls each method around the moment of the change.
func TestNextAndHands(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	for i, act := range []func(*bench){
		func(b *bench) { b.Pause() },
		func(b *bench) { b.Seek(200 * ms) },
		func(b *bench) { b.Toggle() },
		func(b *bench) { b.SetNext(nil, LoadOptions{}) },
		func(b *bench) { b.SetSpeed(2) },
		func(b *bench) { b.tape.set(func(o *tape) { o.broken, o.refuse = errUnplugged, errUnplugged }) },
		func(b *bench) { b.Stop() },
	} {
		for at := 1180 * ms; at < 1400*ms; at += 37 * ms {
			inBubble(t, func(b *bench) {
				b.follow("stereo44.mp3", "mono44.mp3")
				b.pass(at)
				act(b)
				b.pass(300 * ms)
				b.tape.set(func(o *tape) { o.broken, o.refuse = nil, nil })
				if s := b.State(); s.Wanted() != (i == 1 || i == 4 || i == 3 && s.ID == "mono44.mp3") && i != 4 {
					t.Errorf("act %d at %v: %+v", i, at, s)
				}
				b.Play()
				b.pass(4 * time.Second)
				if s := b.State(); i < 6 && s.Status != Ended || i == 6 && s.Status != Idle {
					t.Errorf("act %d at %v: %+v", i, at, s)
				}
			})
		}
	}
}
