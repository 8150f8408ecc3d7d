package app

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"
)

func testProfile(t *testing.T) Profile {
	t.Helper()
	p, err := OpenProfile(filepath.Join(t.TempDir(), "new", "profile"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestSettingsSurvive(t *testing.T) {
	p := testProfile(t)
	s, err := p.LoadSettings()
	if err != nil || !reflect.DeepEqual(s, DefaultSettings()) {
		t.Errorf("a new profile: %+v, %v", s, err)
	}
	s.BaseURL, s.Volume, s.Keypad = "https://example.org/api", 0.3, false
	if err := p.SaveSettings(s); err != nil {
		t.Fatal(err)
	}
	if got, err := p.LoadSettings(); err != nil || got != s {
		t.Errorf("%+v, %v", got, err)
	}
	if left, _ := os.ReadDir(p.Dir); len(left) != 1 {
		t.Errorf("the profile holds %v", left)
	}
}

func TestDamagedSettingsAreSetAside(t *testing.T) {
	for _, data := range []string{"{", `{"baseURL":"nonsense"}`, `{"zone":"Mars/North"}`, `{"timeoutSeconds":0}`} {
		p := testProfile(t)
		if err := p.write(settingsFile, []byte(data)); err != nil {
			t.Fatal(err)
		}
		s, err := p.LoadSettings()
		if err == nil || s != DefaultSettings() {
			t.Errorf("%s: %+v, %v", data, s, err)
		}
		if aside, _ := os.ReadFile(p.path(settingsFile + ".damaged")); string(aside) != data {
			t.Errorf("%s was not set aside", data)
		}
	}
}

func TestKeyGoesToTheKeyring(t *testing.T) {
	keyring.MockInit()
	p := testProfile(t)
	place, err := p.SaveKey("s3cret")
	if place != InKeyring || err != nil {
		t.Fatalf("%q, %v", place, err)
	}
	if key, err := p.LoadKey(place); key != "s3cret" || err != nil {
		t.Errorf("%q, %v", key, err)
	}
	if left, _ := os.ReadDir(p.Dir); len(left) != 0 {
		t.Errorf("the profile holds %v", left)
	}
	if place, err := p.SaveKey(""); place != NoKey || err != nil {
		t.Errorf("forgetting: %q, %v", place, err)
	}
	if key, err := p.LoadKey(InKeyring); err == nil {
		t.Errorf("the forgotten key is %q", key)
	}
}

func TestKeyGoesToAPrivateFile(t *testing.T) {
	keyring.MockInitWithError(keyring.ErrUnsupportedPlatform)
	t.Cleanup(keyring.MockInit)
	p := testProfile(t)
	place, err := p.SaveKey("s3cret")
	if place != InFile || err != nil {
		t.Fatalf("%q, %v", place, err)
	}
	info, err := os.Stat(p.path(keyFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if key, err := p.LoadKey(place); key != "s3cret" || err != nil {
		t.Errorf("%q, %v", key, err)
	}
	if err := p.SaveSettings(Settings{KeyPlace: place}); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(p.path(settingsFile)); strings.Contains(string(data), "s3cret") {
		t.Error("the key is in the settings")
	}
	if place, err := p.SaveKey(""); place != NoKey || err != nil {
		t.Errorf("forgetting: %q, %v", place, err)
	}
	if _, err := os.Stat(p.path(keyFile)); err == nil {
		t.Error("the file of the forgotten key is still there")
	}
}

// TestCredentialsOfAnotherService makes sure that an address on the command line does not get the
// credentials that the settings hold for another service.
func TestCredentialsOfAnotherService(t *testing.T) {
	s := &sextant{storedKey: "stored", settings: Settings{BaseURL: "https://home", AppID: "me"}}
	if a := s.access(); a != (access{"https://home", "", "me", "stored"}) {
		t.Errorf("%+v", a)
	}
	s.options.BaseURL = "https://elsewhere"
	if a := s.access(); a != (access{"https://elsewhere", "", "", ""}) {
		t.Errorf("%+v", a)
	}
	s.options.BaseURL, s.options.AppKey = "https://home", "given"
	if a := s.access(); a != (access{"https://home", "", "me", "given"}) {
		t.Errorf("%+v", a)
	}
}
