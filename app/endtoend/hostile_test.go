package endtoend

import (
	"bytes"
	"net/http"
	"os"
	"sextant/app/testkit/race"
	"sextant/app/testkit/servicetest"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// badService starts a jukebox whose only recording is served by a bad one.
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

// heard are the services of which the sound itself is listened to. The tests of app/ui/window have them all.
var heard = []string{"says it is longer", "drops, and changes without a word"}

// TestHostileServices plays a recording of services that do something wrong: it begins to play, and in
// the end it is on the disk as it should be, byte for byte, or the window says that it is not to be had.
// It plays at the highest speed, for what fails is reported when all that came before it was heard.
func TestHostileServices(t *testing.T) {
	race.Skip(t, "what the program does at the same time is tried elsewhere")
	t.Parallel()
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
				s.untilKeptAs(service, tunes[tt.Want])
				s.untilPicture(picture(100, 1), withPlayer)
			}
			s.quit()
		})
	}
}

// withPlayer has the player's bar, and withTrouble a notice above it.
var (
	withPlayer  = layout{right: panelWidth, foot: barHeight + playerHeight}
	withTrouble = layout{right: panelWidth, foot: barHeight + playerHeight, over: 80 + lastRow}
)

// latest is what was heard in the last moments.
func (r *recording) latest(d time.Duration) []stretch {
	pcm := r.Bytes()
	n := min(len(pcm), 4*int(soundRate*d/time.Second))
	return stretchesOf(pcm[(len(pcm)-n)/4*4:])
}

// untilKeptAs waits for the service's only recording to be on the disk, and compares it.
func (s *session) untilKeptAs(from *service, data []byte) {
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
