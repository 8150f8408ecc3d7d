package player

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// The tests of real sound record what is played. They run a sound server whose only device is a null sink, and a Player
// in a second process, because ALSA reads its configuration from the environment of the process at its start.

// soundChild is an environment variable of the second process.
const soundChild = "PLAYER_TEST_CHILD"

// TestSoundChild is the second process: it executes the lines that it reads, and writes every State.
func TestSoundChild(t *testing.T) {
	if os.Getenv(soundChild) == "" {
		t.Skip("this is run by the tests of real sound")
	}
	states := &speaker{out: os.Stdout}
	p := New(Oto{}, func(s State) { states.say(saidOf(s)) })
	in, notes := bufio.NewScanner(os.Stdin), 0
	for in.Scan() {
		verb, arg, _ := strings.Cut(in.Text(), " ")
		switch verb {
		case "contract":
			testOutput(t, Oto{})
			states.say(said{Status: fmt.Sprint("contract broken: ", t.Failed())})
		case "note":
			notes++
			s := saidOf(p.State())
			s.Note = notes
			states.say(s)
		default:
			obey(t, p, verb, arg)
		}
	}
	p.Close()
	p.Wait()
	time.Sleep(100 * time.Millisecond)
	states.say(said{Status: fmt.Sprint("goroutines ", runtime.NumGoroutine())})
}

// obey executes a line on the Player.
func obey(t *testing.T, p *Player, verb, arg string) {
	number, _ := strconv.ParseFloat(arg, 64) // 0 if it is not a number
	switch verb {
	case "load":
		p.Load(fileOf(t, arg), LoadOptions{ID: arg})
	case "next":
		p.SetNext(fileOf(t, arg), LoadOptions{ID: arg})
	case "speed":
		p.SetSpeed(number)
	case "silence":
		p.SetSkipSilence(arg == "skip")
	case "seek":
		p.Seek(time.Duration(number * float64(time.Millisecond)))
	case "resume":
		p.SeekToPause(time.Duration(number * float64(time.Millisecond)))
	case "until":
		p.PlayUntil(time.Duration(number * float64(time.Millisecond)))
	case "play":
		p.Play()
	case "pause":
		p.Pause()
	case "stop":
		p.Stop()
	default:
		t.Fatalf("asked for %q", verb)
	}
}

func fileOf(t *testing.T, name string) Source {
	b := testkit.Must(os.ReadFile(name))(t)
	return bytes.NewReader(b)
}

// speaker writes lines from several goroutines.
type speaker struct {
	mu  sync.Mutex
	out io.Writer
}

func (s *speaker) say(words said) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = json.NewEncoder(s.out).Encode(words)
}

// said is a State as sent between the processes.
type said struct {
	Status   string
	Position time.Duration
	Kind     Kind
	Err      string
	Saved    time.Duration
	Note     int // counts the lines that request a note
}

func saidOf(s State) said {
	words := ""
	if s.Err != nil {
		words = s.Err.Error()
	}
	return said{Status: s.Status.String(), Position: s.Position, Saved: s.Saved, Kind: KindOf(s.Err), Err: words}
}

// rig is a sound server and a Player.
type rig struct {
	t      *testing.T
	dir    string
	server *exec.Cmd
	child  *exec.Cmd
	in     io.WriteCloser
	states chan said
}

// newRig returns a rig with ALSA's default device as given. It starts nothing.
func newRig(t *testing.T, device string) *rig {
	race.Skip(t, "sound is heard in real time")
	if testing.Short() {
		t.Skip("real sound takes its time")
	}
	t.Parallel()
	dir, err := os.MkdirTemp("", "sound") // short, as the path of a socket is limited
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	conf := filepath.Join(dir, "asound.conf")
	testkit.NoError(t, os.WriteFile(conf, []byte("pcm.default "+device+"\n"), 0o600))
	return &rig{t: t, dir: dir, states: make(chan said, 1000)}
}

func (r *rig) socket() string { return filepath.Join(r.dir, "native") }

// environment puts all files into the rig's folder.
func (r *rig) environment() []string {
	return append(os.Environ(), soundChild+"=1", "HOME="+r.dir, "XDG_RUNTIME_DIR="+r.dir,
		"XDG_CONFIG_HOME="+r.dir, "PULSE_SERVER=unix:"+r.socket(),
		"ALSA_CONFIG_PATH="+filepath.Join(r.dir, "asound.conf"))
}

// startServer starts the sound server and waits until it answers.
func (r *rig) startServer() {
	r.t.Helper()
	need(r.t, "pulseaudio", "parec", "pactl")
	if m, _ := filepath.Glob("/usr/lib/*/alsa-lib/libasound_module_pcm_pulse.so"); m == nil {
		r.t.Skip("the PulseAudio plugin of ALSA is not installed")
	}
	cmd := testkit.SoundServer(r.t, r.dir, 44100, r.environment()...)
	if err := cmd.Start(); err != nil {
		r.t.Fatal(err)
	}
	r.server = cmd
	r.t.Cleanup(r.stopServer)
	for range 100 {
		c := exec.Command("pactl", "info")
		c.Env = r.environment()
		if c.Run() == nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	log, _ := os.ReadFile(filepath.Join(r.dir, "log"))
	r.t.Skipf("the sound server does not start here: %s", log)
}

func (r *rig) stopServer() {
	if r.server != nil {
		_ = r.server.Process.Kill()
		_ = r.server.Wait()
		r.server = nil
		_ = os.Remove(r.socket())
	}
}

// startChild starts the second process.
func (r *rig) startChild() {
	r.t.Helper()
	r.child = exec.Command(os.Args[0], "-test.run=^TestSoundChild$")
	r.child.Env = r.environment()
	in, err1 := r.child.StdinPipe()
	out, err2 := r.child.StdoutPipe()
	if err := r.child.Start(); err != nil || err1 != nil || err2 != nil {
		r.t.Fatal(err, err1, err2)
	}
	r.in = in
	go func() {
		defer close(r.states)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			var s said
			if json.Unmarshal(lines.Bytes(), &s) == nil {
				r.states <- s
			}
		}
	}()
	r.t.Cleanup(func() {
		_ = r.child.Process.Kill()
		_ = r.child.Wait()
	})
}

func (r *rig) send(line string) {
	r.t.Helper()
	if _, err := io.WriteString(r.in, line+"\n"); err != nil {
		r.t.Fatal(err)
	}
}

// until waits for a State, for at most two minutes.
func (r *rig) until(what string, ok func(said) bool) said {
	r.t.Helper()
	limit := time.After(2 * time.Minute)
	var last said
	for {
		select {
		case s, more := <-r.states:
			if !more {
				r.t.Fatalf("the process ended while waiting for %s; last was %+v", what, last)
			}
			last = s
			if ok(s) {
				return s
			}
		case <-limit:
			r.t.Fatalf("waited in vain for %s; last was %+v", what, last)
		}
	}
}

func (r *rig) untilStatus(s Status) said {
	r.t.Helper()
	return r.until(s.String(), func(got said) bool { return got.Status == s.String() })
}

// quit ends the second process regularly.
func (r *rig) quit() {
	r.t.Helper()
	_ = r.in.Close()
	s := r.until("the end", func(s said) bool { return strings.HasPrefix(s.Status, "goroutines") })
	// The test's own two goroutines, and one for signals or the like, may be left.
	if n, _ := strconv.Atoi(strings.Fields(s.Status)[1]); n > 4 {
		r.t.Errorf("%d goroutines are left after Close", n)
	}
}

// record starts recording; the returned function ends it.
func (r *rig) record() (stop func() []int16) {
	r.t.Helper()
	cmd := exec.Command("parec", "-d", "ear.monitor", "--format=s16le", "--rate=44100", "--channels=2",
		"--latency-msec=20")
	cmd.Env = r.environment()
	var heard bytes.Buffer
	cmd.Stdout = &heard
	if err := cmd.Start(); err != nil {
		r.t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond)
	return func() []int16 {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
		return fromBytes(heard.Bytes())
	}
}

// longFixture returns a file with 440, 660, 880 and 1320 Hz, each for a second.
func longFixture(t *testing.T) string {
	t.Helper()
	return soundFile(t, "synth 1 sine 440 sine 440 : synth 1 sine 660 sine 660 : "+
		"synth 1 sine 880 sine 880 : synth 1 sine 1320 sine 1320 gain -6", "-b 128")
}

// soundFile encodes a sound into a file.
func soundFile(t *testing.T, sound, options string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "sound.mp3")
	if err := os.WriteFile(name,
		encode(t, "44100", strings.Fields(sound), strings.Fields(options)), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// A stretch is a part with one tone, or silence.
type stretch struct {
	hz    float64
	lasts time.Duration
}

// stretches divides a recording into tones, with windows of 20 ms.
func stretches(pcm []int16) []stretch {
	const window = Rate / 50
	var all []stretch
	for mono := left(pcm); len(mono) >= window; mono = mono[window:] {
		hz := loudest(mono[:window], Rate)
		if n := len(all); n > 0 && all[n-1].hz == hz {
			all[n-1].lasts += 20 * time.Millisecond
		} else {
			all = append(all, stretch{hz, 20 * time.Millisecond})
		}
	}
	return all
}

// trimmed removes the silence at both ends.
func trimmed(got []stretch) []stretch {
	for len(got) > 0 && got[0].hz == 0 {
		got = got[1:]
	}
	for len(got) > 0 && got[len(got)-1].hz == 0 {
		got = got[:len(got)-1]
	}
	return got
}

// compare returns an error if two lists differ by more than the windows and the latencies explain.
func compare(got, want []stretch) error {
	if len(got) != len(want) {
		return fmt.Errorf("heard %v, want %v", got, want)
	}
	for i := range want {
		if d := got[i].lasts - want[i].lasts; got[i].hz != want[i].hz || d.Abs() > 100*time.Millisecond {
			return fmt.Errorf("heard %v, want %v in %v", got[i], want[i], got)
		}
	}
	return nil
}

// patiently tries up to six times: on a busy machine the sound server itself does not always get enough processor time,
// and then leaves gaps. Before each new try all is silent and earlier states have been read.
func (r *rig) patiently(hear func() error) {
	r.t.Helper()
	var err error
	for range 6 {
		if err = hear(); err == nil {
			return
		}
		r.t.Log(err)
		r.send("stop")
		r.untilStatus(Idle)
		time.Sleep(time.Second)
	}
	r.t.Error(err)
}

// inputs lists what the sound server is playing.
func (r *rig) inputs() []byte {
	c := exec.Command("pactl", "list", "short", "sink-inputs")
	c.Env = r.environment()
	out, _ := c.Output()
	return out
}

// cpu returns the processor time of the second process, in hundredths of a second.
func (r *rig) cpu() int {
	r.t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", r.child.Process.Pid))
	if err != nil {
		r.t.Skip("there is no /proc here")
	}
	fields := strings.Fields(string(b[bytes.LastIndexByte(b, ')')+2:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return user + system
}
