package settings

import (
	"testing"

	"github.com/zalando/go-keyring"

	"sextant/app/testkit"
)

// TestKeyOfAnotherService lets one program tune in to a service and another one save the key of a second service. At
// the next start the first service must get its own key or none, but never the other one. A key of an earlier version
// is not bound to a service.
func TestKeyOfAnotherService(t *testing.T) {
	for _, hasKeyring := range []bool{true, false} {
		if keyring.MockInit(); !hasKeyring {
			keyring.MockInitWithError(keyring.ErrUnsupportedPlatform)
		}
		p := Profile{Dir: t.TempDir()}
		alfa := Service{ID: "alfa", BaseURL: "http://alfa.example"}
		place := testkit.Must(p.SaveKey(alfa.BaseURL, "of alfa"))(t)
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

// TestServiceIsWrittenWhole saves the services of two programs. The result must be one of them, not a mixture.
func TestServiceIsWrittenWhole(t *testing.T) {
	p, before := Profile{Dir: t.TempDir()}, DefaultSettings()
	alfa, bravo := before, before
	alfa.BaseURL, alfa.AppID, alfa.PerHour = "http://alfa.example", "a", 60
	bravo.BaseURL, bravo.MediaBaseURL = "http://bravo.example", "http://media.example"
	for _, s := range []Settings{bravo, alfa} {
		testkit.NoError(t, p.SaveSettings(before, s))
	}
	if s, err := p.LoadSettings(); err != nil || s.Service != alfa.Service {
		t.Errorf("%+v, %v", s.Service, err)
	}
}
