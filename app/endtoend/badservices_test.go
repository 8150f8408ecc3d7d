package endtoend

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"sextant/app/testkit/race"
	"sextant/app/testkit/servicetest"
)

// impatient are services that send a recording with pauses. Playing continues automatically after each, with the next
// sound of the recording.
var impatient = []struct {
	name   string
	serve  func(a *servicetest.Reply)
	stall  int           // the program's limit, in seconds
	pauses time.Duration // the least total silence
}{
	{"silent for a moment", func(a *servicetest.Reply) {
		rest := a.Of(a.Tune)
		a.Send(rest[:64_000]) // four seconds
		a.Wait(7 * time.Second)
		a.Send(rest[64_000:])
	}, 30, 2 * time.Second},
	{"silent for ever", func(a *servicetest.Reply) {
		rest := a.Of(a.Tune)
		if a.Nth <= 2 {
			a.Send(rest[:16_000]) // one second
			a.Wait(time.Hour)
		}
		a.Send(rest)
	}, 3, time.Second}, // twice three seconds for one of sound, less the delay of a busy machine
	{"drops", func(a *servicetest.Reply) { a.Drop(a.Of(a.Tune), servicetest.HundredKilobytes) }, 30, 0},
}

// TestListeningToBadServices listens to recordings of services that send them with pauses, or send wrong data.
func TestListeningToBadServices(t *testing.T) {
	race.Skip(t, "it hears in real time")
	t.Run("jumps back", jumpsBack)
	hostileServices(t)
	for _, tt := range impatient {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			ear, env := newEar(t)
			d := newDisplay(t)
			service, picture, tunes := badService(t, tt.serve)
			s := openJukebox(t, d, append(env, unhurried), service, map[string]any{"stallSeconds": tt.stall})
			rec := s.hearTune(ear)
			s.untilRecordingStored(service, tunes[servicetest.TheTune])
			s.pointAway()
			s.untilPicture(picture(100, 1), withPlayer)
			s.quit()
			tones, pauses := withoutPauses(trimmed(rec.stretches()))
			if pauses < tt.pauses {
				t.Errorf("it was silent for no more than %v", pauses)
			}
			if err := compare(tones, tune.from(0)); err != nil {
				t.Error(err)
			}
		})
	}
}

// hearTune plays the only recording to its end.
func (s *session) hearTune(ear *ear) *recording {
	s.t.Helper()
	rec := ear.record()
	s.playFirst()
	start := time.Now()
	last := fmt.Sprint(tune[len(tune)-1], " both")
	s.until("the last tone and silence", func() bool {
		if time.Since(start) < tune.lasts() || !ends(rec, silence, time.Second) {
			return false
		}
		heard := trimmed(rec.stretches())
		return len(heard) > 0 && heard[len(heard)-1].tone == last
	})
	rec.stop()
	return rec
}

// withoutPauses returns the tones that were heard, and the total length of the pauses between them.
func withoutPauses(heard []stretch) (tones []stretch, pauses time.Duration) {
	for _, s := range heard {
		last := len(tones) - 1
		switch {
		case s.tone == silence:
			pauses += s.lasts
		case last >= 0 && tones[last].tone == s.tone:
			tones[last].lasts += s.lasts
		default:
			tones = append(tones, s)
		}
	}
	return tones, pauses
}

// jumpsBack jumps back while the service sends nothing: the buffered sound is heard at once, although the player waits
// for more.
func jumpsBack(t *testing.T) {
	t.Parallel()
	ear, env := newEar(t)
	d := newDisplay(t)
	service, _, _ := badService(t, func(a *servicetest.Reply) {
		a.Send(a.Of(a.Tune)[:48_000]) // three seconds
		a.Wait(time.Hour)
	})
	s := openJukebox(t, d, env, service, map[string]any{"stallSeconds": 600})
	rec := ear.record()
	s.playFirst()
	s.until("the second tone and silence", func() bool {
		heard := trimmed(rec.stretches())
		return len(heard) > 1 && ends(rec, silence, time.Second)
	})
	s.press("J")
	s.until("the first tone again", func() bool {
		heard := rec.latest(300 * time.Millisecond)
		return heard[len(heard)-1].tone == "440 both"
	})
	s.quit()
	service.CloseClientConnections()
}

// badService starts a jukebox whose only recording is served badly.
func badService(t *testing.T,
	bad func(a *servicetest.Reply),
) (s *service, picture func(page, subpage int) *picture, tunes [2][]byte) {
	t.Helper()
	tunes = [2][]byte{tune.encode(t), otherTune.encode(t)}
	if len(tunes[0]) != len(tunes[1]) {
		t.Fatalf("the recordings have %d and %d bytes, which is no test", len(tunes[0]), len(tunes[1]))
	}
	var asked atomic.Int32
	s, picture = serveJukebox(t, record{"tune", "A tune", tune.lasts(), func(w http.ResponseWriter, r *http.Request) {
		bad(&servicetest.Reply{W: w, R: r, Nth: int(asked.Add(1)), Tune: tunes[0], Other: tunes[1]})
	}})
	return s, picture, tunes
}

// heard are the services whose sound is checked here. The tests of app/ui/window have all of them.
var heard = []string{"says it is longer", "drops, and changes without a word"}

// hostileServices plays a recording of bad services: it starts to play, and in the end the file on the disk is
// identical to the recording, or the window shows an error. It plays at the highest speed, because an error is reported
// after all earlier sound was played.
func hostileServices(t *testing.T) {
	t.Helper()
	for _, tt := range servicetest.Hostile {
		if !slices.Contains(heard, tt.Name) {
			continue
		}
		t.Run(tt.Name, func(t *testing.T) {
			t.Parallel()
			ear, env := newEar(t)
			d := newDisplay(t)
			service, picture, tunes := badService(t, tt.Serve)
			s := openJukebox(t, d, env, service, map[string]any{"speed": 3})
			rec := ear.record()
			s.playFirst()
			s.until("a sound", func() bool { return len(trimmed(rec.latest(time.Second))) > 0 })
			rec.stop()
			s.pointAway()
			if tt.Want == servicetest.Nothing {
				s.untilPicture(picture(100, 1), withTrouble)
				if whole := recordingsOf(d.dir, service, ""); len(whole) > 0 {
					t.Errorf("%v stands for a recording that cannot be had", whole)
				}
			} else {
				s.untilRecordingStored(service, tunes[tt.Want])
				s.untilPicture(picture(100, 1), withPlayer)
			}
			s.quit()
		})
	}
}

// withPlayer is a window with the player's bar, and withTrouble one with a notice above it.
var (
	withPlayer  = layout{right: panelWidth, foot: barHeight + playerHeight}
	withTrouble = layout{right: panelWidth, foot: barHeight + playerHeight, over: 80 + lastRow}
)

// latest returns what was heard in the last d.
func (r *recording) latest(d time.Duration) []stretch {
	pcm := r.Bytes()
	n := min(len(pcm), 4*int(soundRate*d/time.Second))
	return stretchesOf(pcm[(len(pcm)-n)/4*4:])
}

// untilRecordingStored waits until the service's only recording is on the disk, and compares it.
func (s *session) untilRecordingStored(from *service, data []byte) {
	s.t.Helper()
	var whole []string
	s.until("the recording on the disk", func() bool {
		whole = recordingsOf(s.dir, from, "")
		return len(whole) > 0
	})
	if kept, err := os.ReadFile(whole[0]); err != nil || !bytes.Equal(kept, data) {
		s.t.Errorf("%d bytes are kept, which are not the %d of the recording (%v)", len(kept), len(data), err)
	}
}
