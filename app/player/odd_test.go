package player

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"sextant/app/testkit/race"
)

// oddFile is a recording as programs, servers and disks leave them: files joined, with tags of any writer before,
// between and behind, damaged or not.
type oddFile struct {
	data    []byte
	lasts   time.Duration // of the files that it is made of; 0 if not all can be played
	damaged bool
}

// newOddFile makes the file of a seed.
func newOddFile(t testing.TB, seed uint64) oddFile {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 26))
	var o oddFile
	known := true
	for range 1 + r.IntN(4) {
		tag, broken := oddTag(r)
		o.data = append(o.data, tag...)
		c := corpus[r.IntN(len(corpus))]
		o.data = append(o.data, corpusFile(t, c.name)...)
		o.lasts += c.lasts
		known = known && c.kind == KindUnknown
		o.damaged = o.damaged || broken || c.skipped || c.name == "junk-before" || c.name == "truncated"
	}
	o.data = append(o.data, oddEnd(r)...)
	if r.IntN(2) == 0 {
		o.damaged = true
		for range 1 + r.IntN(3) {
			if len(o.data) > 0 {
				o.data = mutated(o.data, r)
			}
		}
	}
	if !known {
		o.lasts = 0
	}
	return o
}

// oddTag is often nothing, and otherwise a tag with a slip, or a broken one that is cut, too short or too long.
func oddTag(r *rand.Rand) (tag []byte, broken bool) {
	if r.IntN(2) == 0 {
		return nil, false
	}
	all := slipTags("Title", photo(90+r.IntN(3000)))
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	tag = all[names[r.IntN(len(names))]]
	switch r.IntN(5) {
	case 0:
		return mutated(tag, r), true
	case 1:
		copy(tag[6:], sevens(r.IntN(2*len(tag))))
		return tag, true
	}
	return tag, false
}

// oddEnd is what stands behind the sound.
func oddEnd(r *rand.Rand) []byte {
	ape := []byte("APETAGEX\xd0\x07\x00\x00\x40\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\xa0")
	ape = append(ape, make([]byte, 40)...)
	return [][]byte{
		nil, nil, oldTag("Title", "Artist", "Album"), ape, append(ape, oldTag("", "", "")...),
		[]byte("LYRICSBEGININD0000200000021LYRICS200"), make([]byte, 3000), []byte("</body></html>"),
		bytes.Repeat([]byte{0xff}, 500),
	}[r.IntN(9)]
}

// oddSeeds returns the seeds of a test: SEXTANT_SEEDS of them, or the one of SEXTANT_SEED.
func oddSeeds(t testing.TB, usual uint64) (first, last uint64) {
	t.Helper()
	number := func(name string, otherwise uint64) uint64 {
		if n, err := strconv.ParseUint(os.Getenv(name), 10, 64); err == nil {
			return n
		}
		return otherwise
	}
	first, last = 1, number("SEXTANT_SEEDS", usual)
	if one := number("SEXTANT_SEED", 0); one > 0 {
		return one, one
	}
	return first, last
}

// TestOddFiles decodes odd files. Each ends soon, with little memory, and either without an error or with one that has
// a Kind; what is undamaged is played whole; the length in the end is what was heard; and every place can be reached,
// also while the file arrives.
func TestOddFiles(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	first, last := oddSeeds(t, 200)
	played := uint64(0)
	for seed := first; seed <= last; seed++ {
		o := newOddFile(t, seed)
		result := make(chan error, 1)
		go func() { result <- playAll(o, seed) }()
		select {
		case err := <-result:
			if err == nil {
				played++
			} else if KindOf(err) == KindUnknown || o.lasts > 0 && !o.damaged {
				t.Errorf("seed %d: %v", seed, err)
			}
		case <-time.After(2 * time.Minute):
			t.Fatalf("seed %d takes too long", seed)
		}
	}
	if n := last - first + 1; n > 50 && played < n/2 {
		t.Errorf("only %d of %d can be played", played, n)
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > 100<<20 {
		t.Errorf("%d MB are kept", m.HeapAlloc>>20)
	}
}

// playAll decodes a file, whole and while it arrives. Errors that are not about the file have no Kind.
func playAll(o oddFile, seed uint64) error {
	ctx := context.Background()
	s, err := openStream(ctx, bytes.NewReader(o.data))
	if err != nil {
		return err
	}
	s.readTags(ctx)
	heard := time.Duration(0)
	buf := make([][2]float64, 1000)
	for {
		n, ok := s.Stream(buf)
		if heard += samplesToTime(int64(n), s.rate()); heard > time.Minute {
			return fmt.Errorf("%d bytes give more than %v", len(o.data), heard)
		}
		if !ok && !s.enterSegment() {
			break
		}
	}
	if s.err != nil {
		return s.err
	}
	length, exact := s.length()
	if d := heard - ticksToTime(length); !exact || d.Abs() > ms || s.at != length {
		return fmt.Errorf("%v heard, at %v of %v (exact: %v)", heard, ticksToTime(s.at), ticksToTime(length), exact)
	}
	if d := heard - o.lasts; !o.damaged && o.lasts > 0 && (d > 300*ms || d < -150*ms || s.skipped > 0) {
		return fmt.Errorf("%v heard of %v, %d skipped", heard, o.lasts, s.skipped)
	}
	r := rand.New(rand.NewPCG(seed, 5))
	for range 4 {
		if err := seekSomewhere(s, r, length); err != nil {
			return err
		}
	}
	return playWhileItArrives(o, r, length)
}

// seekSomewhere seeks, and checks where that leads.
func seekSomewhere(s *stream, r *rand.Rand, length int64) error {
	to := r.Int64N(length + 1)
	if err := s.seek(s.ctx, to); err != nil {
		return err
	}
	if off := max(s.at-to, to-s.at); off > ticks/8000 || s.at > length {
		return fmt.Errorf("a seek to %v of %v leads to %v", ticksToTime(to), ticksToTime(length), ticksToTime(s.at))
	}
	before, buf := s.at, make([][2]float64, 500)
	n, _ := s.Stream(buf)
	if s.err == nil && s.at-before != int64(n)*s.head.tick() {
		return fmt.Errorf("%d samples lead from %v to %v", n, ticksToTime(before), ticksToTime(s.at))
	}
	return s.err
}

// playWhileItArrives opens a file of which a part is there, seeks, lets all arrive, and checks that the place becomes
// exact and that the length is the same.
func playWhileItArrives(o oddFile, r *rand.Rand, length int64) error {
	ctx := context.Background()
	d := &ahead{download: newDownload(o.data)}
	hidden := r.IntN(2) == 0 // a tag that claims too much cannot be recognised then
	d.hidden = hidden
	d.everywhere.Store(true)
	d.arrive(r.IntN(len(o.data) + 1))
	s, err := openStream(ctx, d)
	if err != nil {
		return fmt.Errorf("while it arrives: %v", err)
	}
	s.readTags(ctx)
	if err := s.seek(ctx, r.Int64N(length+1)); err != nil {
		return fmt.Errorf("a seek while it arrives: %v", err)
	}
	s.Stream(make([][2]float64, 500))
	d.arrive(len(o.data))
	d.hidden = false
	for {
		if more, err := s.index.extend(ctx, 1000); err != nil || !more {
			if err != nil {
				return err
			}
			break
		}
	}
	s.readTags(ctx)
	for range 5 { // the first frames may be none that the index knows
		s.correct()
		s.Stream(make([][2]float64, 2000))
	}
	if n, exact := s.length(); !exact || n != length && !(o.damaged && hidden) {
		return fmt.Errorf("%v long (exact: %v) after it arrived, want %v", ticksToTime(n), exact, ticksToTime(length))
	}
	if s.at > length+ticks/2 && !s.done {
		return fmt.Errorf("at %v of %v", ticksToTime(s.at), ticksToTime(length))
	}
	return nil
}
