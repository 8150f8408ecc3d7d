package endtoend

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"sextant/app/testkit"
)

// soundRate is the rate of the sound server's only device.
const soundRate = 44100

// An ear is a private sound server, whose only device is a null sink that can be recorded.
type ear struct {
	t   *testing.T
	dir string
}

// alsaDevice configures the default device of ALSA, which the program uses, and returns the environment for it.
func alsaDevice(t *testing.T, dir, device string) []string {
	t.Helper()
	conf := filepath.Join(dir, "asound.conf")
	if err := os.WriteFile(conf, []byte("pcm.default "+device+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{"ALSA_CONFIG_PATH=" + conf}
}

// unhurried, in the environment of the program, sets the buffer of the sound server to half a second. With the tenth of
// a second of newEar there are gaps if the machine is busy with other tests.
//
// It is a multiple of the 40 ms that ALSA's plugin writes at once. After a gap the server plays when it has all but 20
// ms of the buffer; with 500 the plugin sometimes stopped at 480, one frame before that, and both waited.
const unhurried = "PULSE_LATENCY_MSEC=480"

// newEar starts the sound server, and returns the environment in which the program uses it.
func newEar(t *testing.T) (e *ear, env []string) {
	t.Helper()
	need(t, "pulseaudio", "parec", "pactl")
	if m, _ := filepath.Glob("/usr/lib/*/alsa-lib/libasound_module_pcm_pulse.so"); m == nil {
		t.Skip("the PulseAudio plugin of ALSA is not installed")
	}
	e = &ear{t, shortDir(t)}
	server := testkit.SoundServer(t, e.dir, soundRate, e.environment()...)
	launch(t, server, server.Env...)
	if !poll(pollEvery, patience, func() bool { return e.command("pactl", "info").Run() == nil }) {
		log, _ := os.ReadFile(filepath.Join(e.dir, "log"))
		t.Skipf("the sound server does not start here: %s", log)
	}
	env = append(alsaDevice(t, e.dir, "{ type pulse }"), "PULSE_SERVER=unix:"+e.socket())
	return e, append(env, "PULSE_LATENCY_MSEC=100") // by default Wine has a smaller buffer than it can keep filled
}

func (e *ear) socket() string { return filepath.Join(e.dir, "native") }

func (e *ear) environment() []string {
	return []string{
		"PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8", "HOME=" + e.dir, "XDG_RUNTIME_DIR=" + e.dir,
		"XDG_CONFIG_HOME=" + e.dir, "PULSE_SERVER=unix:" + e.socket(),
	}
}

func (e *ear) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Env = e.environment()
	return c
}

// A recording is the sound that was heard so far.
type recording struct {
	output
	cmd *exec.Cmd
}

// record records the sound until stop.
func (e *ear) record() *recording {
	e.t.Helper()
	r := &recording{
		cmd: e.command("parec", "-d", "ear.monitor", "--format=s16le",
			fmt.Sprint("--rate=", soundRate), "--channels=2", "--latency-msec=20"),
	}
	r.cmd.Stdout = &r.output
	if err := r.cmd.Start(); err != nil {
		e.t.Fatal(err)
	}
	e.t.Cleanup(r.stop)
	// A device that plays nothing sends silence, which shows that the recording has started.
	eventually(e.t, "the recording", func() bool { return len(r.Bytes()) > 0 })
	return r
}

func (r *recording) stop() {
	_ = r.cmd.Process.Signal(syscall.SIGINT)
	_ = r.cmd.Wait()
}

// A stretch of sound is one tone on one or both sides, such as 440 left, or silence.
type stretch struct {
	tone  string
	lasts time.Duration
}

const silence = "silence"

// slice is the length of sound that is analysed at once.
const slice = 20 * time.Millisecond

// stretches returns the tones of the recording.
func (r *recording) stretches() []stretch { return stretchesOf(r.Bytes()) }

// isBehindSilence reports whether a tone of aWhile was heard after the last silence.
func (r *recording) isBehindSilence(tone string) (is bool) {
	for _, s := range r.stretches() {
		if s.lasts >= aWhile && (s.tone == silence || s.tone == tone) {
			is = s.tone == tone
		}
	}
	return is
}

// latest returns what was heard in the last d.
func (r *recording) latest(d time.Duration) []stretch {
	pcm := r.Bytes()
	n := min(len(pcm), 4*int(soundRate*d/time.Second))
	return stretchesOf(pcm[(len(pcm)-n)/4*4:])
}

func stretchesOf(pcm []byte) []stretch {
	const frames = int(soundRate * slice / time.Second)
	var all []stretch
	for ; len(pcm) >= 4*frames; pcm = pcm[4*frames:] {
		tone := toneOf(pcm[:4*frames])
		if n := len(all); n > 0 && all[n-1].tone == tone {
			all[n-1].lasts += slice
		} else {
			all = append(all, stretch{tone, slice})
		}
	}
	return joined(all)
}

// joined adds a slice with the transition between two tones to the first one.
func joined(all []stretch) []stretch {
	var result []stretch
	for _, s := range all {
		n := len(result)
		switch {
		case n > 0 && s.lasts <= 2*slice && s.tone != silence:
			result[n-1].lasts += s.lasts
		case n > 0 && result[n-1].tone == s.tone:
			result[n-1].lasts += s.lasts
		default:
			result = append(result, s)
		}
	}
	return result
}

// toneOf returns the names of the tones on the left and on the right.
func toneOf(pcm []byte) string {
	left, right := loudest(pcm), loudest(pcm[2:])
	switch {
	case left == 0 && right == 0:
		return silence
	case right == 0:
		return fmt.Sprint(left, " left")
	case left == 0:
		return fmt.Sprint(right, " right")
	case left == right:
		return fmt.Sprint(left, " both")
	}
	return fmt.Sprint(left, " left, ", right, " right")
}

// loudest returns the strongest of the staircase's tones in one channel of interleaved samples, 0 if it is silent.
func loudest(pcm []byte) int {
	best, found := 0.03, 0
	for _, hz := range []int{440, 660, 880, 1320} {
		if p := power(pcm, float64(hz)); p > best {
			best, found = p, hz
		}
	}
	return found
}

// power returns the power of a tone, by Goertzel's algorithm: 1 is a sine at full scale.
func power(pcm []byte, hz float64) float64 {
	c := 2 * math.Cos(2*math.Pi*hz/soundRate)
	var a, b, n float64
	for ; len(pcm) >= 2; pcm = pcm[min(4, len(pcm)):] {
		sample := float64(int16(binary.LittleEndian.Uint16(pcm))) / (1 << 15)
		a, b = sample+c*a-b, a
		n++
	}
	return 2 * math.Sqrt(max(a*a+b*b-c*a*b, 0)) / n
}

// compare returns an error if two lists differ by more than the length of slices.
func compare(got, want []stretch) error {
	if len(got) != len(want) {
		return fmt.Errorf("heard %v, want %v", got, want)
	}
	for i, w := range want {
		if d := got[i].lasts - w.lasts; got[i].tone != w.tone || d.Abs() > 100*time.Millisecond {
			return fmt.Errorf("heard %v, want %v in %v", got[i], w, got)
		}
	}
	return nil
}
