package settings

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zalando/go-keyring"

	"sextant/app/testkit"
)

func named(name, address string) Preset {
	s := DefaultSettings().Service
	s.BaseURL = address
	return NewPreset(name, s)
}

func names(list []Preset) (all []string) {
	for _, p := range list {
		all = append(all, p.Name)
	}
	return all
}

// A queue holds the functions that presets post to the UI goroutine.
type queue struct {
	mu     sync.Mutex
	posted []func()
}

func (q *queue) post(f func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.posted = append(q.posted, f)
}

// settle waits until all is written, and runs the posted functions.
func (q *queue) settle(l *Presets) {
	l.Wait()
	q.mu.Lock()
	posted := q.posted
	q.posted = nil
	q.mu.Unlock()
	for _, f := range posted {
		f()
	}
}

// TestPresetsSurvive adds, renames and removes services, and loads them again.
func TestPresetsSurvive(t *testing.T) {
	p, q := testProfile(t), &queue{}
	l := NewPresets(p, nil, DefaultSettings().Service, q.post)
	one, two := named("One", "https://one.example"), named("Two", "https://two.example")
	two.PerHour, two.Zone, two.KeyPlace = 77, "UTC", InKeyring
	l.Put(one)
	l.Put(two)
	one.Name = "First"
	l.Put(one)
	l.Remove(DemoID)
	q.settle(l)
	read, err := p.LoadPresets()
	again := NewPresets(p, read, DefaultSettings().Service, q.post)
	if err != nil || !slices.Equal(again.All(), l.All()) ||
		!slices.Equal(again.All(), []Preset{DemoPreset(), one, two}) {
		t.Errorf("%+v, %v", again.All(), err)
	}
	again.Remove(one.ID)
	q.settle(again)
	if read, err := p.LoadPresets(); err != nil ||
		!slices.Equal(read, []Preset{DemoPreset(), two}) && !slices.Equal(read, []Preset{two}) {
		t.Errorf("%+v, %v", read, err)
	}
	info, err := os.Stat(p.Path(PresetsFile))
	if err != nil || isOpen(info) {
		t.Errorf("%v, %v", info, err)
	}
}

// TestPresetFromBefore loads a profile of a version with only one service, which is saved with the next change.
func TestPresetFromBefore(t *testing.T) {
	p, q := testProfile(t), &queue{}
	old := DefaultSettings()
	old.BaseURL, old.AppID, old.PerHour = "https://old.example/api", "me", 50
	l := NewPresets(p, nil, old.Service, q.post)
	if got := names(l.All()); !slices.Equal(got, []string{demoName(), "old.example"}) {
		t.Errorf("%q", got)
	}
	found, ok := l.Find(old.PresetID())
	if !ok || found.BaseURL != old.BaseURL || found.PerHour != 50 {
		t.Errorf("%+v, %v", found, ok)
	}
	if _, err := os.Stat(p.Path(PresetsFile)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("something was written without a change: %v", err)
	}
	l.Put(named("New", "https://new.example"))
	q.settle(l)
	read, err := p.LoadPresets()
	if err != nil || !slices.Equal(names(read), []string{"old.example", "New"}) ||
		!slices.Equal(names(l.All()), []string{demoName(), "old.example", "New"}) {
		t.Errorf("%q on the disk, %q here, %v", names(read), names(l.All()), err)
	}
	// If an older Sextant removed the ID of the present service, it must not replace another one.
	other := old.Service
	other.BaseURL = "https://third.example"
	if got := names(NewPresets(p, read, other, q.post).All()); !slices.Equal(got, []string{
		demoName(), "old.example", "New", "third.example",
	}) {
		t.Errorf("%q", got)
	}
}

// TestTwoProgramsChangePresets adds a service in each of two programs, which must load the other's.
func TestTwoProgramsChangePresets(t *testing.T) {
	p, q := testProfile(t), &queue{}
	a := NewPresets(p, nil, DefaultSettings().Service, q.post)
	b := NewPresets(p, nil, DefaultSettings().Service, q.post)
	a.Put(named("A", "https://a.example"))
	q.settle(a)
	b.Put(named("B", "https://b.example"))
	q.settle(b)
	if got := names(b.All()); !slices.Equal(got, []string{demoName(), "A", "B"}) {
		t.Errorf("%q", got)
	}
	if got := names(a.All()); !slices.Equal(got, []string{demoName(), "A"}) {
		t.Errorf("%q", got)
	}
	a.Reload()
	q.settle(a)
	if got := names(a.All()); !slices.Equal(got, []string{demoName(), "A", "B"}) {
		t.Errorf("%q", got)
	}
}

// TestManyProgramsChangePresets changes the file in parallel.
func TestManyProgramsChangePresets(t *testing.T) {
	p := testProfile(t)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			n := named("Same", "https://x.example")
			if _, err := presetsFile().change(p, func(list []Preset, _ error) []Preset {
				return append(list, n)
			}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if read, err := p.LoadPresets(); err != nil || len(read) != 20 || read[19].Name != "Same (20)" {
		t.Errorf("%q, %v", names(read), err)
	}
}

// TestPresetsUnsaved checks that a failure to save is reported, and that the next change saves all.
func TestPresetsUnsaved(t *testing.T) {
	p, q := testProfile(t), &queue{}
	l := NewPresets(p, nil, DefaultSettings().Service, q.post)
	var notified []error
	l.Unsaved.On(func(err error) { notified = append(notified, err) })
	testkit.NoError(t, os.Mkdir(p.Path(PresetsFile), 0o700))
	l.Put(named("A", "https://a.example"))
	q.settle(l)
	if len(notified) != 1 || !strings.HasPrefix(notified[0].Error(), "could not save the services") {
		t.Errorf("%v", notified)
	}
	testkit.NoError(t, os.RemoveAll(p.Path(PresetsFile)))
	for _, aside := range []string{PresetsFile + ".damaged"} {
		_ = os.RemoveAll(p.Path(aside))
	}
	l.Put(named("B", "https://b.example"))
	q.settle(l)
	if read, err := p.LoadPresets(); err != nil || !slices.Equal(names(read), []string{"A", "B"}) {
		t.Errorf("%q, %v", names(read), err)
	}
}

func TestDamagedPresets(t *testing.T) {
	good := `{"serviceID":"a","name":"Good","baseURL":"https://good.example"}`
	for _, tt := range []struct {
		data, says string
		left       []string
	}{
		{"{", "now named services.json.damaged", nil},
		{`{"services":[` + good + `,7]}`, "Service 2 of the list cannot be used", []string{"Good"}},
		{
			`{"services":[` + good + `,` + good + `]}`,
			"Service 2 of the list cannot be used: it is in the list twice",
			[]string{"Good"},
		},
		{
			`{"services":[{"name":"Bad","baseURL":"ftp://x"},` + good + `]}`,
			"Service 1 of the list cannot be used",
			[]string{"Good"},
		},
		{
			`{"services":[{"name":"Bad","serviceID":"../x","baseURL":"https://x"},` + good + `]}`,
			"",
			[]string{"Bad", "Good"},
		},
		{
			`{"services":[{"name":"\u0007 a\nb ","serviceID":"x","zone":"Mars/North","baseURL":"https://x"}]}`,
			"Sextant uses Europe/Helsinki",
			[]string{"a b"},
		},
	} {
		p := testProfile(t)
		testkit.NoError(t, p.Write(PresetsFile, []byte(tt.data)))
		list, err := p.LoadPresets()
		if err == nil || !strings.Contains(err.Error(), tt.says) || !slices.Equal(names(list), tt.left) {
			t.Errorf("%s: %q, %v", tt.data, names(list), err)
		}
		if aside, _ := os.ReadFile(p.Path(PresetsFile + ".damaged")); string(aside) != tt.data {
			t.Errorf("%s: set aside is %q", tt.data, aside)
		}
		for _, preset := range list {
			if wrongID(preset.ID) != nil || preset.ID == "" {
				t.Errorf("%s: the ID is %q", tt.data, preset.ID)
			}
		}
	}
}

// FuzzReadPresets reads arbitrary files. The result must always be valid, and the same after it was written.
func FuzzReadPresets(f *testing.F) {
	f.Add(
		[]byte(
			`{"services":[{"serviceID":"a","name":"A","baseURL":"https://a.example","keyPlace":"file"},` +
				`{"name":"Demo"}]}`))
	f.Add([]byte(`{"services":[{"name":"A","baseURL":"https://a"},{"name":"A","baseURL":"https://b"},null,[]]}`))
	f.Add([]byte("\xEF\xBB\xBF{}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, _ := readPresets(data)
		for _, p := range list {
			s := Settings{Service: p.Service, Look: DefaultSettings().Look, Sound: DefaultSettings().Sound}
			if err := s.Validate(); err != nil || p.ID == "" || tidyName(p.Name) != p.Name || p.Name == "" {
				t.Errorf("%q gave %+v: %v", data, p, err)
			}
		}
		out := testkit.Must(ExportPresets(list))(t)
		again, err := readPresets(out)
		demos := len(slices.DeleteFunc(slices.Clone(list), func(p Preset) bool { return !p.IsDemo() }))
		if err != nil || len(again) != len(list)-demos {
			t.Errorf("%q gave %d, then %d: %v", data, len(list), len(again), err)
		}
	})
}

// TestExchange exports and imports services: without secrets, with unique names, and without those that exist.
func TestExchange(t *testing.T) {
	one, two := named("One", "https://one.example"), named("Two", "https://one.example")
	one.AppID, one.KeyPlace, one.PerHour = "me", InFile, 44
	out, err := ExportPresets([]Preset{DemoPreset(), one, two})
	if err != nil || bytes.Contains(out, []byte("keyPlace")) || bytes.Contains(out, []byte("demo")) {
		t.Fatalf("%s, %v", out, err)
	}
	added, err := ImportPresets(out, []Preset{DemoPreset()})
	if err != nil || !slices.Equal(names(added), []string{"One", "Two"}) || !added[0].WantsKey ||
		added[1].WantsKey || added[0].PerHour != 44 || added[0].ID == one.ID {
		t.Errorf("%+v, %v", added, err)
	}
	if added, err := ImportPresets(out, []Preset{one, two}); err != nil || len(added) != 0 {
		t.Errorf("what is there was added again: %+v, %v", added, err)
	}
	other := one
	other.BaseURL = "https://other.example"
	if added, err := ImportPresets(out, []Preset{other}); err != nil ||
		!slices.Equal(names(added), []string{"One (2)", "Two"}) {
		t.Errorf("%+v, %v", added, err)
	}
	if _, err := ImportPresets([]byte("<html>"), nil); err == nil || strings.Contains(err.Error(), "invalid") {
		t.Errorf("%v", err)
	}
	if _, err := ImportPresets(bytes.Repeat([]byte(" "), maxSettings+2), nil); err == nil {
		t.Error("a file of any length was read")
	}
}

// TestPresetKeys checks that keys are stored separately, in the keyring and in files.
func TestPresetKeys(t *testing.T) {
	for _, place := range []KeyPlace{InKeyring, InFile} {
		keyring.MockInit()
		if place == InFile {
			keyring.MockInitWithError(keyring.ErrUnsupportedPlatform)
		}
		p := testProfile(t)
		for id, key := range map[string]string{"a": "alpha", "b": "beta"} {
			if got, err := p.SavePresetKey(id, key); got != place || err != nil {
				t.Errorf("%q, %v", got, err)
			}
		}
		if got, err := p.SaveKey("", "now"); got != place || err != nil {
			t.Errorf("%q, %v", got, err)
		}
		a, errA := p.LoadPresetKey("a", place)
		b, errB := p.LoadPresetKey("b", place)
		now, err := p.LoadKey(&Service{KeyPlace: place})
		if a != "alpha" || b != "beta" || now != "now" || errors.Join(errA, errB, err) != nil {
			t.Errorf("%q, %q, %q: %v", a, b, now, errors.Join(errA, errB, err))
		}
		if _, err := p.SavePresetKey("../x", "bad"); err == nil {
			t.Error("a key was kept beside the profile")
		}
		if got, err := p.SavePresetKey("a", ""); got != NoKey || err != nil {
			t.Errorf("%q, %v", got, err)
		}
		if a, err := p.LoadPresetKey("a", place); err == nil {
			t.Errorf("the forgotten key is %q", a)
		}
		files, _ := filepath.Glob(p.Path("*"))
		for _, f := range files {
			if info, err := os.Stat(f); err != nil || isOpen(info) || place == InKeyring {
				t.Errorf("%s: %v, %v", f, info.Mode(), err)
			}
		}
	}
	keyring.MockInit()
}

func TestCompleteAddress(t *testing.T) {
	for typed, want := range map[string]string{
		"":                       "",
		" service.example/api ":  "https://service.example/api",
		"service.example:8443":   "https://service.example:8443",
		"http://service.example": "http://service.example",
		"ftp://service.example":  "ftp://service.example",
		"localhost:8080":         "http://localhost:8080",
		"127.0.0.1":              "http://127.0.0.1",
		"[::1]:80":               "http://[::1]:80",
		"192.168.1.7:8080/x":     "http://192.168.1.7:8080/x",
		"Relay.local:8080":       "http://Relay.local:8080",
		"8.8.8.8":                "https://8.8.8.8",
		"//service.example":      "https://service.example",
		"notlocalhost.example":   "https://notlocalhost.example",
		"relay.local.example":    "https://relay.local.example",
	} {
		if got := CompleteAddress(typed); got != want {
			t.Errorf("%q is %q, not %q", typed, got, want)
		}
	}
}

// TestZones checks that all zones are valid, and searches cities by a few letters.
func TestZones(t *testing.T) {
	for _, z := range Zones() {
		if _, err := time.LoadLocation(z); err != nil {
			t.Error(err)
		}
	}
	for text, want := range map[string]string{
		"hels": "Europe/Helsinki", "new y": "America/New_York", "UTC": "UTC", "Europe/Berlin": "Europe/Berlin",
	} {
		if got := ZonesLike(text); len(got) == 0 || got[0] != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if got := ZonesLike("nowhere at all"); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

func TestFreeName(t *testing.T) {
	long := strings.Repeat("ä", 100)
	list := []Preset{{Name: "Kitchen"}, {Name: tidyName(long)}}
	for wanted, want := range map[string]string{
		"kitchen": "kitchen (2)", "Studio": "Studio", "": "Service", long: strings.Repeat("ä", 56) + " (2)",
	} {
		if got := FreeName(wanted, list); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
	for name, wrong := range map[string]bool{"Kitchen": true, "KITCHEN": true, " ": true, long: true, "Hall": false} {
		if err := WrongName(name, list); (err != nil) != wrong {
			t.Errorf("%q: %v", name, err)
		}
	}
}
