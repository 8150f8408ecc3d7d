package endtoend

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sextant/app/demo"
)

// A melody is a list of tones, in Hz. Neighbours differ.
type melody []int

// toneLength is the length of a tone.
const toneLength = 1500 * time.Millisecond

// Two melodies that differ in every tone.
var (
	tune      = melody{440, 660, 880, 1320, 660, 440, 1320, 880, 440, 880, 660, 1320}
	otherTune = melody{880, 440, 660, 440, 1320, 880, 660, 440, 880, 1320, 440, 660}
)

func (m melody) lasts() time.Duration { return time.Duration(len(m)) * toneLength }

// from returns the tones of a melody from a time on.
func (m melody) from(at time.Duration) (heard []stretch) {
	for i, hz := range m {
		if left := time.Duration(i+1)*toneLength - max(at, time.Duration(i)*toneLength); left > 0 {
			heard = append(heard, stretch{fmt.Sprint(hz, " both"), left})
		}
	}
	return heard
}

// encoded caches encoded melodies.
var encoded struct {
	sync.Mutex
	files map[string][]byte
}

// encode returns an MP3 of 128 kbit/s, which is 16,000 bytes per second.
func (m melody) encode(t *testing.T) []byte {
	t.Helper()
	need(t, "sox", "lame")
	encoded.Lock()
	defer encoded.Unlock()
	name := fmt.Sprint(m)
	if encoded.files[name] == nil {
		if encoded.files == nil {
			encoded.files = map[string][]byte{}
		}
		encoded.files[name] = m.encodeIn(t, t.TempDir())
	}
	return encoded.files[name]
}

func (m melody) encodeIn(t *testing.T, dir string) []byte {
	t.Helper()
	wav, mp3 := filepath.Join(dir, "a.wav"), filepath.Join(dir, "a.mp3")
	sound := []string{"-D", "-R", "-V1", "-n", "-r", "44100", "-c", "2", "-b", "16", wav}
	for i, hz := range m {
		if i > 0 {
			sound = append(sound, ":")
		}
		sound = append(sound, strings.Fields(fmt.Sprintf("synth %v sine %d sine %d", toneLength.Seconds(), hz, hz))...)
	}
	for _, c := range []*exec.Cmd{
		exec.Command("sox", append(sound, "gain", "-6")...),
		exec.Command("lame", "--quiet", "-b", "128", wav, mp3),
	} {
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v, %s", c.Args, err, out)
		}
	}
	data, err := os.ReadFile(mp3)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A record is a recording in a jukebox.
type record struct {
	id, title string
	lasts     time.Duration
	serve     http.HandlerFunc
}

// path returns the path of a record.
func (r record) path() string { return "/v1/download/" + r.id + ".mp3" }

// plays returns a handler that serves a recording correctly.
func plays(data []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "audio/mpeg")
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader(string(data)))
	}
}

// serveJukebox starts the demo service with other recordings.
func serveJukebox(t *testing.T, records ...record) (s *service, picture func(page, subpage int) *picture) {
	t.Helper()
	teletext, err := demo.New(demo.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/", teletext)
	var list []map[string]any
	for _, r := range records {
		list = append(list, map[string]any{
			"id": r.id, "title": cmp.Or(r.title, r.id), "duration": int(r.lasts.Seconds()),
		})
		mux.HandleFunc(r.path(), r.serve)
	}
	mux.HandleFunc("/v1/downloads.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"downloads": list}) // the client may have disconnected
	})
	return serve(t, mux), pictures(t, teletext)
}

// openJukebox starts the program with the panel of downloads, and waits for the list.
func openJukebox(t *testing.T, d *display, env []string, s *service, settings map[string]any) *session {
	t.Helper()
	all := quick()
	all["downloads"], all["playOn"] = true, true
	for name, value := range settings {
		all[name] = value
	}
	withSettings(t, d, all)
	run := d.startLogged(t, env, s)
	run.untilNew(firstRow)
	return run
}

// startLogged is start with a log, which a failing test prints: it shows a lost sound device.
func (d *display) startLogged(t *testing.T, env []string, s *service) *session {
	t.Helper()
	run := d.start(t, env, append(s.options(), "--log", "-")...)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the program wrote:\n%s", &run.out)
		}
	})
	return run
}

// playFirst clicks the first row.
func (s *session) playFirst() { s.clickAt(panelWidth/2, firstRow+rowHeight/2) }

// recordingsOf returns the paths of a service's complete recordings in a profile, or with ".part" of the partial ones.
func recordingsOf(dir string, s *service, ending string) []string {
	name := strings.TrimSuffix(filepath.Base(storePath(dir, s)), ".sqlite")
	// cannot fail: the pattern is valid
	found, _ := filepath.Glob(filepath.Join(profile(dir), "recordings", name, "*.mp3"+ending))
	return found
}
