package kiosk

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sextant/app/voice"
)

const aloud = "\n[screen]\nview = \"sharp\"\naloud = true\n"

// A fakeVoice takes a given time for each text, without end if 0, and records the texts and the calls of Stop.
type fakeVoice struct {
	post func(func())

	mu      sync.Mutex
	takes   time.Duration
	fails   error
	said    []string
	stopped int
	saying  *time.Timer
}

// Speak calls done after the given time.
func (v *fakeVoice) Speak(u voice.Utterance, done func(error)) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.said = append(v.said, u.Text)
	fails := v.fails
	v.saying = nil
	if v.takes > 0 {
		v.saying = time.AfterFunc(v.takes, func() { v.post(func() { done(fails) }) })
	}
}

// Stop ends the current text without calling done.
func (v *fakeVoice) Stop() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.stopped++
	if v.saying != nil {
		v.saying.Stop()
	}
}

// set sets the time and the error of each text.
func (v *fakeVoice) set(takes time.Duration, fails error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.takes, v.fails = takes, fails
}

// texts returns the texts spoken, and the number of calls of Stop, since it was last called.
func (v *fakeVoice) texts() (said []string, stopped int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	said, stopped = v.said, v.stopped
	v.said, v.stopped = nil, 0
	return said, stopped
}

// TestReadingAloud checks that each page is read once when it is shown, and to its end before the next one is shown.
func TestReadingAloud(t *testing.T) {
	inBubble(t, readAloud, 2*time.Minute, func(t *testing.T, r *rig) {
		r.awaits(t, "202/1", time.Minute)
		r.awaits(t, "100/1", time.Minute)
		r.voice.texts()
		r.voice.set(10*time.Second, nil)
		began := r.awaits(t, "202/1", time.Minute)
		if stays := r.awaits(t, "100/1", time.Minute).Sub(began); stays < 30*time.Second || stays > 32*time.Second {
			t.Errorf("the page stays for %v", stays)
		}
		said, stopped := r.voice.texts()
		if !slices.Equal(said, []string{"first", "Version 0", "Page", "third", "Version 0", "Page"}) || stopped > 0 {
			t.Errorf("said is %q, silenced %d times", said, stopped)
		}
	})
}

// TestReadingEnds checks that a key stops the reading, and that the list goes on when the voice hangs or fails.
func TestReadingEnds(t *testing.T) {
	inBubble(t, readAloud, 2*time.Minute, func(t *testing.T, r *rig) {
		r.awaits(t, "202/1", time.Minute)
		r.awaits(t, "100/1", time.Minute)
		r.voice.set(0, nil)
		r.awaits(t, "202/1", longestReading+time.Minute)
		began := r.awaits(t, "100/1", longestReading+time.Minute)
		if _, stopped := r.voice.texts(); stopped == 0 {
			t.Error("what hangs was not silenced")
		}
		if stays := r.awaits(t, "202/1",
			longestReading+time.Minute).Sub(began); stays.Round(time.Second) != longestReading {
			t.Errorf("the page stays for %v", stays)
		}
		r.Press(Hold)
		r.on()
		if _, stopped := r.voice.texts(); stopped != 2 {
			t.Errorf("silenced %d times", stopped)
		}
		r.Press(GoOn)
		r.voice.set(time.Second, errors.New("no tongue"))
		r.awaits(t, "202/1", longestReading+time.Minute)
		began = r.awaits(t, "100/1", time.Minute)
		if stays := r.awaits(t, "202/1", time.Minute).Sub(began); stays.Round(time.Second) != 10*time.Second {
			t.Errorf("the page stays for %v", stays)
		}
		if spoken := slices.DeleteFunc(slices.Clone(r.notes),
			func(n string) bool { return !strings.Contains(n, "no tongue") }); len(spoken) != 1 {
			t.Error(fmt.Sprint("it is read as ", spoken))
		}
	})
}

// TestHeldWhileRead presses Hold or Reveal on a page that is read for longer than its dwell: Hold keeps the page,
// Reveal lets it turn.
func TestHeldWhileRead(t *testing.T) {
	for key, turns := range map[Key]bool{Hold: false, Reveal: true} {
		inBubble(t, readAloud,
			2*time.Minute, func(t *testing.T, r *rig) {
				r.voice.set(10*time.Second, nil)
				r.awaits(t, "202/1", longestReading+time.Minute)
				r.awaits(t, "100/1", longestReading+time.Minute)
				time.Sleep(15 * time.Second)
				r.Press(key)
				time.Sleep(5 * time.Second)
				if on := r.on(); (on != "100/1") != turns {
					t.Errorf("key %d: %s is on the screen", key, on)
				}
			})
	}
}

// TestReadingOnePage checks that a single page is read again only when its text changes.
func TestReadingOnePage(t *testing.T) {
	inBubble(t, `show = ["100"]`+aloud, 10*time.Minute, func(t *testing.T, r *rig) {
		if said, _ := r.voice.texts(); len(said) != 3 {
			t.Errorf("said is %q", said)
		}
		r.service.set(100, 1, "something else")
		time.Sleep(10 * time.Minute)
		if said, _ := r.voice.texts(); len(said) != 3 || said[1] != "something else" {
			t.Errorf("said is %q", said)
		}
	})
}

// TestSilentPlaylist checks that a playlist without aloud is not read.
func TestSilentPlaylist(t *testing.T) {
	inBubble(t, `show = ["100", "202"]`+sharp, 10*time.Minute, func(t *testing.T, r *rig) {
		if said, _ := r.voice.texts(); len(said) > 0 {
			t.Errorf("said is %q", said)
		}
	})
}
