package player

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"
	"time"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// patched returns a copy of a recording in which the encoder's header was changed: x starts at its identifier.
func patched(t testing.TB, data []byte, change func(x []byte)) []byte {
	t.Helper()
	data = bytes.Clone(data)
	at := max(bytes.Index(data, []byte("Info")), bytes.Index(data, []byte("Xing")))
	if at < 0 {
		t.Fatal("there is no encoder's header")
	}
	change(data[at:])
	return data
}

// wrongCounts are headers that state what is not true: of the file before it was cut, of another one, or nothing.
func wrongCounts() map[string]func(x []byte) {
	const frames, size, toc = 8, 12, 16
	number := func(at int, factor float64) func([]byte) {
		return func(x []byte) {
			n := min(float64(binary.BigEndian.Uint32(x[at:]))*factor, math.MaxUint32)
			binary.BigEndian.PutUint32(x[at:], uint32(n))
		}
	}
	table := func(value func(i int) byte) func([]byte) {
		return func(x []byte) {
			for i := range xingTOC {
				x[toc+i] = value(i)
			}
		}
	}
	return map[string]func([]byte){
		"as it was":            func([]byte) {},
		"no frames":            number(frames, 0),
		"ten times the frames": number(frames, 10),
		"half the frames":      number(frames, 0.5),
		"the most frames":      number(frames, math.MaxUint32),
		"no bytes":             number(size, 0),
		"ten times the bytes":  number(size, 10),
		"half the bytes":       number(size, 0.5),
		"twice both":           func(x []byte) { number(frames, 2)(x); number(size, 2)(x) },
		"half of both":         func(x []byte) { number(frames, 0.5)(x); number(size, 0.5)(x) },
		"a table of zeros":     table(func(int) byte { return 0 }),
		"a table of ends":      table(func(int) byte { return 255 }),
		"a table that falls":   table(func(i int) byte { return byte(250 - 2*i) }),
		"another identifier":   func(x []byte) { copy(x, "Info") },
		"no gap":               func(x []byte) { clear(x[120:150]) },
	}
}

// TestWrongCountsWhileLoading seeks in a recording whose header is wrong, of which only the beginning has arrived. The
// length is about right and not called exact, a seek leads about where it should and ends nothing, and all is right
// when everything has arrived.
func TestWrongCountsWhileLoading(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "it computes on one goroutine")
	const lasts = 60 * time.Second
	for _, options := range []string{"-b 128", "-V 4"} {
		sound := dull(3, seconds(lasts.Seconds()))
		for i, f := range sound {
			sound[i] = [2]float64{f[0] / 4, f[1] / 4}
		}
		whole := mp3Of(t, sound, strings.Fields(options)...)
		for name, change := range wrongCounts() {
			t.Run(options+" "+name, func(t *testing.T) {
				data := patched(t, whole, change)
				for _, to := range []time.Duration{29 * time.Second, 40 * time.Second, 55 * time.Second} {
					inBubble(t, func(b *bench) { seekWhileLoading(t, b, data, sound, to) })
				}
			})
		}
	}
}

func seekWhileLoading(t *testing.T, b *bench, data []byte, sound frames, to time.Duration) {
	t.Helper()
	d := &ahead{download: newDownload(data)}
	d.arrive(len(data) / 8)
	b.Load(d, LoadOptions{})
	b.pass(500 * ms)
	lasts := timeOf(len(sound))
	if s := b.want(Playing); s.DurationExact || (s.Duration-lasts).Abs() > lasts/20 {
		t.Errorf("lasts %v at first (exact: %v), want %v", s.Duration, s.DurationExact, lasts)
	}
	b.Seek(to)
	d.everywhere.Store(true)
	b.pass(time.Second)
	if s := b.want(Playing); (s.Position - to).Abs() > 3*time.Second {
		t.Errorf("at %v after a seek to %v", s.Position, to)
	}
	d.arrive(len(data))
	b.pass(800 * ms)
	if s := b.want(Playing); !s.DurationExact || (s.Duration-lasts).Abs() > 100*ms {
		t.Errorf("lasts %v in the end (exact: %v), want %v", s.Duration, s.DurationExact, lasts)
	}
	from := len(b.tape.pcm())
	b.pass(400 * ms)
	at := b.State().Position
	if (at - to).Abs() > 5*time.Second {
		t.Errorf("in truth at %v after a seek to %v", at, to)
	}
	j := joinedFile{files: []joinedPart{{lasts.Seconds(), "-t"}}}
	j.heardAtPlace(t, b.tape.pcm()[from:], sound, int(timeToSamples(at-360*ms, Rate)))
}

// TestSilenceFirst seeks in a recording with changing bitrates and no header, which starts with silence: the place is
// right when all has arrived.
func TestSilenceFirst(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "it computes on one goroutine")
	sound := make(frames, 60*Rate, 120*Rate)
	for _, f := range dull(4, 60*Rate) {
		sound = append(sound, [2]float64{f[0] / 4, f[1] / 4})
	}
	data := mp3Of(t, sound, "-V", "4", "-t")
	for _, to := range []time.Duration{90 * time.Second, 108 * time.Second, 115 * time.Second} {
		inBubble(t, func(b *bench) {
			d := &ahead{download: newDownload(data)}
			d.arrive(60 << 10)
			b.Load(d, LoadOptions{})
			b.pass(500 * ms)
			b.Seek(to)
			d.everywhere.Store(true)
			b.pass(300 * ms)
			d.arrive(len(data))
			b.pass(300 * ms)
			s := b.State()
			if !s.DurationExact || (s.Duration-2*time.Minute).Abs() > 100*ms {
				t.Fatalf("lasts %v (exact: %v)", s.Duration, s.DurationExact)
			}
			from := len(b.tape.pcm())
			b.pass(300 * ms)
			at := b.want(Playing).Position
			j := joinedFile{files: []joinedPart{{120, "-t"}}}
			j.heardAtPlace(t, b.tape.pcm()[from:], sound, int(timeToSamples(at-260*ms, Rate)))
			b.pass(2*time.Minute - at + time.Second)
			if s := b.want(Ended); s.Position != s.Duration {
				t.Errorf("ended at %v of %v", s.Position, s.Duration)
			}
		})
	}
}
