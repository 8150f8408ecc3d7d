package player

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// minutes is noise of ten minutes, at a constant bitrate and without a header that tells so.
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

// BenchmarkDecode tells how many times faster than in real time.
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

// BenchmarkSeekFirst is the worst case: nothing is known yet of the way.
func BenchmarkSeekFirst(b *testing.B) {
	data := minutes(b)
	for b.Loop() {
		s := open(b, data)
		if err := s.seek(context.Background(), 590*Rate); err != nil {
			b.Fatal(err)
		}
		s.Stream(make([][2]float64, 100))
	}
}

func BenchmarkSeekKnown(b *testing.B) {
	s, err := openStream(context.Background(), bytes.NewReader(minutes(b)))
	if err != nil {
		b.Fatal(err)
	}
	for i := int64(0); b.Loop(); i++ {
		if err := s.seek(context.Background(), (i*7919%590+5)*Rate); err != nil {
			b.Fatal(err)
		}
		s.Stream(make([][2]float64, 100))
	}
}

func BenchmarkRender(b *testing.B) {
	d, v := newDeck(), newVoice()
	d.add(v)
	v.play(true)
	sound := make([][2]float64, chunkFrames)
	out := make([]byte, chunkFrames*frameBytes)
	v.finish(v.gen)
	for b.Loop() {
		v.push(v.gen, sound)
		d.render(out)
	}
}
