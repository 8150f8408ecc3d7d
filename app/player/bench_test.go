package player

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// minutes returns ten minutes of noise at a constant bitrate, without a header that says so.
func minutes(b *testing.B) []byte {
	b.Helper()
	return encode(b, "44100", strings.Fields("synth 600 pinknoise gain -3"), []string{"-t", "-f", "-b", "128"})
}

func BenchmarkOpen(b *testing.B) {
	data := minutes(b)
	b.ResetTimer()
	for b.Loop() {
		open(b, data)
	}
}

// BenchmarkDecode reports the speed as a multiple of real time.
func BenchmarkDecode(b *testing.B) {
	data := minutes(b)
	s := open(b, data)
	buf := make([][2]float64, 1024)
	frames := 0
	b.ResetTimer()
	for b.Loop() {
		n, ok := s.Stream(buf)
		frames += n
		if !ok {
			_ = s.seek(context.Background(), 0)
		}
	}
	b.ReportMetric(float64(frames)/Rate/b.Elapsed().Seconds(), "x-real-time")
}

// BenchmarkReference decodes the same sound with mpg123.
func BenchmarkReference(b *testing.B) {
	need(b, "mpg123")
	name := filepath.Join(b.TempDir(), "a.mp3")
	testkit.NoError(b, os.WriteFile(name, minutes(b), 0o600))
	for b.Loop() {
		run(b, "mpg123", "-q", "-t", name)
	}
	b.ReportMetric(600*float64(b.N)/b.Elapsed().Seconds(), "x-real-time")
}

// hour writes a file of one hour, with a picture of 3 MB at the start.
func hour(t testing.TB) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "hour.mp3")
	f := testkit.Must(os.Create(name))(t)
	defer func() { _ = f.Close() }()
	minute := encode(t, "44100", strings.Fields("synth 60 pinknoise gain -3"), []string{"-t", "-f", "-b", "128"})
	parts := [][]byte{
		tagOf(3, frameOf(3, "APIC", apic("image/jpeg", 3, make([]byte, 3<<20)))), make([]byte, id3HeadSize),
	}
	for range 60 {
		parts = append(parts, minute)
	}
	for _, b := range parts {
		if _, err := f.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	return name
}

// BenchmarkOpenHour opens a file of one hour from the disk, reads its tags and decodes the first sound.
func BenchmarkOpenHour(b *testing.B) {
	name := hour(b)
	for b.Loop() {
		f := testkit.Must(os.Open(name))(b)
		s, err := openStream(context.Background(), f)
		if err != nil || !s.readTags(context.Background()) {
			b.Fatal(err)
		}
		s.Stream(make([][2]float64, 1152))
		_ = f.Close()
	}
}

// wholeHour is an environment variable that makes TestMemory play the whole hour, which takes more than a minute.
const wholeHour = "PLAYER_TEST_HOUR"

// TestMemory plays an hour, or its start and its end, in virtual time, and checks that the heap grows by less than 8
// MB.
func TestMemory(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "it computes on one goroutine")
	name, rounds := hour(t), 2
	if os.Getenv(wholeHour) != "" {
		rounds = 140
	}
	inBubble(t, func(b *bench) {
		b.tape.deaf = true
		b.SetSpeed(1.25)
		b.SetEven(true)
		idle, most := inUse(), int64(0)
		f := testkit.Must(os.Open(name))(t)
		b.Load(f, LoadOptions{})
		for range rounds {
			b.pass(20 * time.Second)
			b.statuses()
			most = max(most, inUse()-idle)
		}
		b.want(Playing)
		b.Seek(59*time.Minute + 45*time.Second)
		b.pass(30 * time.Second)
		b.want(Ended)
		most = max(most, inUse()-idle)
		t.Logf("%.1f MB above idle", float64(most)/(1<<20))
		if most > 8<<20 {
			t.Error("that is too much")
		}
	})
}

// inUse returns the size of the heap, without garbage: how much of that there is depends on what other tests left.
func inUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse)
}

// BenchmarkSeekFirst measures the worst case: the index is still empty.
func BenchmarkSeekFirst(b *testing.B) {
	data := minutes(b)
	for b.Loop() {
		s := open(b, data)
		testkit.NoError(b, s.seek(context.Background(), 590*ticks))
		s.Stream(make([][2]float64, 100))
	}
}

func BenchmarkSeekKnown(b *testing.B) {
	s := testkit.Must(openStream(context.Background(), bytes.NewReader(minutes(b))))(b)
	for i := int64(0); b.Loop(); i++ {
		testkit.NoError(b, s.seek(context.Background(), (i*7919%590+5)*ticks))
		s.Stream(make([][2]float64, 100))
	}
}

func BenchmarkRender(b *testing.B) {
	d, v := newDeck(), newVoice()
	d.addLane(&lane{now: v})
	v.play(true)
	sound := make([][2]float64, chunkFrames)
	out := make([]byte, chunkFrames*frameBytes)
	v.finish(v.gen, false)
	for b.Loop() {
		v.push(v.gen, sound)
		d.render(out)
	}
}
