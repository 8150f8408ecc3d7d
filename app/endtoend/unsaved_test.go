package endtoend

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sextant/app/testkit/race"
	"sextant/app/testkit/servicetest"
)

// keypadOf reports whether the settings of a profile show the keypad.
func keypadOf(t *testing.T, dir string) bool {
	t.Helper()
	var kept struct {
		Keypad bool `json:"keypad"`
	}
	data, err := os.ReadFile(filepath.Join(profile(dir), "settings.json"))
	if err == nil {
		err = json.Unmarshal(data, &kept)
	}
	if err != nil {
		t.Fatal(err)
	}
	return kept.Keypad
}

// unsaved starts the program on a disk, fills the disk, and changes a setting, which cannot be saved.
func unsaved(t *testing.T) (*unplugged, *disk) {
	t.Helper()
	u, k, _ := onSmallDisk(t)
	k.fill()
	u.press("Ctrl+K")
	u.untilPicture(u.editor.picture(100, 1), layout{foot: withKeypad.foot, over: withNotice.over})
	return u, k
}

// stays checks that the program has not ended after earlier input.
func (s *session) stays() {
	s.t.Helper()
	if s.settled(); isClosed(s.ended) {
		s.t.Fatalf("the program ended, and the settings are lost:\n%s", &s.out)
	}
}

// TestSettingsAreNotLostUnasked quits while the disk is full: by the key, by the window's button, and by a signal.
func TestSettingsAreNotLostUnasked(t *testing.T) {
	t.Parallel()
	t.Run("room is made", func(t *testing.T) {
		u, k := unsaved(t)
		u.press("Ctrl+Q")
		u.stays()
		u.press("Ctrl+Q") // the disk is still full
		u.stays()
		k.change("size=40m")
		u.press("Return")
		u.expectEnd()
		if !keypadOf(t, u.dir) {
			t.Error("that the keypad was shown is lost")
		}
	})
	t.Run("quit anyway", func(t *testing.T) {
		u, _ := unsaved(t)
		u.press("Alt+F4")
		u.stays()
		u.press("Escape") // back to the page
		u.typed("300")
		u.untilTitle("300")
		u.press("Alt+F4")
		u.stays()
		u.press("Shift+Tab")
		u.press("Space")
		u.expectEnd()
	})
	t.Run("a signal", func(t *testing.T) {
		u, _ := unsaved(t)
		_ = u.cmd.Process.Signal(syscall.SIGTERM)
		u.expectEnd()
		if out := u.out.String(); !strings.Contains(out,
			"sextant: could not save the settings: The disk is full") {
			t.Errorf("it says:\n%s", out)
		}
	})
}

// TestOneBadSetting starts with an invalid time zone and a word instead of a number: the service of the same file is
// used, the errors are reported, and the original file is kept.
func TestOneBadSetting(t *testing.T) {
	race.Skip(t, "what the program does at the same time is tried elsewhere")
	t.Parallel()
	d := newDisplay(t)
	service, picture := serveDemo(t)
	if err := os.MkdirAll(profile(d.dir), 0o700); err != nil {
		t.Fatal(err)
	}
	bad := `{"baseURL":"` + service.URL + `","zone":"Mars/North","requestsPerHour":"many"}`
	if err := os.WriteFile(filepath.Join(profile(d.dir), "settings.json"), []byte(bad), 0o600); err != nil {
		t.Fatal(err)
	}
	s := d.start(t, nil)
	s.untilPicture(picture(100, 1), withNotice)
	if service.Count(servicetest.DocumentPath(100)) == 0 {
		t.Error("the service of the settings was not asked")
	}
	s.quit()
	for name, want := range map[string]string{"settings.json": service.URL, "settings.json.damaged": "Mars/North"} {
		if data, err := os.ReadFile(filepath.Join(profile(d.dir), name)); err != nil ||
			!strings.Contains(string(data), want) {
			t.Errorf("%s is %q, %v", name, data, err)
		}
	}
}
