package player

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// dull returns noise with hardly anything above 2 kHz, which is in recordings of every rate.
func dull(seed uint64, n int) frames {
	sound := noise(seed, 0, n)
	for range 2 {
		last := [2]float64{}
		for i, f := range sound {
			for c := range f {
				last[c] += (f[c] - last[c]) / 5
			}
			sound[i] = last
		}
	}
	return sound
}

// joinedFile is a recording of several files one after the other, each of n seconds and with its options for lame.
type joinedFile struct {
	name  string
	files []joinedPart
	cut   int // bytes that the first file lacks at its end
}

type joinedPart struct {
	seconds float64
	options string
}

var joinedFiles = []joinedFile{
	{"44.1 and 32 kHz", []joinedPart{{4, ""}, {5, "--resample 32"}}, 0},
	{"32 and 44.1 kHz", []joinedPart{{4, "--resample 32"}, {5, ""}}, 0},
	{"44.1 and 22.05 kHz", []joinedPart{{4, ""}, {5, "--resample 22.05"}}, 0},
	{"a jingle of 48 kHz first", []joinedPart{{3, "--resample 48"}, {12, ""}}, 0},
	{"an advert in the middle", []joinedPart{{4, "-a"}, {3, "--resample 48 -V 4"}, {5, "-a"}}, 0},
	{"MPEG-2.5 in the middle", []joinedPart{{4, ""}, {3, "--resample 12 -b 40"}, {5, ""}}, 0},
	{"the same kind", []joinedPart{{4, ""}, {5, ""}}, 0},
	{"the same kind, without headers", []joinedPart{{4, "-t"}, {5, "-t"}}, 0},
	{"another kind without headers", []joinedPart{{4, "-t"}, {5, "-t --resample 32"}, {3, "-t"}}, 0},
	{"changing bitrates", []joinedPart{{4, "-V 2"}, {5, "-V 5 --resample 24"}, {4, "-V 4"}}, 0},
	{"cut off within a frame", []joinedPart{{4, "--nores"}, {5, "--resample 48"}}, 133},
	{"a short jingle", []joinedPart{{0.5, "--resample 48"}, {6, ""}, {0.5, "--resample 24"}}, 0},
}

// make encodes the files, and returns them joined, and the sound they were made of.
func (j joinedFile) make(t testing.TB) ([]byte, frames) {
	t.Helper()
	var all []byte
	var sound frames
	for i, p := range j.files {
		s := dull(uint64(i+1), seconds(p.seconds))
		for n, f := range s { // a quarter of full scale, and no jump at the joint
			edge := min(float64(min(n, len(s)-1-n))/Rate*50, 1)
			s[n] = [2]float64{f[0] / 4 * edge, f[1] / 4 * edge}
		}
		sound = append(sound, s...)
		b := mp3Of(t, s, strings.Fields(p.options)...)
		if i == 0 {
			b = b[:len(b)-j.cut]
		}
		all = append(all, b...)
	}
	return all, sound
}

// tolerance is how far a sound may be from its place: 5 ms after an encoder's header, and for each joint without one
// what encoders put before and after their sound.
func (j joinedFile) tolerance() time.Duration {
	d := 5 * ms
	for _, p := range j.files {
		if strings.Contains(p.options, "-t") || j.cut > 0 {
			d += 60 * ms
		}
	}
	return d
}

// TestJoinedRecordings plays recordings in which the rate, the version of MPEG or the bitrate changes: all is heard at
// its place and pitch, the length is right, and nothing counts as damage.
func TestJoinedRecordings(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "it computes on one goroutine")
	for _, j := range joinedFiles {
		t.Run(j.name, func(t *testing.T) {
			data, sound := j.make(t)
			lasts, close := timeOf(len(sound)), j.tolerance()
			inBubble(t, func(b *bench) {
				b.Load(bytes.NewReader(data), LoadOptions{})
				b.pass(lasts + 2*time.Second)
				s := b.want(Ended)
				if (s.Duration-lasts).Abs() > close || !s.DurationExact || s.Position != s.Duration || s.Skipped > 0 {
					t.Errorf("%v of %v, want %v; %d skipped", s.Position, s.Duration, lasts, s.Skipped)
				}
				lead := 2 * (int(timeToSamples(40*ms, Rate)) + chunkFrames)
				j.heardAtPlace(t, b.tape.pcm()[lead:], sound, 0)
				for _, share := range []float64{0.9, 0.1, 0.6, 0.35, 0.99} {
					to := time.Duration(share * float64(lasts))
					b.Seek(to)
					b.Play()
					b.pass(time.Second)
					from := len(b.tape.pcm())
					b.pass(400 * ms)
					at := b.State().Position
					b.Pause()
					b.pass(time.Second)
					if at < lasts-500*ms {
						j.heardAtPlace(t, b.tape.pcm()[from:], sound, int(timeToSamples(at-360*ms, Rate)))
					}
				}
			})
		})
	}
}

// heardAtPlace checks that pcm, whose first frame is at a place of a sound, is that sound, piece by piece.
func (j joinedFile) heardAtPlace(t *testing.T, pcm []int16, sound frames, at int) {
	t.Helper()
	const piece = Rate / 20
	around := int(timeToSamples(j.tolerance()+20*ms, Rate))
	for i := 0; i+piece <= len(pcm)/2 && at+i+piece < len(sound); i += 5 * piece {
		if j.isAtJoint(at+i, piece) || quiet(pcm[2*i:2*(i+piece)]) {
			continue
		}
		place, like := placeOf(pcm[2*i:2*(i+piece)], sound, at+i, around)
		if off := timeOf(place - piece/2 - at - i); like < 0.7 || off.Abs() > j.tolerance() {
			t.Errorf("at %v: %v from its place, alike by %.2f", timeOf(at+i), off, like)
		}
	}
}

// isAtJoint reports whether a piece is at the start of a file, where those without an encoder's header have other
// sound.
func (j joinedFile) isAtJoint(from, length int) bool {
	start, margin := 0, 0
	if j.tolerance() > 5*ms {
		margin = Rate / 8
	}
	for _, p := range j.files {
		if from < start+margin && from+length > start-margin {
			return true
		}
		start += seconds(p.seconds)
	}
	return false
}

// quiet reports whether there is hardly any sound, as after a pause.
func quiet(pcm []int16) bool { return energy(framesOf(pcm)) < 0.001 }

func energy(sound frames) float64 {
	sum := 0.0
	for _, f := range sound {
		sum += f[0]*f[0] + f[1]*f[1]
	}
	return sum / float64(len(sound))
}

// TestSeekAcrossAChange compares what is heard after a seek with what a linear decode has there.
func TestSeekAcrossAChange(t *testing.T) {
	testkit.Long(t)
	for _, j := range joinedFiles {
		data, _ := j.make(t)
		whole := open(t, data)
		type piece struct {
			at, tick int64
			pcm      []int16
		}
		var all []piece
		for {
			p := piece{at: whole.at, tick: whole.head.tick()}
			buf := make([][2]float64, 1000)
			for n, ok := whole.Stream(buf); ok; n, ok = whole.Stream(buf) {
				p.pcm = append(p.pcm, frames(buf[:n]).pcm()...)
			}
			all = append(all, p)
			if !whole.enterSegment() {
				break
			}
		}
		if len(all) < len(j.files) && !strings.HasPrefix(j.name, "the same kind, without") {
			t.Fatalf("%s: %d segments", j.name, len(all))
		}
		for i, p := range all {
			for _, share := range []float64{0, 0.01, 0.3, 0.7, 0.95} {
				n := int64(share * float64(len(p.pcm)/2))
				to := p.at + n*p.tick
				for _, s := range []*stream{open(t, data), whole} {
					if err := s.seek(context.Background(), to); err != nil || s.at != to {
						t.Fatalf("%s: a seek to %d leads to %d, %v", j.name, to, s.at, err)
					}
					buf := make([][2]float64, 2000)
					got, _ := s.Stream(buf)
					want := p.pcm[2*n:]
					if got < min(len(want)/2, 2000) {
						t.Fatalf("%s: %d samples after a seek to %v of segment %d", j.name, got, share, i)
					}
					if largest, _ := difference(frames(buf[:got]).pcm(), want); largest > 1 {
						t.Errorf("%s: a difference of %d after a seek to %v of segment %d", j.name, largest, share, i)
					}
				}
			}
		}
	}
}

func (f frames) pcm() []int16 { return whole(f) }

// TestJoinedWhileLoading seeks into a segment whose bytes have not arrived, and then lets all arrive: the place becomes
// right.
func TestJoinedWhileLoading(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	j := joinedFile{"", []joinedPart{{8, "-b 128"}, {8, "--resample 32 -b 96"}, {8, "-b 160"}}, 0}
	data, sound := j.make(t)
	inBubble(t, func(b *bench) {
		d := &ahead{download: newDownload(data)}
		d.arrive(60 << 10)
		b.Load(d, LoadOptions{})
		b.pass(500 * ms)
		b.Seek(18 * time.Second)
		d.everywhere.Store(true)
		b.pass(1500 * ms)
		d.arrive(len(data))
		b.pass(time.Second)
		s := b.want(Playing)
		if !s.DurationExact || (s.Duration-timeOf(len(sound))).Abs() > 5*ms {
			t.Errorf("lasts %v, want %v", s.Duration, timeOf(len(sound)))
		}
		from := len(b.tape.pcm())
		b.pass(400 * ms)
		at := b.State().Position
		j.heardAtPlace(t, b.tape.pcm()[from:], sound, int(timeToSamples(at-360*ms, Rate)))
	})
}

// TestUnplayableSegments has a part that cannot be decoded: the rest is played, and it counts as one damaged place.
func TestUnplayableSegments(t *testing.T) {
	first, last := mp3Of(t, dull(1, 2*Rate)), mp3Of(t, dull(2, 2*Rate))
	for name, part := range map[string][]byte{
		"8 kHz": times(40, mpeg25er()), "layer II": times(40, layerII()),
	} {
		for _, data := range [][]byte{join(first, part, last), join(first, part)} {
			s := open(t, data)
			n := len(drain(s)) / 2
			want := 2 * Rate * (bytes.Count(data, []byte("LAME3")) / max(bytes.Count(first, []byte("LAME3")), 1))
			if math.Abs(float64(n-want)) > Rate/10 || s.err != nil || s.skipped != 1 {
				t.Errorf("%s: %d samples, want %d; %d skipped, %v", name, n, want, s.skipped, s.err)
			}
		}
	}
}
