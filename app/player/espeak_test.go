package player

import (
	"fmt"
	"math"
	"testing"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// texts are read aloud, by language of espeak-ng, with a pause between any two parts.
var texts = map[string][]string{
	"en": {
		"Good evening, and welcome to the news from the coast.", "Thirty ships left the harbour this morning",
		"with half of the wheat", "that", "was promised", "to both.",
		"The mist", "will lift at last,", "and the cliff",
		"stays safe.", "Ask", "if the wolf", "has left the roof.", "Good night.",
	},
	"fi": {
		"Hyvää huomenta ja tervetuloa kuuntelemaan päivän uutisia.", "Sää on pilvinen", "ja lämpötila laskee",
		"illalla", "nollaan.", "Kalastajat", "palasivat satamaan", "ennen myrskyä,", "sillä", "tuuli", "kääntyi",
		"pohjoiseen.", "Hyvää yötä", "kaikille.",
	},
	"sv": {
		"God morgon och välkommen till nyheterna från kusten.", "Vädret blir soligt", "i hela landet",
		"men kallare", "mot kvällen", "i norr.", "Skeppen", "lämnade hamnen", "före stormen,", "och", "vinden",
		"vände", "mot havet.",
		"God natt.",
	},
}

// pausesOf are the pauses between the parts of a text, in seconds.
var pausesOf = []float64{0.2, 1, 0.4, 2.5, 0.7, 0.3, 1.6, 5, 0.5, 0.9, 3, 0.25, 1.3}

// readAloud returns a text in a voice, with pauses and the noise of a room.
func readAloud(t *testing.T, voice string, noiseDB float64) *talk {
	t.Helper()
	k := &talk{}
	drowned := 0
	for i, part := range texts[voice] {
		word := spoken(t, voice, part)
		first, last := word.above(noiseDB)
		if i == 0 {
			k.sound = append(make(frames, 0, seconds(120)), word...) // append would copy minutes
		} else {
			k.add(pausesOf[i-1], word)
			p := &k.pauses[i-1]
			p[0], p[1] = p[0]-drowned, p[1]+first
		}
		drowned = len(word) - last
	}
	k.sound.mixed(0, noise(11, noiseDB, len(k.sound)))
	return k
}

// above returns where a sound is first and last as strong as a level, in steps of 10 ms.
func (f frames) above(db float64) (first, last int) {
	first = -1
	for from := 0; from+stepFrames <= len(f); from += blockFrames {
		if loudness(f[from:from+stepFrames])/2 < powerOf(db) {
			continue
		}
		if last = from + stepFrames; first < 0 {
			first = from
		}
	}
	return max(first, 0), last
}

// words returns the start and the end of each sound between the pauses.
func (k *talk) words() [][2]int {
	var all [][2]int
	from := 0
	for _, p := range k.pauses {
		all = append(all, [2]int{from, p[0]})
		from = p[1]
	}
	return append(all, [2]int{from, len(k.sound)})
}

// alike returns the correlation of two sounds.
func alike(a, b frames) float64 {
	ab, aa, bb := 0.0, 1e-12, 1e-12
	for i := range a {
		ab += a[i][0] * b[i][0]
		aa += a[i][0] * a[i][0]
		bb += b[i][0] * b[i][0]
	}
	return ab / math.Sqrt(aa*bb)
}

// wholeWords checks that each word is complete, and at the right place after what was left out before.
func (k *talk) wholeWords(t *testing.T, got shortened) {
	t.Helper()
	for i, w := range k.words() {
		at := w[0]
		for _, c := range got.cuts {
			if got.place(c.at) <= w[0] {
				at -= c.frames
			}
		}
		if at+w[1]-w[0] > len(got.sound) {
			t.Errorf("word %d is not there", i)
		} else if a := alike(k.sound[w[0]:w[1]], got.sound[at:at+w[1]-w[0]]); a < 0.98 {
			t.Errorf("word %d is alike by %.3f only", i, a)
		}
	}
}

// shouldSave returns the number of frames that should be left out.
func (k *talk) shouldSave() (n int) {
	for _, p := range k.pauses {
		if length := p[1] - p[0]; length > longestPause {
			n += length - shortPause
		}
	}
	return n
}

// TestShortenerSpeech makes three voices read a text in rooms of different noise. A word starts where it is as strong
// as the noise. Where it is weaker than the threshold, five decibels above the noise, a part of it may be taken for a
// pause: up to 12 ms in the rooms of -50 dB, and up to 40 ms in the noisier ones.
func TestShortenerSpeech(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "it computes on one goroutine")
	needEspeak(t)
	tolerance := map[float64]int{-60: 0, -50: stepFrames + 2*blockFrames, -40: Rate * 40 / 1000, -35: Rate * 40 / 1000}
	for voice := range texts {
		for db, late := range tolerance {
			t.Run(fmt.Sprint(voice, db), func(t *testing.T) {
				k := readAloud(t, voice, db)
				got := shorten(k.sound)
				k.wholeWords(t, got)
				k.shortest(t, got, shortPause-late)
				want := k.shouldSave()
				share := float64(got.saved()) / float64(want)
				t.Logf("%.2f s of %.2f s, %.1f %%", float64(got.saved())/Rate, float64(want)/Rate, 100*share)
				if math.Abs(share-1) > 0.02 {
					t.Error("that is not what was to be left out")
				}
			})
		}
	}
}

// shortest checks that no pause has become shorter than least.
func (k *talk) shortest(t *testing.T, got shortened, least int) {
	t.Helper()
	for _, p := range k.pauses {
		left := 0
		for _, c := range got.cuts {
			if at := got.place(c.at); at > p[0] && at < p[1]+Rate/10 {
				left += c.frames
			}
		}
		if is := p[1] - p[0] - left; left > 0 && is < least {
			t.Errorf("a pause of %v became one of %v",
				samplesToTime(int64(p[1]-p[0]), Rate), samplesToTime(int64(is), Rate))
		}
	}
}
