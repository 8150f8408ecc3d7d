package player

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sextant/app/testkit"
)

// TestSilence plays about twenty seconds of a voice without its long pauses: each word is complete and at the right
// place, at its own pace, nothing clicks, and the expected time is saved.
func TestSilence(t *testing.T) {
	testkit.Long(t)
	r := newRig(t, pulseDevice)
	needEspeak(t)
	k := readAloud(t, "en", -55)
	data := mp3Of(t, k.sound)
	name := filepath.Join(t.TempDir(), "talk.mp3")
	testkit.NoError(t, os.WriteFile(name, data, 0o600))
	decoded := frames(framesOf(drain(open(t, data))))
	r.startServer()
	r.startChild()
	r.patiently(func() error {
		stop := r.record()
		r.send("load " + name)
		r.send("silence skip")
		r.untilStatus(Playing)
		for _, w := range k.words() {
			r.until("a word", func(s said) bool { return s.Position >= timeOf(w[0]) })
		}
		r.untilOver()
		r.send("note")
		saved := r.until("a note", func(s said) bool { return s.Note > 0 }).Saved
		return k.compareHeard(t, framesOf(stop()), decoded, saved)
	})
	r.quit()
}

// compareHeard looks for each word in the recorded sound, and checks what is between the words.
func (k *talk) compareHeard(t *testing.T, heard, decoded frames, saved time.Duration) error {
	lost, before := 0, [2]int{}
	for i, w := range k.words() {
		word := decoded[w[0]:w[1]]
		place := heard.find(word, before[1])
		if place < 0 {
			return fmt.Errorf("word %d was not heard", i)
		}
		if like := alike(word, heard[place:][:len(word)]); like < 0.98 {
			return fmt.Errorf("word %d is alike by %.3f", i, like)
		}
		if i > 0 {
			p := k.pauses[i-1]
			lost += p[1] - p[0] - (place - before[1])
			if was, is := leap(decoded[p[0]:p[1]]), leap(heard[before[1]:place]); is > 1.4*was {
				return fmt.Errorf("a step of %.4f in pause %d, where the recording has %.4f", is, i-1, was)
			}
		}
		before = [2]int{place, place + len(word)}
	}
	want := float64(k.shouldSave()) / Rate
	t.Logf("%.2f s were left out by ear and %.2f s by State, want %.2f s", float64(lost)/Rate, saved.Seconds(), want)
	if math.Abs(float64(lost)/Rate/want-1) > 0.02 || math.Abs(saved.Seconds()/want-1) > 0.02 {
		return fmt.Errorf("%v and %v were left out", timeOf(lost), saved)
	}
	return nil
}

// find returns the start of a word by comparing a piece in its middle, after from and where the whole word fits; or -1.
func (f frames) find(word frames, from int) int {
	middle := len(word) / 2
	for at := from; at+len(word) <= len(f); at++ {
		same := 0
		for same < 300 && math.Abs(f[at+middle+same][0]-word[middle+same][0]) < 2.5/(1<<15) {
			same++
		}
		if same == 300 {
			return at
		}
	}
	return -1
}
