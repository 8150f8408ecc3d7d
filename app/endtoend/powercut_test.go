package endtoend

import (
	"crypto/md5"
	"database/sql"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sextant/app/guard"
	"sextant/app/settings"
	library "sextant/app/sound/recordings"
	"sextant/app/station"
	"sextant/app/store"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// usualCuts is the number of power cuts, half for each program, unless SEXTANT_CUTS is set.
const usualCuts = 60

// A powerCut is a profile after a power cut, and its required content.
type powerCut struct {
	t       *testing.T
	profile settings.Profile
	record  *recordedDisk
	at      int
	sounds  map[string][md5.Size]byte // the sums of the downloaded recordings, by file
}

// TestPowerCuts records the file system calls of a program, simulates power cuts at random times, and opens the profile
// as the disk may have it then: all synced data, and a random part of the rest. SEXTANT_CUTS is the number of power
// cuts, and SEXTANT_SEED the seed.
func TestPowerCuts(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "it is about what is on the disk")
	needStrace(t)
	t.Parallel()
	seed, cuts := numberFrom(t, "SEXTANT_SEED", rand.Uint64()), int(numberFrom(t, "SEXTANT_CUTS", usualCuts))
	for name, program := range map[string]struct {
		play  func(*testing.T) *recorder
		check func(*powerCut)
	}{
		"everything saved": {playSession, (*powerCut).check},
		"repair":           {playRepair, (*powerCut).checkRepair},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := program.play(t)
			record := r.read()
			t.Logf("SEXTANT_SEED=%d; %d calls, %d times something was saved", seed, record.calls, len(record.marks)/2)
			tryCuts(t, record, r.sounds(), seed, cuts/2, program.check)
		})
	}
}

// tryCuts simulates a number of power cuts, and checks the profile after each.
func tryCuts(
	t *testing.T, record *recordedDisk, sounds map[string][md5.Size]byte, seed uint64, cuts int, check func(*powerCut),
) {
	chance := rand.New(rand.NewPCG(seed, 0))
	dir := filepath.Join(t.TempDir(), "disk")
	for n := range cuts {
		at := 1 + chance.IntN(record.lines)
		if marks := len(record.marks); n%2 == 0 && marks > 0 {
			at = record.marks[chance.IntN(marks)].at // right after a mark that a value is saved, which must not be lost
		}
		if err := newOutage(at, seed+uint64(n)).leave(record.root, dir); err != nil {
			t.Fatal(err)
		}
		p, err := settings.OpenProfile(filepath.Join(dir, "sextant"))
		if err != nil {
			t.Fatal(err)
		}
		check(&powerCut{t, p, record, at, sounds})
		if t.Failed() {
			t.Fatalf("cut %d of %d, at %d of %d, with SEXTANT_SEED=%d", n+1, cuts, at, record.lines, seed)
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
	}
}

func needStrace(t *testing.T) {
	t.Helper()
	need(t)
	if _, err := exec.LookPath("strace"); err != nil {
		if os.Getenv("SEXTANT_NEED_STRACE") != "" {
			t.Fatal("strace is not installed")
		}
		t.Skip("strace is not installed")
	}
}

func numberFrom(t *testing.T, variable string, usual uint64) uint64 {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return usual
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", variable, err)
	}
	return n
}

// check opens the profile, and checks that it has all values whose marks say that they are saved.
func (c *powerCut) check() {
	read, err := c.profile.LoadSettings()
	c.must("the settings", err)
	c.expect("settings", read.ReadingSize)
	presets, err := c.profile.LoadPresets()
	c.must("the services", err)
	c.expect("services", len(presets))
	keymap, err := c.profile.LoadKeys()
	c.must("the keymap", err)
	c.expect("keymap", len(keymap))
	windows, err := c.profile.LoadWindows()
	c.must("the windows", err)
	c.expect("windows", len(windows))
	clients, err := guard.ListKeys(c.profile.Path(guard.KeysFile))
	c.must("the relay's keys", err)
	c.expect("relay keys", len(clients))
	pin, err := guard.HasPIN(c.profile)
	c.must("the PIN", err)
	c.expect("pin", pin)
	if _, err := os.Stat(c.profile.Path(settings.KeyFile)); err == nil || c.least("key") != "" {
		key, err := c.profile.LoadKey(&settings.Service{KeyPlace: settings.InFile})
		c.must("the key", err)
		c.expect("key", key)
	}
	c.checkStation()
	c.checkStore()
	if aside, _ := filepath.Glob(c.profile.Path("*damaged*")); len(aside) > 0 {
		c.t.Errorf("set aside: %v", aside)
	}
}

// checkRepair opens the profile twice: the first time the store may have to be repaired.
func (c *powerCut) checkRepair() {
	for range 2 {
		st, err := openCut(c.profile)
		if err != nil {
			c.t.Error(err)
			return
		}
		if st.Outcome.Cause != nil {
			c.t.Errorf("nothing can be stored: %+v", st.Outcome)
		}
		c.expect("favourites", st.Lists.Favourites())
		st.Release()
	}
	c.checkStore()
}

// checkStation tunes in with the profile.
func (c *powerCut) checkStation() {
	st, err := openCut(c.profile)
	if err != nil {
		c.t.Error(err)
		return
	}
	defer st.Release()
	defer st.Retire()
	c.expect("recordings", c.checkRecordings())
	st.Begin(station.NoEvents())
	if st.Outcome != (store.Outcome{}) {
		c.t.Errorf("the stored pages are not as they should be: %+v", st.Outcome)
	}
	c.expect("favourites", st.Lists.Favourites())
	c.expect("watches", len(st.Lists.Watches()))
	c.expect("queue", len(st.Lists.Queue()))
	versions, err := st.Store.Versions(cutPage)
	c.must("the versions of a page", err)
	c.expectAfter("versions", len(versions), 1)
	listings, err := st.Store.Directory()
	c.must("the directory", err)
	for _, l := range listings {
		if p, err := st.Store.Page(l.Page); err != nil || p == nil && !l.Changed.IsZero() {
			c.t.Errorf("page %d cannot be read: %v", l.Page, err)
		}
	}
	c.checkDownloads(st)
}

// checkDownloads waits until unfinished downloads are complete.
func (c *powerCut) checkDownloads(st *station.Station) {
	unfinished := func(d library.Download) bool { return d.Progress.Unfinished() && d.Progress != library.Paused }
	eventually(c.t, "the end of all downloads", func() bool {
		return !slices.ContainsFunc(st.Downloads.All(), unfinished)
	})
	c.checkRecordings()
}

// checkRecordings compares the recordings that are recorded as complete with the downloaded data, and returns their
// number.
func (c *powerCut) checkRecordings() (whole int) {
	found, _ := filepath.Glob(filepath.Join(c.profile.Dir, "recordings", "*", "*.mp3"))
	for _, path := range found {
		data, err := os.ReadFile(path)
		c.must("a recording", err)
		if md5.Sum(data) != c.sounds[filepath.Base(path)] {
			c.t.Errorf("the recording %s is not what was brought", filepath.Base(path))
		}
	}
	return len(found)
}

// checkStore checks the stored pages without the package that wrote them.
func (c *powerCut) checkStore() {
	db, err := sql.Open("sqlite", "file:"+c.profile.Path("pages/demo.sqlite")+"?mode=ro")
	if err != nil {
		c.t.Fatal(err)
	}
	defer db.Close()
	var verdict string
	err = db.QueryRowContext(c.t.Context(), "PRAGMA integrity_check").Scan(&verdict)
	if err != nil || verdict != "ok" {
		c.t.Errorf("the file is damaged: %s (%v)", verdict, err)
	}
}

func (c *powerCut) must(what string, err error) {
	if err != nil {
		c.t.Errorf("%s: %v", what, err)
	}
}

// least returns the last value that was saved under a name before the power cut, empty if there was none.
func (c *powerCut) least(name string) string {
	values := c.allowed(name, 0)
	if values[0] == neverSaved {
		return ""
	}
	return values[0]
}

// neverSaved stands for a value that was never saved.
const neverSaved = "nothing"

// allowed returns the values that a name may have: the last one saved before the power cut, a number of values before
// it, and those that were being saved since.
func (c *powerCut) allowed(name string, before int) (values []string) {
	values = []string{neverSaved}
	for _, m := range c.record.marks {
		what, rest, _ := strings.Cut(m.text, " ")
		value, ok := strings.CutPrefix(rest, name+" ")
		switch {
		case !ok || m.at > c.at:
		case what == willSave:
			values = append(values, value)
		default:
			values = values[max(0, slices.Index(values, value)-before):]
		}
	}
	return values
}

func (c *powerCut) expect(name string, value any) { c.expectAfter(name, value, 0) }

// expectAfter expects a value that was saved under a name. A number of the last values may be lost.
func (c *powerCut) expectAfter(name string, value any, lost int) {
	c.t.Helper()
	allowed := c.allowed(name, lost)
	text, err := json.Marshal(value)
	if err != nil {
		c.t.Fatal(err)
	}
	if allowed[0] != neverSaved && !slices.Contains(allowed, string(text)) {
		c.t.Errorf("%s: %.200s is there, and %s was saved", name, text, strings.Join(allowed, " or "))
	}
}
