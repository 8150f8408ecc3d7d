package station

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/zalando/go-keyring"

	"sextant/app/settings"
	"sextant/app/testkit"
)

// switchTo switches to a service and waits for the result.
func (d *desk) switchTo(t *testing.T, tuner *Tuner, id string) error {
	t.Helper()
	to, ok := tuner.Presets.Find(id)
	if !ok {
		t.Fatalf("there is no %s", id)
	}
	var tuned bool
	var result error
	tuner.Switch(t.Context(), to, func(err error) { tuned, result = true, err })
	d.run(t, func() bool { return tuned })
	return result
}

// keyOnDisk returns the stored key of the current service, as another program reads it.
func keyOnDisk(t *testing.T, tuner *Tuner) string {
	t.Helper()
	s := testkit.Must(tuner.profile.LoadSettings())(t)
	return testkit.Must(tuner.profile.LoadKey(&s.Service))(t)
}

// TestSwitch switches between the service of a profile from before there were presets, another one, and the demo: each
// has its own key and settings, in the keyring or in a file.
func TestSwitch(t *testing.T) {
	for _, place := range []settings.KeyPlace{settings.InKeyring, settings.InFile} {
		keyring.MockInit()
		if place == settings.InFile {
			keyring.MockInitWithError(keyring.ErrUnsupportedPlatform)
		}
		t.Cleanup(keyring.MockInit)
		d, p := &desk{}, settings.Profile{Dir: t.TempDir()}
		old := settings.DefaultSettings()
		old.BaseURL, old.AppID, old.PerHour = silent(t), "me", 55
		var err error
		if old.KeyPlace, err = p.SaveKey("", "old key"); err != nil || old.KeyPlace != place {
			t.Fatal(old.KeyPlace, err)
		}
		tuner, err := NewTuner(p, settings.NewBox(p, old, d.post),
			Overrides{AppKey: "another"}, "", time.Now, d.post, &Libraries{})
		if err != nil {
			t.Fatal(err)
		}
		oldID := tuner.Preset().ID
		fresh := settings.NewPreset("New", settings.DefaultSettings().Service)
		fresh.BaseURL = silent(t)
		var result error
		tuned := false
		tuner.TuneTo(t.Context(), fresh, "new key", func(err error) { tuned, result = true, err })
		d.run(t, func() bool { return tuned })
		if result != nil || tuner.Preset().Name != "New" || tuner.IsOverruled() || keyOnDisk(t, tuner) != "new key" {
			t.Errorf("%v, %+v, %q", result, tuner.Preset(), keyOnDisk(t, tuner))
		}
		for _, step := range []struct{ id, key string }{
			{settings.DemoID, ""}, {oldID, "old key"}, {fresh.ID, "new key"}, {oldID, "old key"},
		} {
			if err := d.switchTo(t, tuner, step.id); err != nil || tuner.Preset().ID != step.id ||
				tuner.Key() != step.key || keyOnDisk(t, tuner) != step.key {
				t.Errorf("%s: %v, %+v, %q, %q", step.id, err, tuner.Preset(), tuner.Key(), keyOnDisk(t, tuner))
			}
		}
		if s := tuner.box.Get(); s.AppID != "me" || s.PerHour != 55 || s.BaseURL != old.BaseURL {
			t.Errorf("%+v", s.Service)
		}
		end(tuner)
		read, err := p.LoadPresets()
		if err != nil || len(read) != 3 { // the demo too, which was tuned in
			t.Errorf("%+v, %v", read, err)
		}
		files, _ := filepath.Glob(p.Path("*"))
		for _, f := range files {
			data, _ := os.ReadFile(f)
			if has := strings.Contains(string(data), " key"); has &&
				(place == settings.InKeyring || !strings.HasPrefix(filepath.Base(f), settings.KeyFile)) {
				t.Errorf("%s has a key", f)
			}
		}
	}
}

// TestSwitchWantsKey checks that a service that needs a key is not requested without one, and that nothing changes if a
// key cannot be read.
func TestSwitchWantsKey(t *testing.T) {
	tuner, d := newTuner(t)
	imported := settings.NewPreset("Imported", settings.DefaultSettings().Service)
	imported.BaseURL, imported.WantsKey = silent(t), true
	lost := settings.NewPreset("Lost", imported.Service)
	lost.KeyPlace = settings.InFile
	tuner.Presets.Put(imported, lost)
	before := tuner.Current()
	if err := d.switchTo(t, tuner, imported.ID); !errors.Is(err, ErrKeyWanted) {
		t.Errorf("%v", err)
	}
	if err := d.switchTo(t, tuner, lost.ID); err == nil {
		t.Error("a key that is not there was read")
	}
	if tuner.Current() != before || tuner.Preset().ID != settings.DemoID {
		t.Errorf("%+v", tuner.Preset())
	}
}

// TestTuneKeepsPreset changes the settings of a service: its preset has the same name, and the change.
func TestTuneKeepsPreset(t *testing.T) {
	tuner, d := newTuner(t)
	p := settings.NewPreset("Kitchen", tuner.box.Get().Service)
	p.BaseURL = silent(t)
	tuner.Presets.Put(p)
	testkit.NoError(t, d.switchTo(t, tuner, p.ID))
	s := tuner.box.Get().Service
	s.BaseURL, s.PerDay = silent(t), 99
	testkit.NoError(t, d.tune(t, tuner, s, "k"))
	got := tuner.Preset()
	if got.Name != "Kitchen" || got.ID != p.ID || got.BaseURL != s.BaseURL ||
		got.PerDay != 99 || !got.WantsKey || len(tuner.Presets.All()) != 2 {
		t.Errorf("%+v", got)
	}
}

// TestSwitchTwice switches to a service, and to another one before the first one's key is read: the last one counts.
func TestSwitchTwice(t *testing.T) {
	tuner, d := newTuner(t)
	keyring.MockInit()
	slow, quick := settings.NewPreset("Slow",
		settings.DefaultSettings().Service), settings.NewPreset("Quick", settings.DefaultSettings().Service)
	slow.BaseURL, quick.BaseURL = silent(t), silent(t)
	slow.KeyPlace = settings.InFile
	tuner.Presets.Put(slow, quick)
	testkit.NoError(t, os.WriteFile(tuner.profile.Path(settings.KeyFile+"-"+slow.ID), []byte("late"), 0o600))
	var first, second error
	tuned := 0
	tuner.Switch(t.Context(), slow, func(err error) { tuned, first = tuned+1, err })
	tuner.Switch(t.Context(), quick, func(err error) { tuned, second = tuned+1, err })
	d.run(t, func() bool { return tuned == 2 })
	if !errors.Is(first, context.Canceled) || second != nil || tuner.Preset().Name != "Quick" {
		t.Errorf("%v, %v: %s is tuned in", first, second, tuner.Preset().Name)
	}
}

// TestSwitchSavedAhead saves the settings while another service is prepared, whose key and settings are already on the
// disk: a program killed at that moment starts with that service and its key, not with the one before.
func TestSwitchSavedAhead(t *testing.T) {
	tuner, d := newTuner(t)
	keyring.MockInitWithError(keyring.ErrUnsupportedPlatform)
	t.Cleanup(keyring.MockInit)
	first := settings.NewPreset("First", settings.DefaultSettings().Service)
	first.BaseURL = silent(t)
	var result error
	tuned := false
	tuner.TuneTo(t.Context(), first, "first key", func(err error) { tuned, result = true, err })
	d.run(t, func() bool { return tuned })
	if result != nil {
		t.Fatal(result)
	}
	demo, _ := tuner.Presets.Find(settings.DemoID)
	asked, switched := tuner.asked, false
	tuner.Switch(t.Context(), demo, func(error) { switched = true })
	d.run(t, func() bool { return tuner.asked == asked+2 }) // the demo's key was read
	onDisk := func() string {
		s := testkit.Must(tuner.profile.LoadSettings())(t)
		return s.PresetID()
	}
	testkit.Eventually(t, "the demo to be prepared", func() bool { return onDisk() == settings.DemoID })
	testkit.NoError(t, tuner.box.SaveLast())
	if id, key := onDisk(), keyOnDisk(t, tuner); id != settings.DemoID || key != "" {
		t.Errorf("%s is asked with %q", id, key)
	}
	d.run(t, func() bool { return switched })
}
