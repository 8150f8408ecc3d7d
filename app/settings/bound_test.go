package settings

import (
	"testing"

	"github.com/zalando/go-keyring"
)

// TestKeyOfAnotherService has one program tune in to a service and another one keep the key of a second: at the next
// start the first service gets its own key, or none, and never the other one. A key that an earlier version kept is
// bound to nothing.
func TestKeyOfAnotherService(t *testing.T) {
	for _, hasKeyring := range []bool{true, false} {
		if keyring.MockInit(); !hasKeyring {
			keyring.MockInitWithError(keyring.ErrUnsupportedPlatform)
		}
		p := Profile{Dir: t.TempDir()}
		alfa := Service{ID: "alfa", BaseURL: "http://alfa.example"}
		place, err := p.SaveKey(alfa.BaseURL, "of alfa")
		if err != nil {
			t.Fatal(err)
		}
		alfa.KeyPlace = place
		load := func(want string) {
			t.Helper()
			if key, err := p.LoadKey(&alfa); err != nil || key != want {
				t.Errorf("%s: the key is %q, %v, want %q", place, key, err, want)
			}
		}
		load("of alfa")
		if _, err := p.SaveKey("http://bravo.example", "of bravo"); err != nil {
			t.Fatal(err)
		}
		load("")
		if _, err := p.SavePresetKey(alfa.ID, "its own"); err != nil {
			t.Fatal(err)
		}
		load("its own")
		if _, err := p.SaveKey("", "of an earlier version"); err != nil {
			t.Fatal(err)
		}
		load("of an earlier version")
	}
}

// TestServiceIsWrittenWhole tunes in two programs to two services: what is written is one of them.
func TestServiceIsWrittenWhole(t *testing.T) {
	p, before := Profile{Dir: t.TempDir()}, DefaultSettings()
	alfa, bravo := before, before
	alfa.BaseURL, alfa.AppID, alfa.PerHour = "http://alfa.example", "a", 60
	bravo.BaseURL, bravo.MediaBaseURL = "http://bravo.example", "http://media.example"
	for _, s := range []Settings{bravo, alfa} {
		if err := p.SaveSettings(before, s); err != nil {
			t.Fatal(err)
		}
	}
	if s, err := p.LoadSettings(); err != nil || s.Service != alfa.Service {
		t.Errorf("%+v, %v", s.Service, err)
	}
}
