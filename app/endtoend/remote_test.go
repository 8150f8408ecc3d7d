package endtoend

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// needPlayerctl skips a test if playerctl is not installed, unless SEXTANT_NEED_PLAYERCTL is set.
func needPlayerctl(t *testing.T) {
	t.Helper()
	need(t) // nothing, but a machine and time for it
	if _, err := exec.LookPath("playerctl"); err != nil {
		if os.Getenv("SEXTANT_NEED_PLAYERCTL") != "" {
			t.Fatal("playerctl is not installed")
		}
		t.Skip("playerctl is not installed")
	}
}

// remote is a window that is controlled by playerctl.
type remote struct {
	*session
	ear     *ear
	desktop *desktop
}

// TestRemote controls playback by MPRIS, like media keys and the controls of a desktop.
func TestRemote(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "a browser works beside it")
	t.Parallel()
	needPlayerctl(t)
	ear, env := newEar(t)
	desktop, d := newDesktop(t), newDisplay(t)
	service, picture := serveJukebox(t,
		record{"first", "The first tune", tune.lasts(), plays(tune.encode(t))},
		record{"second", "The other tune", otherTune[:6].lasts(), plays(otherTune[:6].encode(t))})
	r := &remote{
		openJukebox(t, d, append(env, desktop.environment()...), service, map[string]any{"volume": 1}), ear, desktop,
	}
	if r.ask("status") != "" {
		t.Error("it is on the desktop before anything was played")
	}
	r.playFirst()
	r.step("playing", r.playing)
	r.step("pause", r.pause)
	r.step("position", r.position)
	r.step("next", r.next)
	r.step("stop", func() {
		r.control("stop")
		r.untilSaid("Stopped", "status")
		r.untilSaid("", "metadata", "xesam:title")
		r.untilPicture(picture(100, 1), withDownloads)
	})
	r.step("quit", r.quit)
	if said := r.ask("status"); said != "" {
		t.Errorf("the desktop still has a player: %s", said)
	}
}

// playerctl returns a command of playerctl, in the environment of that desktop.
func (r *remote) playerctl(words ...string) *exec.Cmd {
	c := exec.Command("playerctl", append([]string{"--player=sextant"}, words...)...)
	c.Env = append(r.desktop.environment(), "PATH="+os.Getenv("PATH"), "HOME="+r.dir, "LC_ALL=C.UTF-8")
	return c
}

// ask returns the output of playerctl, empty if it fails.
func (r *remote) ask(words ...string) string {
	out, _ := r.playerctl(words...).Output()
	return strings.TrimSpace(string(out))
}

// number returns the output of playerctl as a number.
func (r *remote) number(words ...string) float64 {
	n, err := strconv.ParseFloat(r.ask(words...), 64)
	if err != nil {
		return math.NaN()
	}
	return n
}

func (r *remote) control(words ...string) {
	r.t.Helper()
	if out, err := r.playerctl(words...).CombinedOutput(); err != nil {
		r.t.Fatalf("playerctl %v: %v, %s", words, err, out)
	}
}

func (r *remote) untilSaid(want string, words ...string) {
	r.t.Helper()
	r.until(fmt.Sprintf("%q of playerctl %v", want, words), func() bool { return r.ask(words...) == want })
}

// untilAbout waits for the position, in seconds.
func (r *remote) untilAbout(seconds float64) {
	r.t.Helper()
	r.until(fmt.Sprintf("a position of %v s", seconds), func() bool {
		return math.Abs(r.number("position")-seconds) < 0.3
	})
}

// aWhile is how long a tone, or silence, must last to count.
const aWhile = 400 * time.Millisecond

// hears waits for silence of aWhile, or for a tone of aWhile after the last silence, which may have ended by the time
// of the check.
func (r *remote) hears(rec *recording, tone string) {
	r.t.Helper()
	r.until(tone, func() bool {
		if tone == silence {
			heard := rec.latest(aWhile)
			return len(heard) == 1 && heard[0].tone == tone
		}
		return rec.isBehindSilence(tone)
	})
}

// playing checks the title and length of the recording, and that its position advances.
func (r *remote) playing() {
	r.untilSaid("Playing", "status")
	r.untilSaid("The first tune", "metadata", "xesam:title")
	r.untilLasts(tune.lasts())
	before := r.number("position")
	r.until("a later position", func() bool { return r.number("position") > before+0.5 })
}

func (r *remote) untilLasts(d time.Duration) {
	r.t.Helper()
	r.until(fmt.Sprintf("a length of %v", d), func() bool {
		return math.Abs(r.number("metadata", "mpris:length")/1e6-d.Seconds()) < 0.1
	})
}

// pause pauses and continues: meanwhile it is silent, and the position stays.
func (r *remote) pause() {
	rec := r.ear.record()
	defer rec.stop()
	r.control("pause")
	r.untilSaid("Paused", "status")
	r.hears(rec, silence)
	before := r.number("position")
	later := r.ear.record()
	r.until("half a second to be recorded", func() bool { return len(later.Bytes()) > 4*soundRate/2 })
	r.hears(later, silence)
	later.stop()
	if after := r.number("position"); after != before {
		r.t.Errorf("the position went from %v to %v in the pause", before, after)
	}
	r.control("play")
	r.untilSaid("Playing", "status")
	r.until("sound", func() bool { return len(trimmed(rec.latest(200*time.Millisecond))) > 0 })
	r.control("play-pause")
	r.untilSaid("Paused", "status")
}

// position seeks while paused, and then checks the sound at the last position.
func (r *remote) position() {
	rec := r.ear.record()
	defer rec.stop()
	r.control("position", "8")
	r.control("position", "2.5+")
	r.untilAbout(10.5)
	r.hears(rec, silence)
	r.control("play")
	r.hears(rec, fmt.Sprint(tune[7], " both"))
}

// next skips to the next recording and back.
func (r *remote) next() {
	first := r.ask("metadata", "mpris:trackid")
	r.control("next")
	r.untilSaid("The other tune", "metadata", "xesam:title")
	r.untilSaid("Playing", "status")
	r.untilLasts(otherTune[:6].lasts())
	if second := r.ask("metadata", "mpris:trackid"); second == first || second == "" {
		r.t.Errorf("the track is %q after %q", second, first)
	}
	r.control("previous")
	r.untilSaid("The first tune", "metadata", "xesam:title")
	r.untilSaid("Playing", "status")
}
