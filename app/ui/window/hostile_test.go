package window

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"sextant/app/player"
	"sextant/app/settings"
	"sextant/app/testkit/servicetest"
	"sextant/assets"
)

// recordingOf returns the first bytes of a sound.
func recordingOf(t *testing.T, sound string, length int) []byte {
	t.Helper()
	whole, err := assets.Sounds.ReadFile("sounds/" + sound)
	if err != nil || len(whole) < length {
		t.Fatalf("%s has %d bytes (%v)", sound, len(whole), err)
	}
	for i := range len(whole) { // without its tag, so that all recordings have their frames at the same places
		if whole[i] == 0xFF && whole[i+1]&0xE0 == 0xE0 {
			whole = whole[i:]
			break
		}
	}
	end := length
	for !player.EndsWell(bytes.NewReader(whole), int64(end)) {
		end--
	}
	return append(whole[:end:end], make([]byte, length-end)...) // after whole frames, so that it is not cut off
}

// recordings returns the files of the profile's complete recordings, or of others with an additional ending.
func (u *user) recordings(ending string) []string {
	files, _ := filepath.Glob(filepath.Join(u.dir, "recordings", "*", "*.mp3"+ending)) // cannot fail
	return files
}

// playUntil lets time pass until the recording has played and holds returns true.
func (u *user) playUntil(what string, holds func() bool) {
	u.t.Helper()
	heard := false
	for range 3000 {
		heard = heard || u.parts.Listen.State().Player.Status == player.Playing
		if heard && holds() {
			return
		}
		u.pass(100 * time.Millisecond)
	}
	u.t.Fatalf("heard: %v; %s did not come in five minutes; it says %q", heard, what, u.Notice())
}

// TestHostileServices plays a recording of services that behave badly. It must start to play, and in the end be stored
// exactly, or a notice must report the error. It plays at the highest speed, because an error is only reported when
// everything before it was played.
func TestHostileServices(t *testing.T) {
	const length = 300_000
	tunes := [2][]byte{
		recordingOf(t, "harbour-news.mp3", length), recordingOf(t, "sea-unaccompanied.mp3", length),
	}
	for _, tt := range servicetest.Hostile {
		t.Run(tt.Name, func(t *testing.T) {
			var asked atomic.Int32
			shop := servicetest.NewShop(t, 1)
			inWindow(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/v1/download/m0.mp3" {
					shop.ServeHTTP(w, r)
					return
				}
				tt.Serve(&servicetest.Reply{W: w, R: r, Nth: int(asked.Add(1)), Tune: tunes[0], Other: tunes[1]})
			}), func(s *settings.Settings) { s.Speed = 3 }, func(t *testing.T, u *user) {
				u.press("Ctrl+M", "Enter")
				if tt.Want == servicetest.Nothing {
					u.playUntil("a notice", func() bool { return u.Notice() != "" })
					if whole := u.recordings(""); len(whole) > 0 {
						t.Errorf("%v stands for a recording that cannot be had", whole)
					}
					return
				}
				u.playUntil("the recording on the disk", func() bool { return len(u.recordings("")) > 0 })
				if kept, err := os.ReadFile(u.recordings("")[0]); err != nil || !bytes.Equal(kept, tunes[tt.Want]) {
					t.Errorf("%d bytes are kept, which are not the %d of the recording (%v)", len(kept), length, err)
				}
				if u.Notice() != "" {
					t.Errorf("it says %q", u.Notice())
				}
			})
		})
	}
}
